// What tools see beside the language itself, and the frozen functions by which values cross as text.
// Guest code may replace every built-in, so nothing here looks one up after the first line of a
// bundle ran: no iteration, no methods by name, no objects that inherit.
(function prelude(host) {
'use strict';

const { apply, construct, ownKeys, getPrototypeOf, getOwnPropertyDescriptor, defineProperty } = Reflect;
const { assign, create, setPrototypeOf, freeze } = Object;
const { isArray } = Array;
const { parse, stringify } = JSON;
const { min, max } = Math;
const GuestError = Error, GuestTypeError = TypeError, GuestRangeError = RangeError;
const GuestProxy = Proxy, GuestPromise = Promise, Bytes = Uint8Array, toText = String;
const method = (fn) => (self, ...args) => apply(fn, self, args);
const slice = method(String.prototype.slice);
const indexOf = method(String.prototype.indexOf);
const lastIndexOf = method(String.prototype.lastIndexOf);
const startsWith = method(String.prototype.startsWith);
const functionText = method(Function.prototype.toString);
const isoDate = method(Date.prototype.toISOString);
const mapGet = method(Map.prototype.get), mapSet = method(Map.prototype.set);
const mapHas = method(Map.prototype.has);
const weakAdd = method(WeakSet.prototype.add), weakHas = method(WeakSet.prototype.has);
const viewTag = method(getOwnPropertyDescriptor(getPrototypeOf(Bytes.prototype), Symbol.toStringTag).get);
const viewBytes = method(getOwnPropertyDescriptor(getPrototypeOf(Bytes.prototype), 'byteLength').get);
const hexText = method(Number.prototype.toString);

const list = () => setPrototypeOf([], null);
const record = (fields) => setPrototypeOf(fields, null);
const add = (target, value) => { target[target.length] = value; };
const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function';
const hidden = (value) => ({ __proto__: null, value, writable: true, enumerable: false, configurable: true });
const define = (target, name, value) => { defineProperty(target, name, hidden(value)); };

// ---- errors and text

const denials = new WeakSet();
function denial(message) {
  const error = new GuestError(message);
  weakAdd(denials, error);
  return error;
}

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

function describe(thrown) {
  let error;
  if (isObject(thrown)) {
    error = record({ name: readText(thrown, 'name'), message: readText(thrown, 'message'),
      stack: withoutPrelude(readText(thrown, 'stack')) });
  } else {
    let message = '';
    try { message = slice(toText(thrown), 0, textLimit); } catch {}
    error = record({ name: '', message, stack: '' });
  }
  if (error.name === '') error.name = 'Error';
  return stringify(error);
}

// ---- what is observed

const observed = record({ environment: list(), modules: list() });
const seen = record({ environment: create(null), modules: create(null) });
function observe(kind, name) {
  if (seen[kind][name] || observed[kind].length >= 1000) return;
  seen[kind][name] = true;
  add(observed[kind], slice(name, 0, 256));
}

let settled = false;
function settle(kind, text) {
  if (settled) return;
  settled = true;
  host.settle(kind, text, stringify(observed));
}

// ---- console

function inspectKey(key) {
  return typeof key === 'symbol' ? '[' + toText(key) + ']' : key;
}

function inspectObject(value, depth, parents) {
  for (let i = 0; i < parents.length; ++i) if (parents[i] === value) return '[Circular]';
  const stack = getOwnPropertyDescriptor(value, 'stack');
  if (stack && typeof stack.value === 'string') return withoutPrelude(slice(stack.value, 0, textLimit));
  if (typeof value === 'function') {
    const name = getOwnPropertyDescriptor(value, 'name');
    return name && typeof name.value === 'string' && name.value !== '' ? `[Function: ${name.value}]` : '[Function]';
  }
  try { return isoDate(value); } catch {}
  const array = isArray(value);
  if (depth > 3) return array ? '[Array]' : '[Object]';
  const inner = list();
  for (let i = 0; i < parents.length; ++i) add(inner, parents[i]);
  add(inner, value);
  const keys = ownKeys(value);
  let out = '', shown = 0;
  for (let i = 0; i < keys.length; ++i) {
    const key = keys[i], property = getOwnPropertyDescriptor(value, key);
    if (!property || !property.enumerable) continue;
    if (++shown > 100) { out += ', …'; break; }
    const text = 'value' in property ? inspect(property.value, depth + 1, inner) : '[Getter]';
    out += (shown > 1 ? ', ' : '') + (array ? text : `${inspectKey(key)}: ${text}`);
    if (out.length > textLimit) break;
  }
  if (shown === 0) return array ? '[]' : '{}';
  return array ? `[ ${out} ]` : `{ ${out} }`;
}

function inspect(value, depth, parents) {
  switch (typeof value) {
    case 'string': return depth === 0 ? value : stringify(value);
    case 'bigint': return toText(value) + 'n';
    case 'function': case 'object':
      if (value === null) return 'null';
      try { return inspectObject(value, depth, parents); } catch { return '[Object]'; }
    default: return toText(value);
  }
}

function logger(level) {
  return (...values) => {
    let text = '';
    for (let i = 0; i < values.length; ++i) text += (i ? ' ' : '') + inspect(values[i], 0, list());
    host.log(level, text);
  };
}
const log = logger('log');
const console = { log, info: logger('info'), warn: logger('warn'), error: logger('error'), debug: logger('debug'),
  trace: logger('debug'), dir: (value) => log(value), assert: (ok, ...rest) => { if (!ok) apply(console.error, null, rest); },
  group() {}, groupEnd() {}, time() {}, timeEnd() {}, count() {}, table: (value) => log(value) };

// ---- timers

class Timeout {
  ref() { return this; }
  unref() { return this; }
  hasRef() { return true; }
}
const longestTimer = 30000;
const timers = new Map();   // number → timer
const numberOf = new WeakMap();
const weakSet = method(WeakMap.prototype.set), weakGet = method(WeakMap.prototype.get);
const mapDelete = method(Map.prototype.delete);
const queue = list();       // a binary heap by time, then number
let lastTimer = 0;
const before = (a, b) => a.at < b.at || (a.at === b.at && a.number < b.number);

function enqueue(timer) {
  let i = queue.length;
  add(queue, timer);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!before(timer, queue[parent])) break;
    queue[i] = queue[parent];
    i = parent;
  }
  queue[i] = timer;
}

