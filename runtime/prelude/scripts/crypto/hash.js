import { inputOf, outputOf } from './bytes.js';
import { failure, invalidDigest, invalidType, invalidValue, requireInteger, requireString } from './errors.js';
import { demand, host } from './host.js';
import { secretBytes } from './keys.js';

const finalized = () => failure('ERR_CRYPTO_HASH_FINALIZED', 'Digest already called');
const unknownDigest = () => new Error('Digest method not supported');
const copying = Symbol('copying');

export class Hash {
  #length;
  #isDone = false;
  constructor(algorithm, options) {
    if (algorithm === copying) {
      demand(host.copyHash(options, this), unknownDigest);
      this.#length = options.#length;
      return;
    }
    requireString(algorithm, 'algorithm');
    const length = options?.outputLength;
    if (length !== undefined) requireInteger(length, 'options.outputLength', 0, 2 ** 31 - 1);
    const own = host.hashLength(algorithm);
    if (own === undefined) throw unknownDigest();
    if (length !== undefined && length !== own && !/^shake/i.test(algorithm))
      throw Object.assign(new Error('Unsupported state or unable to set output length'),
        { code: 'ERR_OSSL_EVP_NOT_XOF_OR_INVALID_LENGTH' });
    this.#length = length;
    demand(host.startHash(algorithm, this), unknownDigest);
  }
  update(data, encoding) {
    if (this.#isDone) throw finalized();
    demand(host.updateHash(this, inputOf(data, 'data', encoding)),
      () => failure('ERR_CRYPTO_HASH_UPDATE_FAILED', 'Hash update failed'));
    return this;
  }
  digest(encoding) {
    if (this.#isDone) throw finalized();
    this.#isDone = true;
    const bytes =
      this.#length === 0 ? new Uint8Array(0) : demand(host.finishHash(this, this.#length ?? 0), unknownDigest);
    return outputOf(bytes, encoding);
  }
  copy() {
    if (this.#isDone) throw finalized();
    return new Hash(copying, this);
  }
}

export class Hmac {
  #isDone = false;
  constructor(algorithm, key) {
    requireString(algorithm, 'hmac');
    const secret = secretBytes(key, 'key');
    if (host.hashLength(algorithm) === undefined) throw invalidDigest(algorithm);
    demand(host.startHmac(algorithm, secret, this), () => invalidDigest(algorithm));
  }
  update(data, encoding) {
    if (this.#isDone) throw finalized();
    demand(host.updateHash(this, inputOf(data, 'data', encoding)),
      () => failure('ERR_CRYPTO_HASH_UPDATE_FAILED', 'Hash update failed'));
    return this;
  }
  // A second time it gives nothing, as Node's does.
  digest(encoding) {
    const bytes = this.#isDone ? new Uint8Array(0) : demand(host.finishHash(this), finalized);
    this.#isDone = true;
    return outputOf(bytes, encoding);
  }
}

export const createHash = (algorithm, options) => new Hash(algorithm, options);
export const createHmac = (algorithm, key) => new Hmac(algorithm, key);

export function hash(algorithm, data, encoding = 'hex') {
  requireString(algorithm, 'algorithm');
  if (typeof data !== 'string' && !ArrayBuffer.isView(data))
    throw invalidType('input', 'of type string or an instance of Buffer, TypedArray, or DataView', data);
  const options = typeof encoding === 'object' && encoding !== null ? encoding : { outputEncoding: encoding };
  const { outputEncoding = 'hex', outputLength } = options;
  if (typeof outputEncoding !== 'string') throw invalidType('outputEncoding', 'of type string', outputEncoding);
  if (outputEncoding !== 'buffer' && outputEncoding !== 'hex' && !globalThis.Buffer.isEncoding(outputEncoding))
    throw invalidValue('outputEncoding', outputEncoding);
  return new Hash(algorithm, { outputLength }).update(data).digest(outputEncoding);
}

const names = [
  'RSA-MD5', 'RSA-RIPEMD160', 'RSA-SHA1', 'RSA-SHA1-2', 'RSA-SHA224', 'RSA-SHA256', 'RSA-SHA3-224', 'RSA-SHA3-256',
  'RSA-SHA3-384', 'RSA-SHA3-512', 'RSA-SHA384', 'RSA-SHA512', 'RSA-SHA512/224', 'RSA-SHA512/256', 'RSA-SM3',
  'blake2b512', 'blake2s256', 'id-rsassa-pkcs1-v1_5-with-sha3-224', 'id-rsassa-pkcs1-v1_5-with-sha3-256',
  'id-rsassa-pkcs1-v1_5-with-sha3-384', 'id-rsassa-pkcs1-v1_5-with-sha3-512', 'md5', 'md5-sha1',
  'md5WithRSAEncryption', 'ripemd', 'ripemd160', 'ripemd160WithRSA', 'rmd160', 'sha1', 'sha1WithRSAEncryption',
  'sha224', 'sha224WithRSAEncryption', 'sha256', 'sha256WithRSAEncryption', 'sha3-224', 'sha3-256', 'sha3-384',
  'sha3-512', 'sha384', 'sha384WithRSAEncryption', 'sha512', 'sha512-224', 'sha512-224WithRSAEncryption',
  'sha512-256', 'sha512-256WithRSAEncryption', 'sha512WithRSAEncryption', 'shake128', 'shake256', 'sm3',
  'sm3WithRSAEncryption', 'ssl3-md5', 'ssl3-sha1'
];
// What this machine's OpenSSL has of the names that Node gives.
export const getHashes = () => names.filter((name) => host.hashLength(name) !== undefined);
