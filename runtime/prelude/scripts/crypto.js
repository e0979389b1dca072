// Node's module `crypto` and Web Cryptography, over the host's OpenSSL. docs/compatibility-crypto.md says
// what is not here.
import { lacking, webcrypto } from 'agentc:powers';
import { timingSafeEqual } from './crypto/bytes.js';
import { Cipheriv, createCipheriv, createDecipheriv, Decipheriv, getCipherInfo, getCiphers } from './crypto/cipher.js';
import { hkdf, hkdfSync, pbkdf2, pbkdf2Sync, scrypt, scryptSync } from './crypto/derive.js';
import { createHash, createHmac, getHashes, Hash, hash, Hmac } from './crypto/hash.js';
import { createPrivateKey, createPublicKey, createSecretKey, generateKey, generateKeyPair, generateKeyPairSync,
  generateKeySync, KeyObject } from './crypto/keys.js';
import { randomBytes, randomFill, randomFillSync, randomInt } from './crypto/random.js';
import { constants, createSign, createVerify, diffieHellman, privateDecrypt, publicEncrypt, Sign, sign, Verify, verify
  } from './crypto/sign.js';
import { subtle, SubtleCrypto } from './crypto/webcrypto.js';
import { CryptoKey } from './crypto/webcrypto-keys.js';

const absent = {};
for (const name of ['Certificate', 'DiffieHellman', 'ECDH', 'X509Certificate', 'checkPrime', 'checkPrimeSync',
  'createDiffieHellman', 'createDiffieHellmanGroup', 'createECDH', 'generatePrime', 'generatePrimeSync', 'getDiffieHellman',
  'privateEncrypt', 'publicDecrypt', 'setEngine', 'setFips']) {
  absent[name] = { [name]() {
    const error = new Error(`\`crypto.${name}\` is not in the sandbox`);
    error.code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM';
    throw lacking(`crypto.${name}`, error);
  } }[name];
}

const { getRandomValues, randomUUID } = webcrypto;
const getCurves = () => ['prime256v1', 'secp256k1', 'secp384r1', 'secp521r1'];

const module = {
  ...absent, Cipheriv, Decipheriv, Hash, Hmac, KeyObject, Sign, Verify, constants, createCipheriv, createDecipheriv,
  createHash, createHmac, createPrivateKey, createPublicKey, createSecretKey, createSign, createVerify,
  diffieHellman, generateKey, generateKeyPair, generateKeyPairSync, generateKeySync, getCipherInfo, getCiphers,
  getCurves, getFips: () => 0, getHashes, getRandomValues, hash, hkdf, hkdfSync, pbkdf2, pbkdf2Sync, privateDecrypt,
  publicEncrypt, randomBytes, randomFill, randomFillSync, randomInt, randomUUID, scrypt, scryptSync, sign, subtle,
  timingSafeEqual, verify, webcrypto,
  // Their old names.
  prng: randomBytes, pseudoRandomBytes: randomBytes, rng: randomBytes,
};

const globals = { CryptoKey, SubtleCrypto, subtle };

export const moduleNamed = () => module;
export const globalNamed = (name) => globals[name];

// Runs what most bundles will run, so that the build can keep it compiled.
export function exercise() {
  createHash('sha256').update('a').digest('hex');
  createHmac('sha256', 'key').update('a').digest('hex');
}