function dequeue() {
  const first = queue[0], last = queue[queue.length - 1];
  queue.length -= 1;
  let i = 0;
  for (const size = queue.length; i < size;) {
    let child = 2 * i + 1;
    if (child >= size) break;
    if (child + 1 < size && before(queue[child + 1], queue[child])) ++child;
    if (!before(queue[child], last)) break;
    queue[i] = queue[child];
    i = child;
  }
  if (queue.length > 0) queue[i] = last;
  return first;
}

function startTimer(callback, delay, args, repeats) {
  if (typeof callback !== 'function') throw new GuestTypeError('the callback is no function');
  delay = +delay;
  if (!(delay >= 1)) delay = 1;
  if (delay > longestTimer) delay = longestTimer;
  const timer = record({ number: ++lastTimer, at: host.now() + delay, delay, callback, args, repeats, active: true });
  mapSet(timers, timer.number, timer);
  enqueue(timer);
  const handle = new Timeout();
  weakSet(numberOf, handle, timer.number);
  return handle;
}

function stopTimer(handle) {
  const number = isObject(handle) ? weakGet(numberOf, handle) : handle;
  const timer = mapGet(timers, number);
  if (!timer) return;
  timer.active = false;
  mapDelete(timers, number);
}

// Runs one timer that is due; answers the milliseconds to the next one, or -1 if there is none.
function turn() {
  while (queue.length > 0) {
    const timer = queue[0];
    if (!timer.active) { dequeue(); continue; }
    const left = timer.at - host.now();
    if (left > 0) return left;
    dequeue();
    if (timer.repeats) {
      timer.at = host.now() + timer.delay;
      enqueue(timer);
    } else {
      mapDelete(timers, timer.number);
    }
    try {
      apply(timer.callback, undefined, timer.args);
    } catch (error) {
      host.log('error', 'uncaught in a timer: ' + describe(error));
    }
    return 0;
  }
  return -1;
}

// ---- requests

const waiting = new Map();
let lastRequest = 0;

async function fetch(resource, options) {
  const url = toText(isObject(resource) && typeof resource.url === 'string' ? resource.url : resource);
  const verb = isObject(options) && options.method !== undefined ? toText(options.method) : 'GET';
  const number = ++lastRequest;
  const answer = new GuestPromise((resolve) => mapSet(waiting, number, resolve));
  host.request(stringify(record({ number, method: slice(verb, 0, 32), url: slice(url, 0, textLimit) })));
  const { refused, message } = await answer;
  throw refused ? denial(message) : new GuestError(message);
}

