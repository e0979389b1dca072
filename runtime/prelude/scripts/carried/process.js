// What a framework inside the bundle reads of `process` as it is loaded. Of the machine it says nothing.
import { log } from 'agentc:powers';
import { EventEmitter } from 'events';
import { refusal } from './refused.js';

const stream = (fd, level) => Object.assign(new EventEmitter(), { fd, isTTY: false, writable: true, columns: 80,
  write(text, encoding, done = encoding) {
    log(level, `${text}`.replace(/\n$/, ''));
    if (typeof done === 'function') queueMicrotask(done);
    return true;
  },
  end() { return this; }, cork() {}, uncork() {}, getColorDepth: () => 1, hasColors: () => false });
const input = () => Object.assign(new EventEmitter(), { fd: 0, isTTY: false, readable: false, setEncoding() { return this; },
  pause() { return this; }, resume() { return this; }, unref() { return this; }, ref() { return this; } });

const start = performance.now();
function hrtime(before = [0, 0]) {
  const now = performance.now() - start, nanoseconds = Math.round((now % 1000) * 1e6) - before[1];
  return [Math.floor(now / 1000) - before[0] - (nanoseconds < 0 ? 1 : 0), nanoseconds < 0 ? nanoseconds + 1e9 : nanoseconds];
}
hrtime.bigint = () => BigInt(Math.round((performance.now() - start) * 1e6));

export function processWith(env) {
  const process = Object.assign(new EventEmitter(), { env, arch: 'x64', argv: ['node'], argv0: 'node', config: {}, execArgv: [],
    execPath: '', exitCode: undefined, features: {}, pid: 1, platform: 'linux', ppid: 0, release: { name: 'node' },
    stderr: stream(2, 'error'), stdin: input(), stdout: stream(1, 'log'), title: 'node', version: 'v20.0.0',
    versions: { node: '20.0.0' }, cwd: () => '/', emitWarning(warning) { console.warn(warning); }, hrtime,
    memoryUsage: Object.assign(() => ({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 }), { rss: () => 0 }),
    nextTick: (callback, ...args) => queueMicrotask(() => callback(...args)), umask: () => 18,
    uptime: () => (performance.now() - start) / 1000 });
  for (const name of ['abort', 'binding', 'chdir', 'dlopen', 'exit', 'kill', 'reallyExit'])
    process[name] = { [name]() { throw refusal('process', name); } }[name];
  return process;
}
