// The algorithms of Web Cryptography that the sandbox has, and how their parameters are read.
import { isArrayBuffer } from './bytes.js';

export const domFailure = (name, message) => new globalThis.DOMException(message, name);
export const notSupported = (message) => domFailure('NotSupportedError', message);
export const operationFailed = (message = 'The operation failed for an operation-specific reason') =>
  domFailure('OperationError', message);

const digests = { 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' };
export const blockSizes = { 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024 };
export const curveNames = { 'P-256': 'prime256v1', 'P-384': 'secp384r1', 'P-521': 'secp521r1' };

const rsaUsages = { public: ['verify'], private: ['sign'] };
const agreeing = { public: [], private: ['deriveKey', 'deriveBits'] };
const aes = { secret: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] };
const secretOnly = { secret: ['deriveKey', 'deriveBits'] };
// What keys of each may be for.
export const usagesOf = {
  HMAC: { secret: ['sign', 'verify'] },
  'AES-CBC': aes,
  'AES-CTR': aes,
  'AES-GCM': aes,
  PBKDF2: secretOnly,
  HKDF: secretOnly,
  ECDSA: rsaUsages,
  Ed25519: rsaUsages,
  'RSASSA-PKCS1-v1_5': rsaUsages,
  'RSA-PSS': rsaUsages,
  'RSA-OAEP': { public: ['encrypt', 'wrapKey'], private: ['decrypt', 'unwrapKey'] },
  ECDH: agreeing,
  X25519: agreeing,
};
const known = [...Object.keys(usagesOf), ...Object.keys(digests)];

export const digestOf = (hash) => digests[hash.name];

// A dictionary or a name, as `{ name }` in the standard's spelling.
export function normalized(given) {
  const algorithm = typeof given === 'string' ? { name: given } : given;
  if (typeof algorithm !== 'object' || algorithm === null || algorithm.name === undefined)
    throw new TypeError("Failed to normalize algorithm: 'name' is required in 'Algorithm'");
  const wanted = String(algorithm.name).toLowerCase();
  const name = known.find((each) => each.toLowerCase() === wanted);
  if (!name) throw notSupported('Unrecognized algorithm name');
  return { ...algorithm, name };
}

export function hashFor(algorithm) {
  if (algorithm.hash === undefined)
    throw new TypeError(`Failed to normalize algorithm: 'hash' is required in '${algorithm.name}'`);
  const hash = normalized(algorithm.hash);
  if (!digestOf(hash)) throw notSupported('Unrecognized algorithm name');
  return { name: hash.name };
}

// The bytes as they are now; the caller may change its own later.
export function sourceBytes(value, name = 'data') {
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice();
  if (isArrayBuffer(value)) return new Uint8Array(value).slice();
  throw Object.assign(
    new TypeError(`The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`),
    { code: 'ERR_INVALID_ARG_TYPE' });
}

export function wholeNumber(value, name) {
  const number = Number(value);
  if (!Number.isFinite(number) || number < 0 || number > 2 ** 32 - 1)
    throw new TypeError(`${name} is outside the expected range of 0 to 4294967295.`);
  return Math.trunc(number);
}
