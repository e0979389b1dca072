import { fromBase64url } from './bytes.js';
import { derOfEdwards, derOfJwk, derOfPoint, publicBits } from './der.js';
import { generateKeyPairSync, keyOf, readDer, secretKeyOf } from './keys.js';
import { freshBytes } from './random.js';
import { blockSizes, curveNames, domFailure, hashFor, normalized, notSupported, operationFailed, sourceBytes,
  usagesOf, wholeNumber } from './webcrypto-algorithms.js';

const making = Symbol('making');
export class CryptoKey {
  #key;
  #algorithm;
  #extractable;
  #usages;
  constructor(sign, key, algorithm, extractable, usages) {
    if (sign !== making) throw Object.assign(new TypeError('Illegal constructor'), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    this.#key = key;
    this.#algorithm = algorithm;
    this.#extractable = extractable;
    this.#usages = usages;
  }
  get type() { return this.#key.type; }
  get extractable() { return this.#extractable; }
  get algorithm() { return this.#algorithm; }
  get usages() { return [...this.#usages]; }
  get [Symbol.toStringTag]() { return 'CryptoKey'; }
  // What cannot be had through `exportKey` cannot be had through Node's keys.
  [keyOf]() {
    if (!this.#extractable) throw domFailure('InvalidAccessError', 'key is not extractable');
    return this.#key;
  }
  static key(key) { return key.#key; }
  static isFor(key, usage) { return key.#usages.includes(usage); }
  static algorithmOf(key) { return key.#algorithm; }
  static has(value) { return typeof value === 'object' && value !== null && #key in value; }
}
const innerKey = CryptoKey.key;
export { innerKey };

const order = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
const allUsages = (usages) => {
  const list = [...usages];
  for (const each of list)
    if (!order.includes(each)) throw new TypeError(`'${each}' is not a valid enum value of type KeyUsage.`);
  return list;
};

export function made(key, algorithm, extractable, usages) {
  const allowed = usagesOf[algorithm.name][key.type] ?? [];
  const wanted = allUsages(usages);
  if (wanted.some((usage) => !allowed.includes(usage)))
    throw domFailure('SyntaxError',
      `Unsupported key usage for ${algorithm.name === 'HMAC' ? 'an HMAC key' : `a ${algorithm.name} key`}`);
  if (key.type !== 'public' && wanted.length === 0)
    throw domFailure('SyntaxError', `Usages cannot be empty when importing a ${key.type} key.`);
  return new CryptoKey(
    making, key, algorithm, key.type === 'public' || extractable, order.filter((usage) => wanted.includes(usage)));
}

const isRsa = (name) => name.startsWith('RSA');
const isCurve = (name) => name === 'ECDSA' || name === 'ECDH';
const isEdwards = (name) => name === 'Ed25519' || name === 'X25519';
const dataFailure = (message = 'Invalid keyData') => domFailure('DataError', message);

function checkedJwk(jwk, kty, extractable, usages) {
  if (typeof jwk !== 'object' || jwk === null) throw dataFailure();
  if (jwk.kty !== kty) throw dataFailure('Invalid JWK "kty" Parameter');
  if (jwk.ext === false && extractable) throw dataFailure('JWK "ext" Parameter and extractable mismatch');
  if (jwk.key_ops !== undefined && usages.some((usage) => !jwk.key_ops.includes(usage)))
    throw dataFailure('Key operations and usage mismatch');
  return jwk;
}

const jwkAlgorithm = (name, hash, bits) => {
  const size = hash && (hash.name === 'SHA-1' ? '1': hash.name.slice(4));
  return {
    HMAC: `HS${size}`,
    'RSASSA-PKCS1-v1_5': `RS${size}`,
    'RSA-PSS': `PS${size}`,
    'RSA-OAEP': size === '1' ? 'RSA-OAEP': `RSA-OAEP-${size}`
  }[name] ??
    (name.startsWith('AES-') ? `A${bits}${name.slice(4)}` : undefined);
};

function importSecret(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  let bytes;
  if (format === 'jwk' && name !== 'PBKDF2' && name !== 'HKDF') {
    const jwk = checkedJwk(data, 'oct', extractable, usages);
    if (typeof jwk.k !== 'string') throw dataFailure();
    bytes = fromBase64url(jwk.k);
    const expected = jwkAlgorithm(name, algorithm.hash && hashFor(algorithm), bytes.length * 8);
    if (jwk.alg !== undefined && jwk.alg !== expected)
      throw dataFailure('JWK "alg" does not match the requested algorithm');
  } else if (format === 'raw') {
    bytes = sourceBytes(data, 'keyData');
  } else {
    throw notSupported(`Unable to import ${name} key with format ${format}`);
  }
  if (name === 'HMAC') {
    const hash = hashFor(algorithm), { length = bytes.length * 8 } = algorithm;
    if (bytes.length === 0) throw dataFailure('Zero-length key is not supported');
    if (length > bytes.length * 8 || length <= bytes.length * 8 - 8) throw dataFailure('Invalid key length');
    return made(secretKeyOf(bytes), { name, hash, length }, extractable, usages);
  }
  if (name.startsWith('AES-')) {
    if (![16, 24, 32].includes(bytes.length)) throw dataFailure('Invalid key length');
    return made(secretKeyOf(bytes), { name, length: bytes.length * 8 }, extractable, usages);
  }
  if (extractable) throw domFailure('SyntaxError', `${name} keys are not extractable`);
  return made(secretKeyOf(bytes), { name }, false, usages);
}

const structures = { spki: 'public', pkcs8: 'private' };
const ktyOf = (name) => (isRsa(name) ? 'RSA': isCurve(name) ? 'EC': 'OKP');

function readPair(format, data, algorithm, extractable, usages) {
  const { name } = algorithm;
  if (format === 'jwk') {
    const jwk = checkedJwk(data, ktyOf(name), extractable, usages);
    if (!isRsa(name) && jwk.crv !== (isCurve(name) ? algorithm.namedCurve : name))
      throw dataFailure('JWK "crv" does not match the requested algorithm');
    const { isPrivate, structure, bytes } = derOfJwk(jwk);
    return readDer(isPrivate ? 'private': 'public', bytes, structure);
  }
  const bytes = sourceBytes(data, 'keyData');
  if (structures[format]) return readDer(structures[format], bytes, format);
  if (format !== 'raw' || isRsa(name)) throw notSupported(`Unable to import ${name} using ${format} format`);
  return readDer('public', isCurve(name) ? derOfPoint(algorithm.namedCurve, bytes) : derOfEdwards(name, bytes), 'spki');
}

function factsOf(key, algorithm) {
  const { name } = algorithm;
  if (!isRsa(name)) return isCurve(name) ? { name, namedCurve: algorithm.namedCurve } : { name };
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails;
  const digits = publicExponent.toString(16), even = digits.padStart(digits.length + (digits.length % 2), '0');
  return {
    name,
    modulusLength,
    publicExponent: Uint8Array.from(even.match(/../g), (pair) => parseInt(pair, 16)),
    hash: hashFor(algorithm)
  };
}

export function importKey(format, data, given, extractable, usages) {
  if (!['raw', 'jwk', 'spki', 'pkcs8'].includes(format))
    throw new TypeError(`'${format}' is not a valid enum value of type KeyFormat.`);
  const algorithm = normalized(given), { name } = algorithm;
  if (!usagesOf[name]) throw notSupported('Unrecognized algorithm name');
  const wanted = allUsages(usages);
  if (usagesOf[name].secret) return importSecret(format, data, algorithm, Boolean(extractable), wanted);
  if (isRsa(name)) hashFor(algorithm);
  if (isCurve(name) && !curveNames[algorithm.namedCurve]) throw notSupported('Unrecognized namedCurve');
  let key;
  try {
    key = readPair(format, data, algorithm, Boolean(extractable), wanted);
  } catch (error) {
    if (error instanceof globalThis.DOMException || error?.code === 'ERR_INVALID_ARG_TYPE') throw error;
    throw dataFailure();
  }
  const kind = isRsa(name) ? 'rsa': isCurve(name) ? 'ec': name.toLowerCase();
  if (key.asymmetricKeyType !== kind ||
    (kind === 'ec' && key.asymmetricKeyDetails.namedCurve !== curveNames[algorithm.namedCurve]))
    throw dataFailure(kind === 'ec' && key.asymmetricKeyType === kind ? 'Named curve mismatch' : 'Invalid key type');
  return made(key, factsOf(key, algorithm), Boolean(extractable), wanted);
}

const copyOut = (bytes) => bytes.slice().buffer;

export function exportKey(format, key) {
  if (!['raw', 'jwk', 'spki', 'pkcs8'].includes(format))
    throw new TypeError(`'${format}' is not a valid enum value of type KeyFormat.`);
  if (!key.extractable) throw domFailure('InvalidAccessError', 'key is not extractable');
  const inner = innerKey(key), { name, hash, length, namedCurve } = CryptoKey.algorithmOf(key);
  if (format === 'jwk') {
    const jwk = inner.export({ format: 'jwk' }),
          alg = jwkAlgorithm(name, hash, length) ?? (name === 'Ed25519' ? name : undefined);
    return {
      key_ops: key.usages,
      ext: key.extractable,
      ...jwk,
      ...(namedCurve && { crv: namedCurve }),
      ...(alg && { alg })
    };
  }
  if (format === 'raw' && inner.type === 'secret') return copyOut(inner.export());
  if (format === 'raw' && inner.type === 'public' && !isRsa(name)) return copyOut(publicBits(inner.der(false, 'spki')));
  if (structures[format] !== inner.type)
    throw notSupported(`Unable to export ${name} ${inner.type} key using ${format} format`);
  return copyOut(inner.der(inner.type === 'private', format));
}

function secretLength(algorithm) {
  if (algorithm.name === 'HMAC') {
    const hash = hashFor(algorithm),
          length = algorithm.length === undefined ? blockSizes[hash.name] : wholeNumber(algorithm.length, 'length');
    if (length === 0) throw operationFailed('Zero-length key is not supported');
    return { length, facts: { name: 'HMAC', hash, length } };
  }
  const length = wholeNumber(algorithm.length, 'length');
  if (![128, 192, 256].includes(length)) throw operationFailed('Invalid key length');
  return { length, facts: { name: algorithm.name, length } };
}

export function keyLengthFor(given) {
  const algorithm = normalized(given);
  return algorithm.name === 'PBKDF2' || algorithm.name === 'HKDF' ? null : secretLength(algorithm).length;
}

function pairFor(algorithm) {
  const { name } = algorithm;
  if (isEdwards(name)) return generateKeyPairSync(name.toLowerCase());
  if (isCurve(name)) {
    if (!curveNames[algorithm.namedCurve]) throw notSupported('Unrecognized namedCurve');
    return generateKeyPairSync('ec', { namedCurve: curveNames[algorithm.namedCurve] });
  }
  hashFor(algorithm);
  const exponent =
    [...sourceBytes(algorithm.publicExponent, 'publicExponent')].reduce((sum, byte) => sum * 256 + byte, 0);
  if (exponent !== 65537) throw operationFailed('public exponents other than 65537 are not in the sandbox');
  try {
    return generateKeyPairSync('rsa', { modulusLength: wholeNumber(algorithm.modulusLength, 'modulusLength') });
  } catch {
    throw operationFailed();
  }
}

export function generateKey(given, extractable, usages) {
  const algorithm = normalized(given), allowed = usagesOf[algorithm.name];
  if (!allowed || algorithm.name === 'PBKDF2' || algorithm.name === 'HKDF')
    throw notSupported('Unrecognized algorithm name');
  const wanted = allUsages(usages),
        may = [...(allowed.secret ?? []), ...(allowed.public ?? []), ...(allowed.private ?? [])];
  if (wanted.some((usage) => !may.includes(usage)))
    throw domFailure('SyntaxError', `Unsupported key usage for a ${algorithm.name} key`);
  if (!wanted.some((usage) => (allowed.secret ?? allowed.private).includes(usage)))
    throw domFailure('SyntaxError', 'Usages cannot be empty when creating a key.');
  if (allowed.secret) {
    const { length, facts } = secretLength(algorithm);
    return made(secretKeyOf(freshBytes(Math.ceil(length / 8))), facts, Boolean(extractable), wanted);
  }
  const { publicKey, privateKey } = pairFor(algorithm), facts = factsOf(publicKey, algorithm);
  const part = (key) =>
    made(key, facts, Boolean(extractable), wanted.filter((usage) => allowed[key.type].includes(usage)));
  return { publicKey: part(publicKey), privateKey: part(privateKey) };
}
