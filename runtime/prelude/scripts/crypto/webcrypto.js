// Web Cryptography's SubtleCrypto (https://www.w3.org/TR/webcrypto-2/) over what Node's functions use.
import { sameBytes } from './bytes.js';
import { demand, host } from './host.js';
import { KeyObject } from './keys.js';
import { rawSign, rawVerify } from './sign.js';
import { digestOf, domFailure, hashFor, normalized, notSupported, operationFailed, sourceBytes, wholeNumber } from
  './webcrypto-algorithms.js';
import { CryptoKey, exportKey, generateKey, importKey, innerKey, keyLengthFor } from './webcrypto-keys.js';

const out = (bytes) => bytes.buffer;

function checked(key, algorithm, usage) {
  if (!CryptoKey.has(key))
    throw Object.assign(
      new TypeError('The "key" argument must be an instance of CryptoKey.'), { code: 'ERR_INVALID_ARG_TYPE' });
  if (CryptoKey.algorithmOf(key).name !== algorithm.name)
    throw domFailure('InvalidAccessError', 'Key algorithm mismatch');
  if (!CryptoKey.isFor(key, usage)) throw domFailure('InvalidAccessError', `Unable to use this key to ${usage}`);
  return innerKey(key);
}

function transform(name, encrypts, key, iv, bytes, { aad, tag } = {}) {
  const cipher = {};
  demand(host.startCipher(name, encrypts, key, iv, cipher), operationFailed);
  if (aad?.length) demand(host.addAuthenticated(cipher, aad), operationFailed);
  if (tag && !encrypts && host.setCipherTag(cipher, tag) !== true) throw operationFailed();
  const first = demand(host.updateCipher(cipher, bytes), operationFailed), last = host.finishCipher(cipher);
  if (typeof last === 'string') throw operationFailed();
  const sealed = tag && encrypts ? host.cipherTag(cipher, tag.length) : new Uint8Array(0);
  const all = new Uint8Array(first.length + last.length + sealed.length);
  all.set(first);
  all.set(last, first.length);
  all.set(sealed, first.length + last.length);
  return all;
}

const tagBits = [32, 64, 96, 104, 112, 120, 128];
function gcm(encrypts, algorithm, key, bytes) {
  const iv = sourceBytes(algorithm.iv, 'algorithm.iv'), bits = algorithm.tagLength ?? 128;
  if (!tagBits.includes(bits)) throw operationFailed(`${bits} is not a valid AES-GCM tag length`);
  const aad = algorithm.additionalData === undefined
    ? undefined
    : sourceBytes(algorithm.additionalData, 'algorithm.additionalData');
  const size = bits / 8, name = `aes-${key.length * 8}-gcm`;
  if (encrypts) return transform(name, true, key, iv, bytes, { aad, tag: new Uint8Array(size) });
  if (bytes.length < size) throw operationFailed('The provided data is too small.');
  return transform(
    name, false, key, iv, bytes.subarray(0, bytes.length - size), { aad, tag: bytes.subarray(bytes.length - size) });
}

function cbc(encrypts, algorithm, key, bytes) {
  const iv = sourceBytes(algorithm.iv, 'algorithm.iv');
  if (iv.length !== 16) throw operationFailed('algorithm.iv must contain exactly 16 bytes');
  return transform(`aes-${key.length * 8}-cbc`, encrypts, key, iv, bytes);
}

// Only the counter's own bits count on; OpenSSL's counter is the whole block.
function ctr(encrypts, algorithm, key, bytes) {
  const counter = sourceBytes(algorithm.counter, 'algorithm.counter'),
        length = wholeNumber(algorithm.length, 'algorithm.length');
  if (counter.length !== 16) throw operationFailed('algorithm.counter must contain exactly 16 bytes');
  if (length === 0 || length > 128) throw operationFailed('AES-CTR algorithm.length must be between 1 and 128');
  const value = counter.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n), size = 1n << BigInt(length);
  const blocks = BigInt(Math.ceil(bytes.length / 16)), untilWrap = size - (value & (size - 1n));
  if (blocks > size) throw operationFailed();
  const name = `aes-${key.length * 8}-ctr`;
  if (blocks <= untilWrap) return transform(name, encrypts, key, counter, bytes);
  const cut = Number(untilWrap) * 16, restart = (value - (value & (size - 1n))).toString(16).padStart(32, '0');
  const result = new Uint8Array(bytes.length);
  result.set(transform(name, encrypts, key, counter, bytes.subarray(0, cut)));
  result.set(transform(name, encrypts, key, Uint8Array.from(restart.match(/../g), (pair) => parseInt(pair, 16)),
               bytes.subarray(cut)),
    cut);
  return result;
}

function oaep(encrypts, algorithm, key, bytes, cryptoKey) {
  const label = algorithm.label === undefined ? undefined : sourceBytes(algorithm.label, 'algorithm.label');
  const run = encrypts ? host.encrypt : host.decrypt;
  const answer = run(key, bytes, 4, digestOf(CryptoKey.algorithmOf(cryptoKey).hash), label);
  if (typeof answer === 'string') throw operationFailed();
  return answer;
}

function crypt(encrypts, usage, given, key, data) {
  const algorithm = normalized(given), inner = checked(key, algorithm, usage), bytes = sourceBytes(data);
  if (algorithm.name === 'RSA-OAEP') return out(oaep(encrypts, algorithm, inner, bytes, key));
  const run = { 'AES-GCM': gcm, 'AES-CBC': cbc, 'AES-CTR': ctr }[algorithm.name];
  if (!run) throw notSupported('Unrecognized algorithm name');
  return out(run(encrypts, algorithm, KeyObject.bytes(inner), bytes));
}

