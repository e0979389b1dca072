import { asBuffer, bytesOf, inputOf, looseInputOf, TextParts } from './bytes.js';
import { failure, invalidType, invalidValue, rangeFailure, requireInteger, requireString, typeFailure } from
  './errors.js';
import { demand, host } from './host.js';
import { secretBytes } from './keys.js';

const invalidState = (operation) => failure('ERR_CRYPTO_INVALID_STATE', `Invalid state for operation ${operation}`);
const unready = () => new Error('Trying to add data in unsupported state');
const refused = () => new Error('Unsupported state or unable to authenticate data');
const tagLengths = new Set([4, 8, 12, 13, 14, 15, 16]);

function infoOf(name) {
  const text = host.cipherInfo(name);
  if (text === undefined) return undefined;
  const [keyLength, ivLength, blockSize, mode] = text.split(' ');
  const isAuthenticated = mode === 'gcm' || /^chacha20-poly1305$/i.test(name);
  return { keyLength: +keyLength, ivLength: +ivLength, blockSize: +blockSize, mode, isAuthenticated };
}

class Transformation {
  #info;
  #isDone = false;
  #decoder;
  #tag;
  #tagLength;
  #encrypts;
  constructor(encrypts, name, key, iv, options) {
    requireString(name, 'cipher');
    const secret = bytesOf(secretBytes(key, 'key'));
    const start = iv === null ? new Uint8Array(0) : bytesOf(looseInputOf(iv, 'iv'));
    this.#tagLength = options?.authTagLength;
    if (this.#tagLength !== undefined && this.#tagLength !== null &&
      !(this.#tagLength >= 0 && Number.isInteger(this.#tagLength)))
      throw invalidValue('options.authTagLength', this.#tagLength);
    this.#encrypts = encrypts;
    const info = this.#info = infoOf(name);
    if (!info) throw failure('ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher');
    if (secret.length !== info.keyLength) throw rangeFailure('ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
    const fits = info.isAuthenticated ? start.length > 0 && start.length <= (info.mode === 'gcm' ? 1024 : 12)
                                      : start.length === info.ivLength;
    if (!fits) throw typeFailure('ERR_CRYPTO_INVALID_IV', 'Invalid initialization vector');
    if (info.isAuthenticated && this.#tagLength !== undefined && !tagLengths.has(this.#tagLength))
      throw typeFailure('ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${this.#tagLength}`);
    demand(host.startCipher(name, encrypts, secret, start, this),
      () => failure('ERR_CRYPTO_OPERATION_FAILED', 'Failed to initialize cipher'));
  }
  #give(bytes, encoding, isLast) {
    if (encoding === undefined || encoding === null || encoding === 'buffer') return asBuffer(bytes);
    this.#decoder ??= new TextParts(encoding);
    return isLast ? this.#decoder.end(bytes) : this.#decoder.write(bytes);
  }
  update(data, inputEncoding, outputEncoding) {
    const input = inputOf(data, 'data', inputEncoding);
    if (this.#isDone) throw unready();
    return this.#give(demand(host.updateCipher(this, input), unready), outputEncoding, false);
  }
  final(outputEncoding) {
    if (this.#isDone) throw failure('ERR_CRYPTO_INVALID_STATE', 'Invalid state');
    this.#isDone = true;
    if (this.#info.isAuthenticated && !this.#encrypts && !this.#tag) throw refused();
    const bytes = this.#info.isAuthenticated && !this.#encrypts ? host.finishCipher(this)
                                                                : demand(host.finishCipher(this), refused);
    if (typeof bytes === 'string') throw refused();
    if (this.#encrypts && this.#info.isAuthenticated) this.#tag = host.cipherTag(this, this.#tagLength ?? 16);
    return this.#give(bytes, outputEncoding, true);
  }
  setAutoPadding(on = true) {
    if (this.#isDone || typeof host.setCipherPadding(this, Boolean(on)) === 'string')
      throw invalidState('setAutoPadding');
    return this;
  }
  setAAD(data, options) {
    const input = looseInputOf(data, 'buffer', options?.encoding);
    if (this.#isDone || host.addAuthenticated(this, input) !== true) throw invalidState('setAAD');
    return this;
  }
  tag() {
    if (!this.#tag || !this.#encrypts) throw invalidState('getAuthTag');
    return asBuffer(this.#tag.slice());
  }
  giveTag(value, encoding) {
    const tag = bytesOf(looseInputOf(value, 'buffer', encoding));
    if (!this.#info.isAuthenticated || this.#isDone || this.#tag) throw invalidState('setAuthTag');
    const length = this.#tagLength;
    if (!tagLengths.has(tag.length) || (length !== undefined && length !== tag.length))
      throw typeFailure('ERR_CRYPTO_INVALID_AUTH_TAG', `Invalid authentication tag length: ${tag.length}`);
    if (host.setCipherTag(this, tag) !== true) throw invalidState('setAuthTag');
    this.#tag = tag;
  }
}

// Each keeps its work to itself, so that an encrypting one has no method for decrypting.
export class Cipheriv {
  #work;
  constructor(name, key, iv, options) { this.#work = new Transformation(true, name, key, iv, options); }
  update(...args) { return this.#work.update(...args); }
  final(encoding) { return this.#work.final(encoding); }
  setAutoPadding(on) { this.#work.setAutoPadding(on); return this; }
  setAAD(data, options) { this.#work.setAAD(data, options); return this; }
  getAuthTag() { return this.#work.tag(); }
}

export class Decipheriv {
  #work;
  constructor(name, key, iv, options) { this.#work = new Transformation(false, name, key, iv, options); }
  update(...args) { return this.#work.update(...args); }
  final(encoding) { return this.#work.final(encoding); }
  setAutoPadding(on) { this.#work.setAutoPadding(on); return this; }
  setAAD(data, options) { this.#work.setAAD(data, options); return this; }
  setAuthTag(tag, encoding) { this.#work.giveTag(tag, encoding); return this; }
}

export const createCipheriv = (name, key, iv, options) => new Cipheriv(name, key, iv, options);
export const createDecipheriv = (name, key, iv, options) => new Decipheriv(name, key, iv, options);

const names = ['128', '192', '256'].flatMap(
  (bits) => ['cbc', 'cfb', 'cfb1', 'cfb8', 'ctr', 'ecb', 'gcm', 'ofb'].map((mode) => `aes-${bits}-${mode}`));
export const getCiphers = () => [...names, 'chacha20', 'chacha20-poly1305', 'des-ede3-cbc'].filter(infoOf);

export function getCipherInfo(name, options) {
  if (typeof name !== 'string') throw invalidType('nameOrNid', 'one of type string or number', name);
  const info = infoOf(name);
  if (!info) return undefined;
  const { keyLength, ivLength, blockSize, mode } = info;
  if (options?.keyLength !== undefined) requireInteger(options.keyLength, 'options.keyLength');
  if (options?.keyLength !== undefined && options.keyLength !== keyLength) return undefined;
  return {
    mode,
    name: name.toLowerCase(),
    keyLength,
    ...(blockSize > 1 && { blockSize }),
    ...(ivLength && { ivLength })
  };
}
