// What tools see beside the language itself, and the frozen functions by which values cross as text.
// Guest code may replace every built-in, so nothing here looks one up after the first line of a
// bundle ran: no iteration, no methods by name, no objects that inherit.
'use strict';

const { apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Reflect;
const { assign, create, setPrototypeOf, freeze } = Object;
const { isArray } = Array;
const { parse, stringify } = JSON;
const { min, max } = Math;
const GuestError = Error, GuestTypeError = TypeError, GuestRangeError = RangeError;
const escapeUrl = encodeURI;
const GuestDate = Date, now = Date.now;
const GuestProxy = Proxy, GuestPromise = Promise, Bytes = Uint8Array, toText = String;
const method = (fn) => (self, ...args) => apply(fn, self, args);
const slice = method(String.prototype.slice);
const indexOf = method(String.prototype.indexOf);
const lastIndexOf = method(String.prototype.lastIndexOf);
const startsWith = method(String.prototype.startsWith);
const functionText = method(Function.prototype.toString);
const mapGet = method(Map.prototype.get), mapSet = method(Map.prototype.set);
const mapHas = method(Map.prototype.has), mapDelete = method(Map.prototype.delete);
const weakAdd = method(WeakSet.prototype.add), weakHas = method(WeakSet.prototype.has);
const weakSet = method(WeakMap.prototype.set), weakGet = method(WeakMap.prototype.get);
const viewTag = method(getOwnPropertyDescriptor(getPrototypeOf(Bytes.prototype), Symbol.toStringTag).get);
const viewBytes = method(getOwnPropertyDescriptor(getPrototypeOf(Bytes.prototype), 'byteLength').get);
const symbolFor = Symbol.for;
const hexText = method(Number.prototype.toString);

const list = () => setPrototypeOf([], null);
const record = (fields) => setPrototypeOf(fields, null);
const add = (target, value) => { target[target.length] = value; };
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
const hidden = (value) => ({ __proto__: null, value, writable: true, enumerable: false, configurable: true });
const define = (target, name, value) => { defineProperty(target, name, hidden(value)); };


const denials = new WeakSet();
function denial(message) {
  const error = new GuestError(message);
  weakAdd(denials, error);
  return error;
}

// Errors of what the sandbox does not have, and what they asked for.
const lackings = new WeakMap();
function lacking(what, error) {
  weakSet(lackings, error, what);
  return error;
}
const lackedBy = (error) => (isObject(error) ? weakGet(lackings, error) ?? '' : '');

const textLimit = 65536;
function readText(object, key) {
  try {
    const value = object[key];
    return value === undefined || value === null ? '' : slice(toText(value), 0, textLimit);
  } catch {
    return '';
  }
}

function withoutPrelude(stack) {
  let out = '';
  for (let at = 0; at < stack.length;) {
    let end = indexOf(stack, '\n', at);
    if (end < 0) end = stack.length;
    const line = slice(stack, at, end);
    if (indexOf(line, 'agentc:prelude') < 0) out += (out === '' ? '' : '\n') + line;
    at = end + 1;
  }
  return out;
}

// What an error says of its causes, as Node shows them below its stack.
function causesOf(thrown) {
  let text = '', at = thrown;
  for (let depth = 0; depth < 4; ++depth) {
    try { at = getOwnPropertyDescriptor(at, 'cause') === undefined ? undefined : at.cause; } catch { return text; }
    if (!isObject(at)) return text;
    const name = readText(at, 'name'), message = readText(at, 'message');
    if (name === '' && message === '') return text;
    text += `\n  [cause]: ${slice(`${name}: ${message}`, 0, 1000)}`;
  }
  return text;
}

function readError(thrown) {
  let error;
  if (isObject(thrown)) {
    error = record({ name: readText(thrown, 'name'), message: readText(thrown, 'message'),
      stack: withoutPrelude(readText(thrown, 'stack')) + causesOf(thrown) });
  } else {
    let message = '';
    try { message = slice(toText(thrown), 0, textLimit); } catch {}
    error = record({ name: '', message, stack: '' });
  }
  if (error.name === '') error.name = 'Error';
  return error;
}

// JSON for the host, which refuses half a surrogate pair: U+FFFD stands for it, as in UTF-8.
function jsonOf(value) {
  const text = stringify(value);
  let out = '', from = 0;
  for (let at = indexOf(text, '\\', 0); at >= 0; at = indexOf(text, '\\', at)) {
    // Whole pairs are not escaped, so whatever is in their range is half of one.
    if (startsWith(text, '\\ud', at) && indexOf('89abcdef', text[at + 3]) >= 0) {
      out += slice(text, from, at) + '\\ufffd';
      from = at + 6;
    }
    at += 2;
  }
  return out + slice(text, from);
}

const describe = (thrown) => jsonOf(readError(thrown));


const observed = record({ environment: list(), files: list(), modules: list() });
const seen = record({ environment: create(null), files: create(null), modules: create(null) });
function observe(kind, name) {
  if (seen[kind][name] || observed[kind].length >= 1000) return;
  seen[kind][name] = true;
  add(observed[kind], slice(name, 0, 256));
}

let settled = false;
function settle(kind, text) {
  if (settled) return;
  settled = true;
  host.settle(kind, text, jsonOf(observed));
}
