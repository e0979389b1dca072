// Node's own modules beside those of script `node`. Most are whole, by npm packages; what reaches out of the sandbox has
// its functions, and calling one throws the error that Node has for it.
import { refusing } from './builtins/refused.js';

const modules = {
  assert: () => require('assert'),
  'assert/strict': () => require('assert').strict,
  async_hooks: () => require('./builtins/async-hooks.js').module,
  child_process: () => refusing('child_process'),
  cluster: () => ({ ...refusing('cluster'), isMaster: true, isPrimary: true, isWorker: false }),
  console: () => require('./builtins/console.js').module,
  constants: () => require('./builtins/constants.js').module,
  dgram: () => refusing('dgram'),
  diagnostics_channel: () => require('./builtins/diagnostics-channel.js').module,
  dns: () => ({ ...refusing('dns'), ...orders, promises: moduleNamed('dns/promises') }),
  'dns/promises': () => ({ ...refusing('dns/promises'), ...orders }),
  fs: () => ({ ...refusing('fs'), ...require('./builtins/files.js').module }),
  'fs/promises': () => moduleNamed('fs').promises,
  http: () => ({ ...refusing('http'), ...require('./builtins/http.js').http }),
  http2: () => ({ ...refusing('http2'), ...require('./builtins/http.js').http2 }),
  https: () => ({ ...refusing('https'), ...require('./builtins/http.js').https }),
  inspector: () => ({ ...refusing('inspector'), url: () => undefined }),
  module: () => require('./builtins/module.js').makeModule(),
  net: () => ({ ...refusing('net'), ...require('./builtins/http.js').net }),
  os: () => require('./builtins/os.js').module,
  path: () => require('./builtins/path.js').module,
  'path/posix': () => require('./builtins/path.js').module,
  perf_hooks: () => require('./builtins/perf-hooks.js').module,
  punycode: () => require('punycode'),
  readline: () => require('./builtins/readline.js').module,
  'readline/promises': () => require('./builtins/readline.js').promises,
  stream: () => require('./builtins/stream.js').module,
  'stream/consumers': () => require('./builtins/stream.js').consumers,
  'stream/promises': () => require('./builtins/stream.js').module.promises,
  'stream/web': () => require('./builtins/stream.js').web,
  string_decoder: () => require('string_decoder/'),
  sys: () => nodeModule('util'),
  timers: () => require('./builtins/timers.js').module,
  'timers/promises': () => require('./builtins/timers.js').promises,
  tls: () => ({ ...refusing('tls'), ...require('./builtins/http.js').tls }),
  tty: () => ({ ...refusing('tty'), isatty: () => false }),
  'util/types': () => nodeModule('util').types,
  v8: () => refusing('v8'),
  vm: () => refusing('vm'),
  worker_threads: () => ({ ...refusing('worker_threads'), MessageChannel, MessagePort, markAsUncloneable() {},
    markAsUntransferable() {},
    receiveMessageOnPort: require('agentc:web').receiveMessageOnPort, isMainThread: true, threadId: 0, parentPort: null, workerData: null,
    resourceLimits: {} }),
  zlib: () => require('./builtins/zlib.js').module,
};
const orders = { ADDRCONFIG: 32, ALL: 16, V4MAPPED: 8, getDefaultResultOrder: () => 'verbatim', setDefaultResultOrder() {} };
const nodeModule = (name) => require('agentc:node').moduleNamed(name);

// A buffer that is shared with nobody. Code that tells buffers apart asks for the getter of its length.
export class SharedArrayBuffer extends ArrayBuffer {
  #isShared = true;
  get byteLength() {
    if (!(#isShared in this)) throw new TypeError('the value is not a SharedArrayBuffer');
    return super.byteLength;
  }
}

export const fillProcess = (process, entry, words) => require('./builtins/process.js').fillProcess(process, entry, words);

const made = new Map();
export function moduleNamed(name) {
  if (!Object.hasOwn(modules, name)) return undefined;
  if (!made.has(name)) made.set(name, modules[name]());
  return made.get(name);
}
