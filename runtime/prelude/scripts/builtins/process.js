// What there is of `process` beside `env`. It says nothing of the machine; its input gives nothing, and `exit` ends the call.
import { endCall, log } from 'agentc:powers';
import { EventEmitter } from 'events';
import { refusal } from './refused.js';

const stream = (fd, level) => Object.assign(new EventEmitter(), { fd, isTTY: false, writable: true, columns: 80,
  write(text, encoding, done = encoding) {
    log(level, (text instanceof Uint8Array ? new TextDecoder().decode(text) : `${text}`).replace(/\n$/, ''));
    if (typeof done === 'function') queueMicrotask(done);
    return true;
  },
  end(text, encoding, done = encoding) { if (typeof text === 'string' || text instanceof Uint8Array) this.write(text, encoding, done); return this; },
  cork() {}, uncork() {}, destroy() { return this; }, getColorDepth: () => 1, hasColors: () => false });
const never = () => new Promise(() => {});
const input = () => Object.assign(new EventEmitter(), { fd: 0, isTTY: false, readable: false, read: () => null, pipe: (to) => to,
  setEncoding() { return this; }, setRawMode() { return this; }, pause() { return this; }, resume() { return this; },
  unref() { return this; }, ref() { return this; }, unpipe() { return this; }, destroy() { return this; },
  [Symbol.asyncIterator]: () => ({ next: never, return: async () => ({ value: undefined, done: true }) }) });

const start = performance.now();
function hrtime(before = [0, 0]) {
  const now = performance.now() - start, nanoseconds = Math.round((now % 1000) * 1e6) - before[1];
  return [Math.floor(now / 1000) - before[0] - (nanoseconds < 0 ? 1 : 0), nanoseconds < 0 ? nanoseconds + 1e9 : nanoseconds];
}
hrtime.bigint = () => BigInt(Math.round((performance.now() - start) * 1e6));

const node = '20.19.0';

// Fills in `process`; `entry` is the file that Node would have been started with, `words` what follows it (absent: nothing).
export function fillProcess(process, entry, words) {
  const argv = ['/usr/bin/node', entry];
  for (let i = 0; i < (words?.length ?? 0); ++i) argv.push(words[i]);
  const constructor = Object.defineProperty(class {}, 'name', { value: 'process' });
  Object.setPrototypeOf(process, Object.create(EventEmitter.prototype, { constructor: { value: constructor } }));
  EventEmitter.call(process);
  Object.assign(process, { arch: 'x64', argv, argv0: 'node', config: {},
    execArgv: [], execPath: '/usr/bin/node', exitCode: undefined, features: {}, pid: 1, platform: 'linux', ppid: 0,
    release: { name: 'node' }, stderr: stream(2, 'error'), stdin: input(), stdout: stream(1, 'log'), title: 'node',
    version: `v${node}`, versions: { node, v8: '11.3.244.8-node.0', modules: '115' }, allowedNodeEnvironmentFlags: new Set(),
    cwd: () => '/bundle', cpuUsage: () => ({ user: 0, system: 0 }), emitWarning(warning) { console.warn(`${warning}`); }, hrtime,
    getegid: () => 1000, geteuid: () => 1000, getgid: () => 1000, getgroups: () => [1000], getuid: () => 1000,
    getActiveResourcesInfo: () => [], hasUncaughtExceptionCaptureCallback: () => false, setUncaughtExceptionCaptureCallback() {},
    memoryUsage: Object.assign(() => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), { rss: () => 0 }),
    nextTick: (callback, ...args) => queueMicrotask(() => callback(...args)), resourceUsage: () => ({}), umask: () => 18,
    uptime: () => (performance.now() - start) / 1000,
    exit(code = process.exitCode) {
      try { process.emit('exit', code ?? 0); } catch {}
      throw endCall(`process.exit(${code === undefined ? '' : Number(code)})`);
    },
    kill(pid, signal = 'SIGTERM') {
      if (pid !== 1) throw refusal('process', 'kill');
      if (signal !== 0) throw endCall(`process.kill(${pid}, '${signal}')`);
      return true;
    },
    abort() { throw endCall('process.abort()'); },
    [Symbol.toStringTag]: 'process' });
  process.reallyExit = process.exit;
  for (const name of ['binding', 'chdir', 'dlopen']) process[name] = { [name]() { throw refusal('process', name); } }[name];
}