function reply(text) {
  const answer = setPrototypeOf(parse(text), null);
  const resolve = mapGet(waiting, answer.number);
  if (!resolve) return;
  mapDelete(waiting, answer.number);
  resolve(answer);
}

// ---- crypto

const integerViews = record({ Int8Array: 1, Uint8Array: 1, Uint8ClampedArray: 1, Int16Array: 1, Uint16Array: 1,
  Int32Array: 1, Uint32Array: 1, BigInt64Array: 1, BigUint64Array: 1 });
const crypto = {
  getRandomValues(view) {
    let tag;
    try { tag = viewTag(view); } catch {}
    if (tag === undefined || !integerViews[tag]) throw new GuestTypeError('the argument is no integer-typed array');
    if (viewBytes(view) > 65536) throw new GuestRangeError('more than 65536 random bytes at once');
    host.fillRandom(view);
    return view;
  },
  randomUUID() {
    const bytes = new Bytes(16);
    host.fillRandom(bytes);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    let text = '';
    for (let i = 0; i < 16; ++i) {
      if (i === 4 || i === 6 || i === 8 || i === 10) text += '-';
      text += slice(hexText(bytes[i] + 256, 16), 1);
    }
    return text;
  },
};

// ---- agents' words

const later = (what) => new GuestError(`${what} is provided only by a later version of the sandbox`);
const same = (definition) => definition;
const gateway = (id) => ({ provider: 'gateway', modelId: id });

class BaseAgent {
  tools = [];
  constructor(config) { this.config = config ?? {}; }
  static create(config) { return new this(config); }
  async processMessage() { throw later('processMessage'); }
  async fetch(resource, options) { return fetch(resource, options); }
  getAvailableTools() { return this.tools; }
}
class Tool { constructor(definition) { assign(this, definition); } }
const service = (name) => ({ [name]: class { constructor() { throw later(name); } } })[name];
const RAGService = service('RAGService'), HistoryService = service('HistoryService');
const LLMClient = service('LLMClient');
const baseAgentModule = { BaseAgent, Tool, RAGService, HistoryService, LLMClient };
const lightfast = { createLightfast: same, createAgent: same, createTool: same, gateway };

// One list of all module names that the sandbox knows; false: only in a later version.
const provided = record({
  '@buzzi/base-agent': baseAgentModule,
  lightfast, 'lightfast/agent': lightfast, 'lightfast/tool': lightfast, '@lightfast/core': lightfast,
  axios: false, buffer: false, crypto: false, events: false, 'lodash-es': false, querystring: false, url: false,
  util: false, zod: false, ai: false, '@ai-sdk/gateway': false,
});

function providedModule(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  observe('modules', name);
  const value = provided[name];
  if (value) return value;
  if (value === false) throw denial(`Module '${specifier}' is provided only by a later version of the sandbox`);
  throw denial(`Module '${specifier}' is not allowed in the sandbox`);
}

// ---- modules of the bundle

let image;                    // entry, style, tools; null-prototype objects throughout
const formats = new Map();    // path → esm, cjs, json
const links = new Map();      // path → Map of specifier → path
const commonJs = new Map();   // path → module object
const prepared = new Map();   // key of an ES or synthetic module → true
const endings = ['', '.js', '.json', '.cjs', '.mjs', '.ts', '.cts', '.mts', '/index.js', '/index.json', '/index.cjs',
  '/index.mjs', '/index.ts'];
const sourceOf = record({ '.js': '.ts', '.mjs': '.mts', '.cjs': '.cts' });

function joinPath(from, relative) {
  const parts = list();
  const push = (text) => {
    for (let at = 0; at <= text.length;) {
      let end = indexOf(text, '/', at);
      if (end < 0) end = text.length;
      const part = slice(text, at, end);
      at = end + 1;
      if (part === '' || part === '.') continue;
      if (part !== '..') add(parts, part);
      else if (parts.length === 0) return false;
      else parts.length -= 1;
    }
    return true;
  };
  push(slice(from, 0, max(0, lastIndexOf(from, '/'))));
  if (!push(relative)) return undefined;
  let path = '';
  for (let i = 0; i < parts.length; ++i) path += (i ? '/' : '') + parts[i];
  return path;
}

function findFile(path) {
  for (let i = 0; i < endings.length; ++i) {
    const candidate = path === '' ? slice(endings[i], 1) : path + endings[i];
    if (mapHas(formats, candidate)) return candidate;
  }
  const dot = lastIndexOf(path, '.');
  const ending = dot > 0 ? sourceOf[slice(path, dot)] : undefined;
  const source = ending ? slice(path, 0, dot) + ending : '';
  return mapHas(formats, source) ? source : undefined;
}

