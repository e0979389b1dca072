import { answerLater, asBuffer, bytesOf, looseInputOf } from './bytes.js';
import { invalidDigest, invalidType, outOfRange, rangeFailure, requireFunction, requireInteger, requireString,
  typeFailure } from './errors.js';
import { demand, failureOf, host } from './host.js';
import { keyInput, KeyObject } from './keys.js';

const longest = 2 ** 31 - 1;
const failed = () => new Error('Deriving bits failed');

function pbkdf2Work(password, salt, iterations, length, digest) {
  requireString(digest, 'digest');
  const secret = looseInputOf(password, 'password'), extra = looseInputOf(salt, 'salt');
  requireInteger(iterations, 'iterations', 1, longest);
  requireInteger(length, 'keylen', 0, longest);
  if (host.hashLength(digest) === undefined) throw invalidDigest(digest);
  return () => {
    if (length === 0) throw failed();
    return asBuffer(demand(host.pbkdf2(digest, secret, extra, iterations, length), failed));
  };
}

export const pbkdf2Sync = (...args) => pbkdf2Work(...args)();
export function pbkdf2(password, salt, iterations, length, digest, callback) {
  if (typeof digest === 'function') [digest, callback] = [undefined, digest];
  const work = pbkdf2Work(password, salt, iterations, length, digest);
  requireFunction(callback);
  answerLater(callback, work);
}

function costOf(options) {
  const either = (short, long, usual) => {
    const [a, b] = [options?.[short], options?.[long]];
    if (a !== undefined && b !== undefined)
      throw typeFailure(
        'ERR_INCOMPATIBLE_OPTION_PAIR', `Option "${short}" cannot be used in combination with option "${long}"`);
    const value = a ?? b ?? usual;
    requireInteger(value, a === undefined && b !== undefined ? long : short, 0, 2 ** 32 - 1);
    return value || usual;
  };
  const cost = [either('N', 'cost', 16384), either('r', 'blockSize', 8), either('p', 'parallelization', 1)];
  const maxmem = options?.maxmem ?? 32 * 1024 * 1024;
  requireInteger(maxmem, 'maxmem', 0);
  return [...cost, maxmem || 32 * 1024 * 1024];
}

function scryptWork(password, salt, length, options) {
  const cost = costOf(options);
  const secret = looseInputOf(password, 'password'), extra = looseInputOf(salt, 'salt');
  requireInteger(length, 'keylen', 0, longest);
  // Without length the host only judges the cost.
  const tried = host.scrypt('', '', ...cost, 0);
  if (typeof tried === 'string')
    throw rangeFailure(
      'ERR_CRYPTO_INVALID_SCRYPT_PARAMS', `Invalid scrypt params${tried && `: ${failureOf(tried).message}`}`);
  return () => asBuffer(demand(host.scrypt(secret, extra, ...cost, length), failed));
}

export const scryptSync = (...args) => scryptWork(...args)();
export function scrypt(password, salt, length, options, callback) {
  if (typeof options === 'function') [options, callback] = [undefined, options];
  const work = scryptWork(password, salt, length, options);
  requireFunction(callback);
  answerLater(callback, work);
}

function hkdfWork(digest, key, salt, info, length) {
  requireString(digest, 'digest');
  const secret = key instanceof KeyObject ? keyInput(key) : looseInputOf(key, 'ikm', undefined,
    'of type string or an instance of SecretKeyObject, ArrayBuffer, TypedArray, DataView, or Buffer');
  const extra = looseInputOf(salt, 'salt'), about = looseInputOf(info, 'info');
  requireInteger(length, 'length', 0, longest);
  const size = bytesOf(about).length;
  if (size > 1024) throw outOfRange('info', 'must not contain more than 1024 bytes', size);
  const own = host.hashLength(digest);
  if (own === undefined) throw invalidDigest(digest);
  if (length > 255 * own) throw rangeFailure('ERR_CRYPTO_INVALID_KEYLEN', 'Invalid key length');
  return () => demand(host.hkdf(digest, secret, extra, about, length), failed).buffer;
}

export const hkdfSync = (...args) => hkdfWork(...args)();
export function hkdf(digest, key, salt, info, length, callback) {
  const work = hkdfWork(digest, key, salt, info, length);
  if (typeof callback !== 'function') throw invalidType('callback', 'of type function', callback);
  answerLater(callback, work);
}
