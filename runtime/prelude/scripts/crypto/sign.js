import { answerLater, asBuffer, bytesOf, inputOf, looseInputOf, outputOf } from './bytes.js';
import { failure, invalidDigest, invalidType, invalidValue, requireFunction, requireString, typeFailure } from
  './errors.js';
import { demand, host } from './host.js';
import { keyFor, KeyObject, keyOf } from './keys.js';

export const constants = {
  RSA_PKCS1_PADDING: 1, RSA_NO_PADDING: 3, RSA_PKCS1_OAEP_PADDING: 4, RSA_X931_PADDING: 5, RSA_PKCS1_PSS_PADDING: 6,
  RSA_PSS_SALTLEN_DIGEST: -1, RSA_PSS_SALTLEN_MAX_SIGN: -2, RSA_PSS_SALTLEN_AUTO: -2,
  POINT_CONVERSION_COMPRESSED: 2, POINT_CONVERSION_UNCOMPRESSED: 4, POINT_CONVERSION_HYBRID: 6,
};

// The pair of numbers of a DER signature, each in as many bytes as the curve's order has.
function fixedOf(der, size) {
  const out = new Uint8Array(2 * size);
  let at = der[1] & 0x80 ? 2 + (der[1] & 0x7f) : 2;
  for (let half = 1; half <= 2; ++half) {
    const length = der[at + 1];
    const value = der.subarray(at + 2, at + 2 + length);
    const from = Math.max(0, length - size);
    out.set(value.subarray(from), half * size - (length - from));
    at += 2 + length;
  }
  return out;
}

function derOfFixed(bytes, size) {
  const number = (half) => {
    let from = 0;
    while (from < size - 1 && half[from] === 0) ++from;
    const value = half[from] >= 0x80 ? [0, ...half.subarray(from)] : [...half.subarray(from)];
    return [2, value.length, ...value];
  };
  const content = [...number(bytes.subarray(0, size)), ...number(bytes.subarray(size))];
  return Uint8Array.from([0x30, ...(content.length > 127 ? [0x81] : []), content.length, ...content]);
}

const orderSize = (key) => Math.ceil(+host.describeKey(key).split('\0')[1] / 8);

export function rawSign(key, bytes, { digest = '', isHashed = false, padding = 0, saltLength = -2, isFixed = false }) {
  const signature = demand(host.sign(key, bytes, digest, isHashed, padding, saltLength),
    () => failure('ERR_CRYPTO_OPERATION_FAILED', 'Signing failed'));
  return isFixed && key.asymmetricKeyType === 'ec' ? fixedOf(signature, orderSize(key)) : signature;
}

export function rawVerify(
  key, bytes, signature, {digest = '', isHashed = false, padding = 0, saltLength = -2, isFixed = false}) {
  let der = signature;
  if (isFixed && key.asymmetricKeyType === 'ec') {
    const size = orderSize(key);
    if (signature.length !== 2 * size) return false;
    der = derOfFixed(signature, size);
  }
  return host.verify(key, bytes, digest, isHashed, padding, saltLength, der) === true;
}

function formOf(options) {
  const { padding, saltLength, dsaEncoding } = options;
  if (padding !== undefined && !Number.isInteger(padding)) throw invalidValue('options.padding', padding);
  if (saltLength !== undefined && !Number.isInteger(saltLength)) throw invalidValue('options.saltLength', saltLength);
  if (dsaEncoding !== undefined && dsaEncoding !== 'der' && dsaEncoding !== 'ieee-p1363')
    throw invalidValue('options.dsaEncoding', dsaEncoding);
  return { padding: padding ?? 0, saltLength: saltLength ?? -2, isFixed: dsaEncoding === 'ieee-p1363' };
}