// The path of the bundle's module, or undefined if the specifier names something outside.
function resolve(from, specifier) {
  const known = mapGet(links, from);
  const target = known ? mapGet(known, specifier) : undefined;
  if (target !== undefined) return target;
  if (!startsWith(specifier, './') && !startsWith(specifier, '../') && specifier !== '.' && specifier !== '..')
    return undefined;
  const joined = joinPath(from, specifier);
  const path = joined === undefined ? undefined : findFile(joined);
  if (path === undefined) throw new GuestError(`Cannot find module '${specifier}' imported from ${from}`);
  return path;
}

function placed(error, place) {
  if (place) define(error, 'stack', `${error.name}: ${error.message}\n    at ${place}`);
  return error;
}

function compiling(compile, path) {
  try {
    return compile(path);
  } catch (error) {
    const place = host.failurePlace();
    throw isObject(error) ? placed(error, place) : error;
  }
}

function requireFile(path) {
  const loaded = mapGet(commonJs, path);
  if (loaded) return loaded.exports;
  const format = mapGet(formats, path);
  if (format === 'esm') throw new GuestError(`require() of the ES module ${path} is not supported; use import`);
  const module = { exports: {} };
  mapSet(commonJs, path, module);
  try {
    if (format === 'json') {
      module.exports = parse(host.textOf(path));
    } else {
      const run = compiling(host.compileCommonJs, path);
      apply(run, module.exports, [module.exports, requireFor(path), module]);
    }
  } catch (error) {
    mapDelete(commonJs, path);
    throw error;
  }
  return module.exports;
}

function requireFor(from) {
  return function require(specifier) {
    if (typeof specifier !== 'string') throw new GuestTypeError('the module name is no string');
    const path = resolve(from, specifier);
    return path === undefined ? providedModule(specifier) : requireFile(path);
  };
}

// An ES module that gives a CommonJS, JSON or provided module: `default` and its keys.
function prepareSynthetic(key, exports) {
  const names = list(), values = list();
  add(names, 'default');
  add(values, exports);
  if (isObject(exports)) {
    const keys = ownKeys(exports);
    for (let i = 0; i < keys.length; ++i)
      if (typeof keys[i] === 'string' && keys[i] !== 'default') {
        add(names, keys[i]);
        add(values, exports[keys[i]]);
      }
  }
  host.makeSynthetic(key, names, values);
}

// Compiles and links everything that an ES module imports, without running ES modules.
function prepare(entry) {
  const open = list();
  add(open, entry);
  while (open.length > 0) {
    const path = open[open.length - 1];
    open.length -= 1;
    if (mapHas(prepared, path)) continue;
    if (mapGet(formats, path) !== 'esm') {
      prepareSynthetic(path, requireFile(path));
      mapSet(prepared, path, true);
      continue;
    }
    const requests = compiling(host.compileModule, path);
    const specifiers = list(), targets = list();
    for (let i = 0; i < requests.length; i += 2) {
      const specifier = requests[i];
      let target;
      try {
        target = resolve(path, specifier);
        if (target === undefined) {
          target = 'provided:' + specifier;
          if (!mapHas(prepared, target)) {
            prepareSynthetic(target, providedModule(specifier));
            mapSet(prepared, target, true);
          }
        } else if (!mapHas(prepared, target)) {
          add(open, target);
        }
      } catch (error) {
        throw placed(error, requests[i + 1]);
      }
      add(specifiers, specifier);
      add(targets, target);
    }
    host.linkModule(path, specifiers, targets);
    mapSet(prepared, path, true);
  }
}

async function importFile(path) {
  prepare(path);
  await compiling(host.evaluateModule, path);
  return host.namespaceOf(path);
}

async function importDynamically(from, specifier) {
  const path = resolve(from, specifier);
  if (path !== undefined) return importFile(path);
  const key = 'provided:' + specifier;
  if (!mapHas(prepared, key)) {
    prepareSynthetic(key, providedModule(specifier));
    mapSet(prepared, key, true);
  }
  await host.evaluateModule(key);
  return host.namespaceOf(key);
}

async function loadFile(path) {
  if (mapGet(formats, path) === 'esm') await importFile(path);
  else requireFile(path);
}

// ---- from exports to tools

