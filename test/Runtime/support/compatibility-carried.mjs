// Cases of docs/compatibility.md: what only bundles see that carry an agent framework inside.
const failure = async (attempt) => {
  try {
    await attempt();
    return 'nothing thrown';
  } catch (error) {
    return [error.name, error.code ?? null];
  }
};
const kinds = (module, names) => names.split(' ').map((name) => `${name} ${typeof module[name]}`);

export const carried = {
  'carried path': ({ require }) => {
    const path = require('path');
    return [path.join('a', '..', 'b', './c.txt'), path.resolve('/a', '../b'), path.dirname('/a/b/c'), path.basename('/a/b.txt', '.txt'),
      path.extname('a.b.c'), path.relative('/a/b', '/a/c/d'), path.parse('/x/y.z'), path.isAbsolute('a'), path.sep, path.posix.join('a', 'b')];
  },
  'carried streams': async ({ require }) => {
    const { PassThrough, Readable, Transform, Writable, pipeline } = require('stream');
    const seen = [];
    const upper = new Transform({ transform(chunk, encoding, done) { done(null, String(chunk).toUpperCase()); } });
    await new Promise((resolve, reject) => pipeline(Readable.from(['a', 'b']), upper, new PassThrough(), new Writable({
      write(chunk, encoding, done) { seen.push(String(chunk)); done(); } }), (error) => (error ? reject(error) : resolve())));
    const { text, json } = require('stream/consumers');
    return [seen.join(''), await text(Readable.from(['x', 'y'])), await json(Readable.from(['{"a":', '1}'])),
      new (require('string_decoder').StringDecoder)('utf8').write(Buffer.from([0xe2, 0x82])), require('stream').Stream === require('stream')];
  },
  'carried async storage': async ({ require }) => {
    const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
    const storage = new AsyncLocalStorage(), seen = [];
    const tell = (where) => seen.push(`${where} ${storage.getStore()}`);
    const one = async (name) => storage.run(name, async () => {
      tell('begin');
      await undefined;
      tell('awaited');
      await new Promise((resolve) => setTimeout(resolve, 2));
      tell('timer');
      await new Promise((resolve) => queueMicrotask(() => { tell('microtask'); resolve(); }));
      return storage.exit(() => storage.getStore() ?? 'none');
    });
    const exits = [await one('a'), await one('b')];
    const bound = storage.run('bound', () => AsyncResource.bind(() => storage.getStore()));
    const both = await Promise.all(['c', 'd'].map((name) => storage.run(name, async () => { await undefined; await undefined; return storage.getStore(); })));
    return [seen, exits, bound(), both, storage.getStore() ?? 'outside'];
  },
  'carried timers': async ({ require }) => {
    const { setTimeout: wait, setImmediate: soon } = require('timers/promises');
    return [await wait(1, 'a'), await soon('b'), await failure(() => wait(1000, 0, { signal: AbortSignal.abort() }))];
  },
  'carried diagnostics': ({ require }) => {
    const { channel, tracingChannel } = require('diagnostics_channel');
    const seen = [], listener = (message, name) => seen.push([message, name]);
    channel('a').subscribe(listener);
    channel('a').publish(1);
    const traced = tracingChannel('t').traceSync((x) => x + 1, {}, null, 1);
    return [seen, channel('a').hasSubscribers, channel('a').unsubscribe(listener), channel('a').hasSubscribers, traced];
  },
  'carried assert': ({ require }) => {
    const assert = require('assert');
    return Promise.all([failure(() => assert.strictEqual(1, 2)), failure(() => assert(true)), failure(() => assert.deepStrictEqual({ a: [1] }, { a: [1] }))]);
  },
  'carried net': ({ require }) => {
    const { isIP } = require('net');
    return ['127.0.0.1', '256.1.1.1', '::1', '1::2::3', 'a', '', '01.2.3.4', '::ffff:1.2.3.4'].map((text) => isIP(text));
  },
  'carried http': ({ require }) => {
    const http = require('http');
    return [http.STATUS_CODES[404], http.METHODS.includes('PATCH'), new http.Agent({ keepAlive: true }).options.keepAlive,
      kinds(http, 'request get createServer Agent IncomingMessage ServerResponse'), require('tty').isatty(1)];
  },
  'carried classes': ({ require }) => {
    class Sender extends require('http').Agent {}
    class Part extends require('child_process').ChildProcess {}
    return [new Sender() instanceof require('events'), typeof Part];
  },
  'carried process': () => [process.platform, typeof process.cwd(), typeof process.versions.node, process.stdout.isTTY ?? false,
    typeof process.hrtime.bigint(), process.listenerCount('none'), typeof process.nextTick],
  'carried names': ({ require }) => Object.entries({ fs: 'readFile writeFileSync createReadStream constants promises', 'fs/promises': 'readFile mkdir',
    child_process: 'spawn exec execFileSync', zlib: 'gzip createGunzip constants', worker_threads: 'Worker isMainThread', os: 'platform EOL',
    http2: 'connect', dns: 'lookup', vm: 'Script runInNewContext', v8: 'serialize', readline: 'createInterface', tls: 'connect TLSSocket',
    module: 'createRequire builtinModules', perf_hooks: 'performance PerformanceObserver', cluster: 'fork', net: 'Socket createServer' })
    .map(([name, members]) => kinds(require(name), members)),
  'carried promisify': ({ require }) => kinds({ f: require('util').promisify(require('fs').readFile), g: require('util').promisify(require('zlib').gunzip) }, 'f g'),
  'carried files': async ({ require }) => {
    const fs = require('fs');
    return [fs.existsSync('/proc'), await failure(() => fs.readFileSync('/proc/version')), await failure(() => fs.promises.readFile('/proc/version')),
      await failure(() => require('util').promisify(fs.readFile)('/proc/version'))];
  },
  'carried programs': ({ require }) => failure(() => require('child_process').execFileSync('true')),
  'carried connections': ({ require }) => failure(() => require('net').connect(1).on('error', () => {})),
  'carried compression': ({ require }) => failure(() => require('zlib').gzipSync('a')),
  'carried exit': () => typeof process.reallyExit === 'function' && process.argv.length,
  'carried machine': ({ require }) => [require('os').hostname().length > 0, require('os').cpus().length > 0, require('os').EOL],
  'carried shared memory': () => Object.getOwnPropertyDescriptor(SharedArrayBuffer.prototype, 'slice') !== undefined,
};
