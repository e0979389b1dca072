// https://html.spec.whatwg.org/multipage/structured-data.html without realms: one clone in one pass.
import { detach } from 'agentc:powers';

const slotOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const bufferLength = slotOf(ArrayBuffer.prototype, 'byteLength');
const typedArray = Object.getPrototypeOf(Uint8Array.prototype);
const viewTag = slotOf(typedArray, Symbol.toStringTag);
const errors = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

const tries = (attempt) => { try { attempt(); return true; } catch { return false; } };
const isBuffer = (value) => tries(() => bufferLength.call(value));

function refused(value) {
  let text = 'The object';
  if (typeof value === 'symbol') text = String(value);
  else if (typeof value === 'function') text = Function.prototype.toString.call(value);
  else tries(() => { text = `#<${value.constructor.name}>`; });
  return new DOMException(`${text} could not be cloned.`, 'DataCloneError');
}

function cloneError(value) {
  const name = errors[value.name] ? value.name : 'Error';
  const own = Object.getOwnPropertyDescriptor(value, 'message');
  const clone = Object.create(errors[name].prototype);
  // A real error, whose stack stays what it was.
  const error = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(clone));
  delete error.message;
  const hidden = (key, text) => Object.defineProperty(error, key, { value: text, writable: true, configurable: true });
  if (own && 'value' in own) hidden('message', `${own.value}`);
  hidden('stack', `${value.stack}`);
  return error;
}

function cloneView(value, known) {
  const buffer = cloneValue(value.buffer, known);
  const tag = viewTag.call(value);
  if (tag === undefined) return new DataView(buffer, value.byteOffset, value.byteLength);
  const Type = { Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
    Float64Array, BigInt64Array, BigUint64Array }[tag];
  return new Type(buffer, value.byteOffset, value.length);
}

// The clone without what it holds, or undefined if the value is not an object with slots of its own.
function cloneSlots(value, known) {
  if (tries(() => Date.prototype.getTime.call(value))) return new Date(Date.prototype.getTime.call(value));
  if (tries(() => slotOf(RegExp.prototype, 'source').call(value)) && value !== RegExp.prototype)
    return new RegExp(value.source, value.flags);
  if (isBuffer(value)) return ArrayBuffer.prototype.slice.call(value, 0);
  if (ArrayBuffer.isView(value)) return cloneView(value, known);
  for (const type of [Boolean, Number, String, BigInt, Symbol])
    if (tries(() => type.prototype.valueOf.call(value))) {
      if (type === Symbol) throw refused(value);
      return Object(type.prototype.valueOf.call(value));
    }
  if (value instanceof DOMException) return new DOMException(value.message, value.name);
  return value instanceof Error ? cloneError(value) : undefined;
}

const uncloneable = (value) => value instanceof Promise || value instanceof WeakRef ||
  tries(() => WeakMap.prototype.has.call(value, value)) || tries(() => WeakSet.prototype.has.call(value, value)) ||
  typeof value.getReader === 'function' || value instanceof EventTarget;

function cloneValue(value, known) {
  if (typeof value === 'symbol' || typeof value === 'function') throw refused(value);
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  let clone = cloneSlots(value, known);
  if (clone) {
    known.set(value, clone);
    if (value instanceof Error && Object.hasOwn(value, 'cause') && !(value instanceof DOMException))
      Object.defineProperty(clone, 'cause', { value: cloneValue(value.cause, known), writable: true, configurable: true });
    return clone;
  }
  if (tries(() => Map.prototype.has.call(value))) {
    known.set(value, clone = new Map());
    const entries = [];
    Map.prototype.forEach.call(value, (each, key) => entries.push([key, each]));
    for (const [key, each] of entries) clone.set(cloneValue(key, known), cloneValue(each, known));
    return clone;
  }
  if (tries(() => Set.prototype.has.call(value))) {
    known.set(value, clone = new Set());
    const entries = [];
    Set.prototype.forEach.call(value, (each) => entries.push(each));
    for (const each of entries) clone.add(cloneValue(each, known));
    return clone;
  }
  if (uncloneable(value)) throw refused(value);
  known.set(value, clone = Array.isArray(value) ? new Array(value.length) : {});
  for (const key of Object.keys(value))
    if (Object.hasOwn(value, key))
      Object.defineProperty(clone, key, { value: cloneValue(value[key], known), writable: true, enumerable: true, configurable: true });
  return clone;
}

export function structuredClone(value, options) {
  if (arguments.length === 0) throw new TypeError('The "value" argument must be specified');
  const transfer = new Set();
  for (const each of options?.transfer ?? []) {
    if (!isBuffer(each)) throw new DOMException('Value not transferable', 'DataCloneError');
    if (transfer.has(each)) throw new DOMException('ArrayBuffer occurs more than once in the transfer list', 'DataCloneError');
    transfer.add(each);
  }
  const clone = cloneValue(value, new Map());
  for (const each of transfer) detach(each);
  return clone;
}
