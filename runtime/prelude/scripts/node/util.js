// Node's `util`: its own `inspect`, taken out of Node by a package. The package `util` keeps to Node's form of ten years ago.
import inspecting from 'node-inspect-extracted';
import { types } from './types.js';

const { inspect, format, formatWithOptions, stripVTControlCharacters } = inspecting;
const refused = (name, type) =>
  Object.assign(new TypeError(`The "${name}" argument must be of type ${type}`), { code: 'ERR_INVALID_ARG_TYPE' });

const custom = Symbol.for('nodejs.util.promisify.custom');
function promisify(original) {
  if (typeof original !== 'function') throw refused('original', 'function');
  if (original[custom]) return original[custom];
  for (const name of Object.keys(waiting)) if (globalThis[name] === original) return waiting[name];
  const promised = function (...args) {
    return new Promise((resolve, reject) =>
      original.call(this, ...args, (error, value) => (error ? reject(error) : resolve(value))));
  };
  return Object.defineProperties(Object.setPrototypeOf(promised, Object.getPrototypeOf(original)),
    { ...Object.getOwnPropertyDescriptors(original), [custom]: { value: promised, configurable: true } });
}
promisify.custom = custom;
// Their callback comes first.
const waiting = {
  setTimeout: (delay, value) => new Promise((resolve) => setTimeout(resolve, delay, value)),
  setImmediate: (value) => new Promise((resolve) => setImmediate(resolve, value)),
};

function callbackify(original) {
  if (typeof original !== 'function') throw refused('original', 'function');
  const called = function (...args) {
    const done = args.pop();
    if (typeof done !== 'function') throw refused('last argument', 'function');
    original.apply(this, args).then((value) => queueMicrotask(() => done.call(this, null, value)),
      (error) => queueMicrotask(() => done.call(this, error || Object.assign(
        new Error('Promise was rejected with falsy value'), { code: 'ERR_FALSY_VALUE_REJECTION', reason: error }))));
  };
  return Object.defineProperty(called, 'name', { value: `${original.name}Callbackified` });
}

const warned = new Set();
function deprecate(original, message, code) {
  let isWarned = false;
  const deprecated = function (...args) {
    if (!isWarned && !warned.has(code)) console.warn(`DeprecationWarning: ${code === undefined ? '' : `[${code}] `}${message}`);
    isWarned = true;
    if (code !== undefined) warned.add(code);
    return new.target ? Reflect.construct(original, args, new.target) : original.apply(this, args);
  };
  Object.setPrototypeOf(deprecated, original);
  if (original.prototype) deprecated.prototype = original.prototype;
  return deprecated;
}

function inherits(constructor, parent) {
  if (typeof constructor !== 'function') throw refused('ctor', 'function');
  if (typeof parent !== 'function') throw refused('superCtor', 'function');
  Object.defineProperty(constructor, 'super_', { value: parent, writable: true, configurable: true });
  Object.setPrototypeOf(constructor.prototype, parent.prototype);
}

// Nothing asks for logs: `NODE_DEBUG` is not the tool's to see.
const debuglog = () => Object.assign(() => {}, { enabled: false });

const styled = (name, text) => {
  const codes = inspect.colors[name];
  if (!codes) throw Object.assign(new TypeError(`The argument 'format' must be one of the known styles`), { code: 'ERR_INVALID_ARG_VALUE' });
  return `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
};

export const module = {
  inspect, format, formatWithOptions, stripVTControlCharacters, promisify, callbackify, deprecate, inherits, types,
  debuglog, debug: debuglog,
  isDeepStrictEqual: (a, b) => require('assert/build/internal/util/comparisons.js').isDeepStrictEqual(a, b),
  isArray: Array.isArray,
  styleText: (names, text) => [names].flat().reduceRight((inner, name) => styled(name, inner), text),
  toUSVString: (text) => `${text}`.toWellFormed(),
  parseArgs: (config) => require('@pkgjs/parseargs').parseArgs({ args: globalThis.process?.argv.slice(2) ?? [], ...config }),
  _extend: (target, source) => Object.assign(target, source),
  aborted: (signal) => new Promise((resolve) => (signal.aborted ? resolve()
    : signal.addEventListener('abort', () => resolve(), { once: true }))),
  TextDecoder, TextEncoder,
};