const exportsOf = (path) => mapGet(formats, path) === 'esm' ? host.namespaceOf(path) : mapGet(commonJs, path).exports;
const has = (object, key) => isObject(object) && key in object;

function defaultExport(path) {
  const exports = exportsOf(path);
  return has(exports, 'default') ? exports.default : exports;
}

function named(collection, name) {
  if (!isObject(collection)) return undefined;
  if (isArray(collection)) {
    for (let i = 0; i < collection.length; ++i)
      if (isObject(collection[i]) && collection[i].name === name) return collection[i];
    return undefined;
  }
  if (getOwnPropertyDescriptor(collection, name)) return collection[name];
  const keys = ownKeys(collection);
  for (let i = 0; i < keys.length; ++i) {
    const value = collection[keys[i]];
    if (isObject(value) && typeof value !== 'function' && value.name === name) return value;
  }
  return undefined;
}

async function instantiate(type, config) {
  if (typeof type !== 'function') throw new GuestTypeError('the bundle exports no agent class');
  return typeof type.create === 'function' ? type.create(config) : construct(type, [config]);
}

async function walk(location, config) {
  const path = location.module ?? image.entry;
  let value = exportsOf(path), owner;
  for (let i = 0; i < location.path.length; ++i) {
    const step = location.path[i];
    const next = step.instance ? await instantiate(value, config)
      : step.named !== undefined ? named(value, step.named)
      : step.index !== undefined ? (isObject(value) ? value[step.index] : undefined)
      : i === 0 && step.member === 'default' ? defaultExport(path)
      : isObject(value) ? value[step.member] : undefined;
    owner = value;
    value = next;
  }
  return record({ value, owner });
}