// Text by parts comes to its digest, and that is what is signed.
class Digesting {
  #digest;
  #isDone = false;
  constructor(algorithm) {
    requireString(algorithm, 'algorithm');
    if (host.hashLength(algorithm) === undefined) throw typeFailure('ERR_CRYPTO_INVALID_DIGEST', 'Invalid digest');
    this.#digest = algorithm;
    demand(host.startHash(algorithm, this), () => invalidDigest(algorithm));
  }
  update(data, encoding) {
    const input = inputOf(data, 'data', encoding);
    if (this.#isDone) throw failure('ERR_CRYPTO_INVALID_STATE', 'Not initialised');
    demand(host.updateHash(this, input), () => failure('ERR_CRYPTO_OPERATION_FAILED', 'Hash update failed'));
    return this;
  }
  finish() {
    if (this.#isDone) throw failure('ERR_CRYPTO_INVALID_STATE', 'Not initialised');
    this.#isDone = true;
    return { bytes: demand(host.finishHash(this, 0), () => invalidDigest(this.#digest)), digest: this.#digest };
  }
}

export class Sign {
  #work;
  constructor(algorithm) { this.#work = new Digesting(algorithm); }
  update(data, encoding) { this.#work.update(data, encoding); return this; }
  sign(given, encoding) {
    if (!given) throw failure('ERR_CRYPTO_SIGN_KEY_REQUIRED', 'No key provided to sign');
    const { key, options } = keyFor(true, given);
    const form = formOf(options);
    const { bytes, digest } = this.#work.finish();
    return outputOf(rawSign(key, bytes, { ...form, digest, isHashed: true }), encoding);
  }
}

export class Verify {
  #work;
  constructor(algorithm) { this.#work = new Digesting(algorithm); }
  update(data, encoding) { this.#work.update(data, encoding); return this; }
  verify(given, signature, encoding) {
    const { key, options } = keyFor(false, given);
    const form = formOf(options);
    const given_ = bytesOf(
      looseInputOf(signature, 'signature', encoding, 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView'));
    const { bytes, digest } = this.#work.finish();
    return rawVerify(key, bytes, given_, { ...form, digest, isHashed: true });
  }
}

export const createSign = (algorithm) => new Sign(algorithm);
export const createVerify = (algorithm) => new Verify(algorithm);

function digestFor(algorithm) {
  if (algorithm === null || algorithm === undefined) return '';
  requireString(algorithm, 'algorithm');
  if (host.hashLength(algorithm) === undefined) throw invalidDigest(algorithm);
  return algorithm;
}

export function sign(algorithm, data, given, callback) {
  if (callback !== undefined) requireFunction(callback);
  const digest = digestFor(algorithm), input = looseInputOf(data, 'data');
  if (!given) throw failure('ERR_CRYPTO_SIGN_KEY_REQUIRED', 'No key provided to sign');
  const { key, options } = keyFor(true, given);
  const form = formOf(options);
  const work = () => asBuffer(rawSign(key, input, { ...form, digest }));
  return callback ? answerLater(callback, work) : work();
}

export function verify(algorithm, data, given, signature, callback) {
  if (callback !== undefined) requireFunction(callback);
  const digest = digestFor(algorithm), input = looseInputOf(data, 'data');
  const { key, options } = keyFor(false, given);
  const form = formOf(options), shown = bytesOf(looseInputOf(signature, 'signature'));
  const work = () => rawVerify(key, input, shown, { ...form, digest });
  return callback ? answerLater(callback, work) : work();
}

function crypt(operation, isPrivate, given, data, usualPadding) {
  const { key, options } = keyFor(isPrivate, given);
  const input = looseInputOf(data, 'buffer', options.encoding);
  const { padding = usualPadding, oaepHash, oaepLabel } = options;
  if (padding === constants.RSA_PKCS1_OAEP_PADDING && oaepHash !== undefined) digestFor(oaepHash);
  const label = oaepLabel === undefined ? undefined : looseInputOf(oaepLabel, 'key.oaepLabel');
  return asBuffer(demand(operation(key, input, padding, padding === 4 ? oaepHash ?? 'sha1' : '', label),
    () => failure('ERR_CRYPTO_OPERATION_FAILED', 'Operation failed')));
}
export const publicEncrypt = (key, data) => crypt(host.encrypt, false, key, data, 4);
export const privateDecrypt = (key, data) => crypt(host.decrypt, true, key, data, 4);

const asKey = (value, name) => {
  const key = value?.[keyOf] ? KeyObject.from(value) : value;
  if (!(key instanceof KeyObject)) throw invalidValue(name, value);
  return key;
};
export function diffieHellman(options, callback) {
  if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
  if (callback !== undefined) requireFunction(callback);
  const own = asKey(options.privateKey, 'options.privateKey'), peer = asKey(options.publicKey, 'options.publicKey');
  if (own.type !== 'private')
    throw typeFailure('ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${own.type}, expected private.`);
  if (own.asymmetricKeyType !== peer.asymmetricKeyType)
    throw failure('ERR_CRYPTO_INCOMPATIBLE_KEY',
      `Incompatible key types for Diffie-Hellman: ${own.asymmetricKeyType} and ${peer.asymmetricKeyType}`);
  const work = () =>
    asBuffer(demand(host.agree(own, peer), () => failure('ERR_CRYPTO_OPERATION_FAILED', 'diffieHellman failed')));
  return callback ? answerLater(callback, work) : work();
}
