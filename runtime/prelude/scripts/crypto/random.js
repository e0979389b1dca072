import { asBuffer, answerLater, bytesOf, isArrayBuffer } from './bytes.js';
import { fillRandom, startTimer } from 'agentc:powers';
import { invalidType, outOfRange, requireFunction } from './errors.js';

const longest = 2 ** 31 - 1;

export function freshBytes(size) {
  const bytes = new Uint8Array(size);
  fillRandom(bytes);
  return bytes;
}

function requireSize(size, name, limit) {
  if (typeof size !== 'number') throw invalidType(name, 'of type number', size);
  if (Number.isNaN(size) || size < 0 || size > limit) throw outOfRange(name, `>= 0 && <= ${limit}`, size);
  return Math.trunc(size);
}

export function randomBytes(size, callback) {
  const length = requireSize(size, 'size', longest);
  if (callback === undefined) return asBuffer(freshBytes(length));
  requireFunction(callback);
  return answerLater(callback, () => asBuffer(freshBytes(length)));
}

// Offset and size count the view's own elements.
function part(target, offset, size) {
  const isView = ArrayBuffer.isView(target);
  if (!isView && !isArrayBuffer(target))
    throw invalidType('buf', 'an instance of ArrayBuffer or ArrayBufferView', target);
  const element = target.BYTES_PER_ELEMENT ?? 1;
  const bytes = isView ? bytesOf(target) : new Uint8Array(target);
  const from = requireSize(offset, 'offset', Math.min(longest, bytes.length / element)) * element;
  if (size === undefined) return bytes.subarray(from);
  const length = requireSize(size, 'size', longest) * element;
  if (from + length > bytes.length) throw outOfRange('size + offset', `<= ${bytes.length}`, from + length);
  return bytes.subarray(from, from + length);
}

export function randomFillSync(target, offset = 0, size) {
  fillRandom(part(target, offset, size));
  return target;
}

export function randomFill(target, offset, size, callback) {
  if (typeof offset === 'function') [offset, size, callback] = [0, undefined, offset];
  else if (typeof size === 'function') [size, callback] = [undefined, size];
  requireFunction(callback);
  const bytes = part(target, offset, size);
  answerLater(callback, () => {
    fillRandom(bytes);
    return target;
  });
}

const widest = 2 ** 48 - 1;
const drawBelow = (range) => {
  // What lies above the last whole multiple would favour small numbers.
  const limit = 2 ** 48 - (2 ** 48 % range);
  for (;;) {
    const bytes = freshBytes(6);
    const drawn = bytes.reduce((sum, byte) => sum * 256 + byte, 0);
    if (drawn < limit) return drawn % range;
  }
};

export function randomInt(min, max, callback) {
  const isWholeRange = max === undefined || typeof max === 'function';
  if (isWholeRange) [min, max, callback] = [0, min, max];
  if (callback !== undefined) requireFunction(callback);
  if (!Number.isSafeInteger(min)) throw invalidType('min', 'a safe integer', min);
  if (!Number.isSafeInteger(max)) throw invalidType('max', 'a safe integer', max);
  if (max <= min) throw outOfRange('max', `greater than the value of "min" (${min})`, max);
  if (max - min > widest) throw outOfRange(isWholeRange ? 'max' : 'max - min', `<= ${widest}`, max - min);
  if (callback === undefined) return min + drawBelow(max - min);
  const drawn = min + drawBelow(max - min);
  startTimer(callback, 0, [undefined, drawn], false);
}