// Looks where tools usually are: exports, `default`, `tools`, `agents`; at most four levels deep.
function search(value, name, depth) {
  if (!isObject(value) || depth > 4) return undefined;
  const direct = named(value, name);
  if (direct !== undefined) return direct;
  if (isArray(value)) return undefined;
  const places = list();
  add(places, value.default); add(places, value.tools); add(places, value.agents);
  if (depth > 0 || isObject(value.agents)) {
    const keys = ownKeys(isObject(value.agents) ? value.agents : value);
    for (let i = 0; i < min(keys.length, 1000); ++i)
      if (typeof keys[i] === 'string') add(places, (isObject(value.agents) ? value.agents : value)[keys[i]]);
  }
  for (let i = 0; i < places.length; ++i) {
    const found = search(places[i], name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function reach(location, config) {
  if (location.path.length > 0) return walk(location, config);
  const path = location.module ?? image.entry;
  if (location.module !== undefined || image.style === 'handler')
    return record({ value: defaultExport(path), owner: undefined });
  const root = image.style === 'baseAgent' ? (await instantiate(defaultExport(path), config)).tools : exportsOf(path);
  return record({ value: image.style === 'baseAgent' ? named(root, location.name) : search(root, location.name, 0),
    owner: undefined });
}

function callable(found) {
  if (typeof found.value === 'function') return record({ run: found.value, self: found.owner });
  if (isObject(found.value) && typeof found.value.execute === 'function')
    return record({ run: found.value.execute, self: found.value });
  return undefined;
}

function locationOf(tool) {
  if (tool === undefined)
    return image.style === 'handler' || image.tools.length !== 1
      ? record({ name: '', path: list() }) : image.tools[0];
  for (let i = 0; i < image.tools.length; ++i) if (image.tools[i].name === tool) return image.tools[i];
  return record({ name: tool, path: list() });
}

// ---- what the host calls

const environmentOf = (values) => new GuestProxy(values, {
  __proto__: null,
  get(target, name) {
    if (typeof name !== 'string') return undefined;
    observe('environment', name);
    return target[name];
  },
  has(target, name) {
    if (typeof name === 'string') observe('environment', name);
    return name in target;
  },
});

function bare(value) {
  if (!isObject(value)) return value;
  setPrototypeOf(value, null);
  const keys = ownKeys(value);
  for (let i = 0; i < keys.length; ++i) if (keys[i] !== 'length') bare(value[keys[i]]);
  return value;
}

let guestProcess;

function takeImage(text) {
  image = bare(parse(text));
  for (let i = 0; i < image.modules.length; ++i) mapSet(formats, image.modules[i].path, image.modules[i].format);
  for (let i = 0; i < image.links.length; ++i) {
    const link = image.links[i];
    if (!mapHas(links, link.module)) mapSet(links, link.module, new Map());
    mapSet(mapGet(links, link.module), link.specifier, link.target);
  }
  guestProcess = { env: environmentOf(image.environment) };
  if (image.style !== 'baseAgent') define(globalThis, 'process', guestProcess);
}

async function load(text) {
  try {
    takeImage(text);
    await loadFile(image.entry);
    for (let i = 0; i < image.tools.length; ++i)
      if (image.tools[i].module !== undefined) await loadFile(image.tools[i].module);
    settle('ok', image.report ? await loadReport() : '');
  } catch (error) {
    settle('load-failed', describe(error));
  }
}

// After the load, in the processes forked for calls.
function ready() { settled = false; }

async function contextOf(request) {
  const context = { require: requireFor(image.entry), process: guestProcess,
    config: request.config ?? {}, organizationSlug: request.organizationSlug,
    conversationId: request.conversationId, userId: request.userId, agent: request.agent };
  context.deliverables = { async create() { throw later('deliverables.create'); } };
  context.assets = { async saveBuffer() { throw later('assets.saveBuffer'); } };
  return context;
}

function field(text) { return text === undefined ? undefined : parse(text); }

async function call(text) {
  let value;
  try {
    const request = bare(parse(text));
    request.config = field(request.config);
    request.agent = field(request.agent);
    const found = callable(await reach(locationOf(request.tool), request.config));
    if (!found) {
      const what = request.tool === undefined ? 'the bundle exports no handler' : `no tool named \`${request.tool}\` in the bundle`;
      return settle('invalid-input', stringify(record({ name: 'Error', message: what, stack: '' })));
    }
    value = await apply(found.run, found.self, [parse(request.input), await contextOf(request)]);
  } catch (error) {
    return settle(isObject(error) && weakHas(denials, error) ? 'denied' : 'threw', describe(error));
  }
  try {
    const result = value === undefined ? 'null' : stringify(value);
    if (result === undefined) throw new GuestTypeError(`a ${typeof value} has no JSON`);
    settle('ok', result);
  } catch (error) {
    settle('invalid-result', describe(error));
  }
}

// ---- the load test

const kindOf = (value) => typeof value === 'function'
  ? (startsWith(functionText(value), 'class') ? 'class' : 'function')
  : value === null ? 'null' : isArray(value) ? 'array' : typeof value;

async function definitionOf(location) {
  const out = record({ tool: location.name, reached: false, name: '', description: '' });
  try {
    const found = await reach(location, {});
    out.reached = callable(found) !== undefined;
    if (isObject(found.value)) {
      out.name = readText(found.value, 'name');
      out.description = readText(found.value, 'description');
      const parameters = stringify(found.value.parameters);
      if (parameters !== undefined && parameters.length < textLimit) out.parametersText = parameters;
    }
  } catch {}
  return out;
}

async function loadReport() {
  const report = record({ exports: list(), tools: list() });
  const exports = exportsOf(image.entry);
  if (isObject(exports)) {
    const keys = ownKeys(exports);
    for (let i = 0; i < min(keys.length, 1000); ++i)
      if (typeof keys[i] === 'string') add(report.exports, record({ name: keys[i], kind: kindOf(exports[keys[i]]) }));
    if (typeof exports === 'function')
      add(report.exports, record({ name: 'module.exports', kind: kindOf(exports) }));
  }
  const tools = list();
  for (let i = 0; i < image.tools.length; ++i) add(tools, image.tools[i]);
  if (tools.length === 0 && image.style === 'handler') add(tools, record({ name: '', path: list() }));
  for (let i = 0; i < tools.length; ++i) add(report.tools, await definitionOf(tools[i]));
  return stringify(report);
}

// ---- globals

function install() {
  define(globalThis, 'console', console);
  define(globalThis, 'setTimeout', (callback, delay, ...args) => startTimer(callback, delay, args, false));
  define(globalThis, 'setInterval', (callback, delay, ...args) => startTimer(callback, delay, args, true));
  define(globalThis, 'clearTimeout', stopTimer);
  define(globalThis, 'clearInterval', stopTimer);
  define(globalThis, 'queueMicrotask', host.enqueueMicrotask);
  define(globalThis, 'fetch', fetch);
  define(globalThis, 'crypto', crypto);
  define(Math, 'random', host.random);
  for (const module of [baseAgentModule, lightfast])
    for (const name of ownKeys(module)) define(globalThis, name, module[name]);
  delete globalThis.SharedArrayBuffer;
  delete globalThis.WebAssembly;
}
install();

return freeze([load, ready, call, turn, reply, importDynamically]);
})