function hmac(key, cryptoKey, bytes) {
  const mac = {};
  demand(host.startHmac(digestOf(CryptoKey.algorithmOf(cryptoKey).hash), KeyObject.bytes(key), mac), operationFailed);
  demand(host.updateHash(mac, bytes), operationFailed);
  return demand(host.finishHash(mac), operationFailed);
}

function signatureForm(algorithm, cryptoKey) {
  const own = CryptoKey.algorithmOf(cryptoKey);
  if (algorithm.name === 'Ed25519') return {};
  if (algorithm.name === 'ECDSA') return { digest: digestOf(hashFor(algorithm)), isFixed: true };
  if (algorithm.name === 'RSA-PSS')
    return { digest: digestOf(own.hash), padding: 6, saltLength: wholeNumber(algorithm.saltLength, 'saltLength') };
  if (algorithm.name === 'RSASSA-PKCS1-v1_5') return { digest: digestOf(own.hash) };
  throw notSupported('Unrecognized algorithm name');
}

function derived(given, key, usage, length) {
  const algorithm = normalized(given), inner = checked(key, algorithm, usage);
  if (length !== null && length !== undefined && length % 8 !== 0)
    throw operationFailed('length must be a multiple of 8');
  if (algorithm.name === 'ECDH' || algorithm.name === 'X25519') {
    const peer = algorithm.public;
    if (!CryptoKey.has(peer) || peer.type !== 'public' || CryptoKey.algorithmOf(peer).name !== algorithm.name)
      throw domFailure('InvalidAccessError', 'algorithm.public must be a public key');
    const bits = host.agree(inner, innerKey(peer));
    if (typeof bits === 'string') throw operationFailed();
    if (length > bits.length * 8) throw operationFailed('derived bit length is too small');
    return length === null || length === undefined ? bits : bits.slice(0, length / 8);
  }
  if (length === null || length === undefined) throw operationFailed('length cannot be null');
  const secret = KeyObject.bytes(inner), salt = sourceBytes(algorithm.salt, 'algorithm.salt'),
        digest = digestOf(hashFor(algorithm));
  if (algorithm.name === 'HKDF')
    return demand(
      host.hkdf(digest, secret, salt, sourceBytes(algorithm.info, 'algorithm.info'), length / 8), operationFailed);
  if (algorithm.name !== 'PBKDF2') throw notSupported('Unrecognized algorithm name');
  const iterations = wholeNumber(algorithm.iterations, 'iterations');
  if (iterations === 0) throw operationFailed('iterations cannot be zero');
  return demand(host.pbkdf2(digest, secret, salt, iterations, length / 8), operationFailed);
}

export class SubtleCrypto {
  async digest(given, data) {
    const digest = digestOf(normalized(given));
    if (!digest) throw notSupported('Unrecognized algorithm name');
    const hash = {};
    demand(host.startHash(digest, hash), operationFailed);
    demand(host.updateHash(hash, sourceBytes(data)), operationFailed);
    return out(demand(host.finishHash(hash, 0), operationFailed));
  }
  async encrypt(algorithm, key, data) { return crypt(true, 'encrypt', algorithm, key, data); }
  async decrypt(algorithm, key, data) { return crypt(false, 'decrypt', algorithm, key, data); }
  async sign(given, key, data) {
    const algorithm = normalized(given), inner = checked(key, algorithm, 'sign'), bytes = sourceBytes(data);
    if (algorithm.name === 'HMAC') return out(hmac(inner, key, bytes));
    return out(rawSign(inner, bytes, signatureForm(algorithm, key)));
  }
  async verify(given, key, signature, data) {
    const algorithm = normalized(given), inner = checked(key, algorithm, 'verify');
    const shown = sourceBytes(signature, 'signature'), bytes = sourceBytes(data);
    if (algorithm.name === 'HMAC') return sameBytes(hmac(inner, key, bytes), shown);
    return rawVerify(inner, bytes, shown, signatureForm(algorithm, key));
  }
  async importKey(format, data, algorithm, extractable, usages) {
    return importKey(format, data, algorithm, extractable, usages);
  }
  async exportKey(format, key) {
    if (!CryptoKey.has(key))
      throw Object.assign(
        new TypeError('The "key" argument must be an instance of CryptoKey.'), { code: 'ERR_INVALID_ARG_TYPE' });
    return exportKey(format, key);
  }
  async generateKey(algorithm, extractable, usages) { return generateKey(algorithm, extractable, usages); }
  async deriveBits(algorithm, key, length = null) { return out(derived(algorithm, key, 'deriveBits', length)); }
  async deriveKey(algorithm, key, derivedType, extractable, usages) {
    const bits = derived(algorithm, key, 'deriveKey', keyLengthFor(derivedType));
    return importKey('raw', bits, derivedType, extractable, usages);
  }
  async wrapKey(format, key, wrappingKey, algorithm) {
    const plain = exportKey(format, key);
    const bytes = format === 'jwk' ? globalThis.Buffer.from(JSON.stringify(plain)) : plain;
    return crypt(true, 'wrapKey', algorithm, wrappingKey, bytes);
  }
  async unwrapKey(format, wrapped, unwrappingKey, unwrapAlgorithm, keyAlgorithm, extractable, usages) {
    const plain = crypt(false, 'unwrapKey', unwrapAlgorithm, unwrappingKey, wrapped);
    let data = plain;
    if (format === 'jwk') {
      try {
        data = JSON.parse(globalThis.Buffer.from(plain).toString('utf8'));
      } catch {
        throw domFailure('DataError', 'Invalid wrapped JWK key');
      }
    }
    return importKey(format, data, keyAlgorithm, extractable, usages);
  }
  get [Symbol.toStringTag]() { return 'SubtleCrypto'; }
}

export const subtle = new SubtleCrypto();
