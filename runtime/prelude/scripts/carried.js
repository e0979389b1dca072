// Modules of Node's own that a framework asks for where a bundler put it into the bundle. Some are whole, by npm packages;
// of what a sandbox cannot have there are the functions, and calling one throws the error that Node has for it.
import { carriedNames } from './carried/names.js';
import { refusing } from './carried/refused.js';

const whole = {
  assert: () => require('assert'),
  'assert/strict': () => require('assert').strict,
  async_hooks: () => require('./carried/async-hooks.js').module,
  diagnostics_channel: () => require('./carried/diagnostics-channel.js').module,
  module: () => require('./carried/module.js').makeModule(),
  path: () => require('./carried/path.js').module,
  'path/posix': () => require('./carried/path.js').module,
  'path/win32': () => require('./carried/path.js').module,
  perf_hooks: () => ({ ...refusing('perf_hooks'), performance, Performance, constants: {} }),
  process: () => globalThis.process,
  punycode: () => require('punycode'),
  stream: () => require('./carried/stream.js').module,
  'stream/consumers': () => require('./carried/stream.js').consumers,
  'stream/promises': () => require('./carried/stream.js').module.promises,
  'stream/web': () => require('./carried/stream.js').web,
  string_decoder: () => require('string_decoder/'),
  sys: () => nodeModule('util'),
  timers: () => require('./carried/timers.js').module,
  'timers/promises': () => require('./carried/timers.js').promises,
  'util/types': () => nodeModule('util').types,
};
const inPart = {
  child_process: () => ({}),
  http2: () => ({ constants: { NGHTTP2_NO_ERROR: 0, NGHTTP2_INTERNAL_ERROR: 2, NGHTTP2_REFUSED_STREAM: 7, NGHTTP2_CANCEL: 8 },
    sensitiveHeaders: Symbol('sensitiveHeaders') }),
  fs: () => require('./carried/files.js').module,
  'fs/promises': () => require('./carried/files.js').module.promises,
  http: () => require('./carried/http.js').http,
  https: () => require('./carried/http.js').https,
  net: () => require('./carried/http.js').net,
  os: () => require('./carried/os.js').module,
  tls: () => require('./carried/http.js').tls,
  tty: () => ({ isatty: () => false }),
  worker_threads: () => ({ isMainThread: true, threadId: 0, parentPort: null, workerData: null, resourceLimits: {} }),
  zlib: () => require('./carried/zlib.js').module,
};
const nodeModule = (name) => require('agentc:node').moduleNamed(name);
const isCarried = (name) => carriedNames.includes(name);

// A buffer that is shared with nobody. Code that tells buffers apart asks for the getter of its length.
export class SharedArrayBuffer extends ArrayBuffer {
  #isShared = true;
  get byteLength() {
    if (!(#isShared in this)) throw new TypeError('the value is no SharedArrayBuffer');
    return super.byteLength;
  }
}

export const processWith = (env) => require('./carried/process.js').processWith(env);

const made = new Map();
export function moduleNamed(name) {
  if (!isCarried(name)) return undefined;
  if (!made.has(name))
    made.set(name, Object.hasOwn(whole, name) ? whole[name]()
      : { ...refusing(name), ...(Object.hasOwn(inPart, name) ? inPart[name]() : {}) });
  return made.get(name);
}
