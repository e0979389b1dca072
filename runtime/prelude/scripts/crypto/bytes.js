// Bytes in and out as Node's functions take and give them. Text goes to the host as it is, which reads it as UTF-8.
import { invalidType, rangeFailure, typeFailure } from './errors.js';
import { startTimer } from 'agentc:powers';

const kindOfBuffer = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength').get;
export function isArrayBuffer(value) {
  try {
    kindOfBuffer.call(value);
    return true;
  } catch {
    return false;
  }
}

// The script that has Buffer is needed by those who ask for bytes or for other encodings than hex.
export const buffers = () => globalThis.Buffer;

export function asBuffer(bytes) {
  return buffers().from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const utf8 = new Set([undefined, null, 'buffer', 'utf8', 'utf-8', 'UTF8', 'UTF-8']);

export function textBytes(text, encoding) {
  return utf8.has(encoding) ? text : buffers().from(text, encoding);
}

// What the host takes of a text or view; of an ArrayBuffer too where Node does so.
export function inputOf(
  value, name, encoding, expected = 'of type string or an instance of Buffer, TypedArray, or DataView') {
  if (typeof value === 'string') return textBytes(value, encoding);
  if (ArrayBuffer.isView(value)) return value;
  throw invalidType(name, expected, value);
}

const looseTypes = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';
export function looseInputOf(value, name, encoding, expected = looseTypes) {
  return isArrayBuffer(value) ? new Uint8Array(value) : inputOf(value, name, encoding, expected);
}

// A view's bytes, or a text's.
export function bytesOf(input) {
  if (typeof input === 'string') return buffers().from(input, 'utf8');
  return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
}

const digits = Array.from({ length: 256 }, (_, byte) => (byte + 256).toString(16).slice(1));

export function hexOf(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; ++i) text += digits[bytes[i]];
  return text;
}

export function outputOf(bytes, encoding) {
  if (encoding === 'hex') return hexOf(bytes);
  const buffer = asBuffer(bytes);
  return encoding === undefined || encoding === null || encoding === 'buffer' ? buffer : buffer.toString(encoding);
}

export function base64urlOf(bytes) {
  const text = buffers().from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export const fromBase64url = (text) =>
  new Uint8Array(buffers().from(text.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));

export function sameBytes(a, b) {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; ++i) difference |= a[i] ^ b[i];
  return difference === 0;
}

function comparableBytes(value, name) {
  if (ArrayBuffer.isView(value)) return bytesOf(value);
  if (isArrayBuffer(value)) return new Uint8Array(value);
  throw typeFailure('ERR_INVALID_ARG_TYPE',
    `The "${name}" argument must be an instance of ArrayBuffer, Buffer, TypedArray, or DataView.`);
}
export function timingSafeEqual(a, b) {
  const first = comparableBytes(a, 'buf1'), second = comparableBytes(b, 'buf2');
  if (first.length !== second.length)
    throw rangeFailure('ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH', 'Input buffers must have the same byte length');
  return sameBytes(first, second);
}

// Gives text of bytes that come in parts: what a part leaves unfinished waits for the next one.
export class TextParts {
  #encoding;
  #rest = new Uint8Array(0);
  constructor(encoding) {
    if (!buffers().isEncoding(encoding)) throw typeFailure('ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
    this.#encoding = encoding.toLowerCase();
  }
  #unfinished(bytes) {
    if (this.#encoding.startsWith('base64')) return bytes.length % 3;
    if (/^(utf-?16le|ucs-?2)$/.test(this.#encoding)) return bytes.length % 2;
    if (!/^utf-?8$/.test(this.#encoding)) return 0;
    // At most three bytes can wait for a fourth.
    for (let back = 1; back <= Math.min(3, bytes.length); ++back) {
      const byte = bytes[bytes.length - back];
      if (byte < 0x80) return 0;
      if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    }
    return 0;
  }
  write(bytes) {
    const all = buffers().concat([this.#rest, bytes]);
    const rest = this.#unfinished(all);
    this.#rest = all.subarray(all.length - rest);
    return all.subarray(0, all.length - rest).toString(this.#encoding);
  }
  end(bytes) {
    const text = buffers().concat([this.#rest, bytes]).toString(this.#encoding);
    this.#rest = new Uint8Array(0);
    return text;
  }
}

// Node answers later even where the answer is there at once; errors of what it does go to the callback.
export function answerLater(callback, work) {
  let results;
  try {
    results = [null, work()];
  } catch (error) {
    results = [error];
  }
  startTimer(callback, 0, results, false);
}
