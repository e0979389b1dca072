import { answerLater, asBuffer, base64urlOf, bytesOf, isArrayBuffer, looseInputOf, outputOf, sameBytes } from
  './bytes.js';
import { curves, derOfJwk, jwkOf, rsaNumbers } from './der.js';
import { failure, invalidType, invalidValue, requireFunction, requireInteger, requireString, typeFailure } from
  './errors.js';
import { demand, host } from './host.js';
import { freshBytes } from './random.js';

const making = Symbol('making');
const keyFailed = () => failure('ERR_OSSL_UNSUPPORTED', 'error:1E08010C:DECODER routines::unsupported');
const incompatible = (name, what) =>
  failure('ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS', `The selected key encoding ${name} ${what}.`);

// A secret's bytes, or what stands for a key that the host holds as long as this lives.
export class KeyObject {
  #type;
  #bytes;
  #facts;
  constructor(sign, type, take) {
    if (sign !== making) throw invalidValue('type', sign);
    this.#type = type;
    if (type === 'secret') this.#bytes = take();
    else demand(take(this), keyFailed);
  }
  static from(key) {
    const made = key?.[keyOf]?.();
    if (!made) throw invalidType('key', 'an instance of CryptoKey', key);
    return made;
  }
  static bytes(key) { return key.#bytes; }
  get type() { return this.#type; }
  get symmetricKeySize() { return this.#bytes?.length; }
  #described() {
    return this.#facts ??= host.describeKey(this).split('\0');
  }
  get asymmetricKeyType() { return this.#type === 'secret' ? undefined : this.#described()[0]; }
  get asymmetricKeyDetails() {
    if (this.#type === 'secret') return undefined;
    const [kind, bits, group] = this.#described();
    if (kind === 'ec') return { namedCurve: group };
    if (!kind.startsWith('rsa')) return {};
    const [, exponent] = rsaNumbers(this.der(false, 'pkcs1'));
    return { modulusLength: +bits, publicExponent: exponent.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n) };
  }
  der(isPrivate, structure) {
    return demand(host.writeKey(this, 'der', isPrivate, structure, '', undefined), keyFailed);
  }
  export(options = {}) {
    if (typeof options !== 'object' || options === null) throw invalidType('options', 'of type object', options);
    if (this.#type === 'secret') {
      if (options.format === 'jwk') return { kty: 'oct', k: base64urlOf(this.#bytes) };
      return asBuffer(this.#bytes.slice());
    }
    return exported(this, options);
  }
  equals(other) {
    if (!(other instanceof KeyObject)) throw invalidType('otherKeyObject', 'an instance of KeyObject', other);
    if (other.#type !== this.#type) return false;
    const structure = this.#type === 'private' ? 'pkcs8': 'spki', isPrivate = this.#type === 'private';
    return this.#type === 'secret' ? sameBytes(this.#bytes, other.#bytes)
      : sameBytes(this.der(isPrivate, structure), other.der(isPrivate, structure));
  }
  get [Symbol.toStringTag]() { return 'KeyObject'; }
}

// By which a CryptoKey gives its KeyObject.
export const keyOf = Symbol('keyOf');

const structures = { public: ['pkcs1', 'spki'], private: ['pkcs1', 'pkcs8', 'sec1'] };
function exported(key, options) {
  const { format, type, cipher, passphrase } = options;
  const isPrivate = key.type === 'private', kind = key.asymmetricKeyType;
  if (format === 'jwk') {
    if (passphrase !== undefined) throw incompatible('jwk', 'does not support encryption');
    const jwk =
      jwkOf(kind, key.asymmetricKeyDetails.namedCurve, isPrivate, (secret, structure) => key.der(secret, structure));
    if (jwk) return jwk;
    throw kind === 'ec' ? failure('ERR_CRYPTO_JWK_UNSUPPORTED_CURVE',
                            `Unsupported JWK EC curve: ${key.asymmetricKeyDetails.namedCurve}.`)
                        : failure('ERR_CRYPTO_JWK_UNSUPPORTED_KEY_TYPE', 'Unsupported JWK Key Type.');
  }
  if (format !== 'pem' && format !== 'der') throw invalidValue('options.format', format);
  if (!structures[key.type].includes(type)) throw invalidValue('options.type', type);
  if ((type === 'pkcs1' && kind !== 'rsa') || (type === 'sec1' && kind !== 'ec'))
    throw incompatible(type, `can only be used for ${type === 'pkcs1' ? 'RSA': 'EC'} keys`);
  if (cipher !== undefined && cipher !== null) requireString(cipher, 'options.cipher');
  if (cipher && passphrase === undefined)
    throw invalidType('options.passphrase',
      'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView', passphrase);
  if (cipher && format === 'der' && type !== 'pkcs8') throw incompatible(type, 'does not support encryption');
  const secret = cipher ? bytesOf(looseInputOf(passphrase, 'options.passphrase')) : undefined;
  const bytes = demand(host.writeKey(key, format, isPrivate, type, cipher ?? '', secret),
    () => failure('ERR_CRYPTO_UNKNOWN_CIPHER', 'Unknown cipher'));
  return format === 'pem' ? outputOf(bytes, 'latin1') : asBuffer(bytes);
}

const privateTypes = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';
const keyTypes = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, DataView, KeyObject, or CryptoKey';

function readKey(type, given, form, structure, passphrase) {
  const input = bytesOf(looseInputOf(given, 'key', undefined, type === 'private' ? privateTypes : keyTypes));
  const secret =
    passphrase === undefined || passphrase === null ? undefined : bytesOf(looseInputOf(passphrase, 'key.passphrase'));
  const bytes = form === 'pem' ? withLastLine(input) : input;
  return new KeyObject(
    making, type, (owner) => host.readKey(bytes, form, type === 'private', structure, '', secret, owner));
}

// PEM may end without its line's end, which OpenSSL's decoders want.
function withLastLine(bytes) {
  const out = new Uint8Array(bytes.length + 1);
  out.set(bytes);
  out[bytes.length] = 10;
  return out;
}

export const readDer = (type, bytes, structure) => readKey(type, bytes, 'der', structure);

export function keyOfJwk(type, jwk) {
  if (typeof jwk !== 'object' || jwk === null) throw invalidType('key.key', 'of type object', jwk);
  if (!['RSA', 'EC', 'OKP'].includes(jwk.kty))
    throw invalidValue('key.kty', jwk.kty, "must be one of: 'RSA', 'EC', 'OKP'");
  const { isPrivate, structure, bytes } = derOfJwk(jwk);
  if (type === 'private' && !isPrivate) throw typeFailure('ERR_CRYPTO_INVALID_JWK', 'Invalid JWK data');
  try {
    const key = readDer(isPrivate ? 'private': 'public', bytes, structure);
    return isPrivate && type === 'public' ? publicOf(key) : key;
  } catch {
    throw failure('ERR_CRYPTO_INVALID_JWK', 'Invalid JWK data');
  }
}

const publicOf = (key) => readDer('public', key.der(false, 'spki'), 'spki');

// A key by what Node's functions take: an object of either kind, PEM or DER, JSON Web Key, with options around.
export function createPrivateKey(given) {
  const { key, format = 'pem', type = '', passphrase } = partsOf(given, privateTypes);
  if (format === 'jwk') return keyOfJwk('private', key);
  if (format === 'der' && !type) throw invalidValue('key.type', type || undefined);
  return readKey('private', key, format, format === 'pem' ? '' : type, passphrase);
}

export function createPublicKey(given) {
  const { key, format = 'pem', type = '', passphrase } = partsOf(given);
  if (key instanceof KeyObject || key?.[keyOf]) {
    const own = key instanceof KeyObject ? key : KeyObject.from(key);
    if (own.type !== 'private')
      throw typeFailure(
        'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${own.type}, expected private.`);
    return publicOf(own);
  }
  if (format === 'jwk') return keyOfJwk('public', key);
  if (format === 'der' && !type) throw invalidValue('key.type', type || undefined);
  if (format === 'pem' &&
    /-----BEGIN (?:(?:RSA|EC|ENCRYPTED) )?PRIVATE KEY-----/.test(
      outputOf(bytesOf(looseInputOf(key, 'key', undefined, keyTypes)), 'latin1')))
    return publicOf(readKey('private', key, 'pem', '', passphrase));
  if (format === 'der' && (type === 'pkcs8' || type === 'sec1'))
    return publicOf(readKey('private', key, 'der', type, passphrase));
  return readKey('public', key, format, format === 'pem' ? '' : type);
}

const isKeyText = (value) => typeof value === 'string' || ArrayBuffer.isView(value) || isArrayBuffer(value) ||
  value instanceof KeyObject || Boolean(value?.[keyOf]);

function partsOf(given, expected = keyTypes) {
  if (isKeyText(given)) return { key: given };
  if (typeof given === 'object' && given !== null) {
    const { format } = given;
    if (format !== undefined && !['pem', 'der', 'jwk'].includes(format)) throw invalidValue('options.format', format);
    if (format !== 'jwk' && !isKeyText(given.key)) throw invalidType('key.key', expected, given.key);
    return given;
  }
  throw invalidType('key', expected, given);
}

// The key for an operation, with the options that came with it.
export function keyFor(isPrivate, given) {
  const parts = partsOf(given);
  let key = parts.key?.[keyOf] ? KeyObject.from(parts.key) : parts.key;
  if (key instanceof KeyObject) {
    if (key.type === 'secret' || (isPrivate && key.type !== 'private'))
      throw typeFailure('ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
        `Invalid key object type ${key.type}, expected ${isPrivate ? 'private': 'private or public'}.`);
  } else {
    key = isPrivate ? createPrivateKey(given) : createPublicKey(given);
  }
  return { key, options: parts === given ? given : parts };
}

export function createSecretKey(key, encoding) {
  const bytes = bytesOf(looseInputOf(key, 'key', encoding)).slice();
  return new KeyObject(making, 'secret', () => bytes);
}
export const secretKeyOf = (bytes) => new KeyObject(making, 'secret', () => bytes);

// What the host takes of a secret: its bytes, or text.
export function secretBytes(key, name) {
  const own = key?.[keyOf] ? KeyObject.from(key) : key;
  if (own instanceof KeyObject) return keyInput(own);
  return looseInputOf(key, name, undefined, keyTypes);
}
export function keyInput(key) {
  if (key.type !== 'secret')
    throw typeFailure('ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', `Invalid key object type ${key.type}, expected secret.`);
  return KeyObject.bytes(key);
}

const curveNames = { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };
const kinds = ['rsa', 'rsa-pss', 'ec', 'ed25519', 'ed448', 'x25519', 'x448'];

function pairWork(kind, options = {}) {
  requireString(kind, 'type');
  if (!kinds.includes(kind)) throw invalidValue('type', kind, 'must be a supported key type');
  if (kind === 'rsa-pss')
    throw failure('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'keys of the type `rsa-pss` are not in the sandbox');
  if (kind === 'rsa') requireInteger(options.modulusLength, 'options.modulusLength', 0, 2 ** 32 - 1);
  if (kind === 'ec') {
    requireString(options.namedCurve, 'options.namedCurve');
    if (!Object.values(curves).some(({ name }) => name === (curveNames[options.namedCurve] ?? options.namedCurve)))
      throw typeFailure('ERR_CRYPTO_INVALID_CURVE', 'Invalid EC curve name');
  }
  if (kind === 'rsa' && options.publicExponent !== undefined && options.publicExponent !== 65537)
    throw failure('ERR_FEATURE_UNAVAILABLE_ON_PLATFORM', 'public exponents other than 65537 are not in the sandbox');
  return () => {
    const curve = options.namedCurve ?? '';
    const privateKey = new KeyObject(making, 'private', (owner) => demand(
      host.generateKey(kind, options.modulusLength ?? 0, curveNames[curve] ?? curve, owner),
      () => failure('ERR_CRYPTO_OPERATION_FAILED', 'Key generation failed')));
    const publicKey = publicOf(privateKey);
    return {
      publicKey: options.publicKeyEncoding ? publicKey.export(options.publicKeyEncoding) : publicKey,
      privateKey: options.privateKeyEncoding ? privateKey.export(options.privateKeyEncoding) : privateKey,
    };
  };
}

export const generateKeyPairSync = (kind, options) => pairWork(kind, options)();
export function generateKeyPair(kind, options, callback) {
  if (typeof options === 'function') [options, callback] = [undefined, options];
  const work = pairWork(kind, options);
  requireFunction(callback);
  let pair;
  answerLater(
    (error) => (error ? callback(error) : callback(null, pair.publicKey, pair.privateKey)), () => { pair = work(); });
}

function secretWork(type, options) {
  requireString(type, 'type');
  if (type === 'hmac') requireInteger(options?.length, 'options.length', 8, 2 ** 31 - 1);
  else if (type !== 'aes') throw invalidValue('type', type, 'must be a supported key type');
  else if (![128, 192, 256].includes(options?.length))
    throw invalidValue('options.length', options?.length, 'must be one of: 128, 192, 256');
  return () => secretKeyOf(freshBytes(Math.floor(options.length / 8)));
}
export const generateKeySync = (type, options) => secretWork(type, options)();
export function generateKey(type, options, callback) {
  const work = secretWork(type, options);
  requireFunction(callback);
  answerLater(callback, work);
}
