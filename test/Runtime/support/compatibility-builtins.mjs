// Cases of docs/compatibility.md: Node's modules for the program around the tools, and those from npm packages.
const failure = async (attempt) => {
  try {
    await attempt();
    return 'nothing thrown';
  } catch (error) {
    return [error.name, error.code ?? null];
  }
};
const kinds = (module, names) => names.split(' ').map((name) => `${name} ${typeof module[name]}`);

export const builtins = {
  'path': ({ require }) => {
    const path = require('path');
    return [
      path.join('a', '..', 'b', './c.txt'),
      path.resolve('/a', '../b'),
      path.dirname('/a/b/c'),
      path.basename('/a/b.txt', '.txt'),
      path.extname('a.b.c'),
      path.relative('/a/b', '/a/c/d'),
      path.parse('/x/y.z'),
      path.isAbsolute('a'),
      path.sep,
      path.posix.join('a', 'b'),
    ];
  },
  'streams': async ({ require }) => {
    const { PassThrough, Readable, Transform, Writable, pipeline } = require('stream');
    const seen = [];
    const upper = new Transform({
      transform(chunk, encoding, done) {
        done(null, String(chunk).toUpperCase());
      },
    });
    await new Promise((resolve, reject) =>
      pipeline(
        Readable.from(['a', 'b']),
        upper,
        new PassThrough(),
        new Writable({
          write(chunk, encoding, done) {
            seen.push(String(chunk));
            done();
          },
        }),
        (error) => (error ? reject(error) : resolve()),
      ),
    );
    const { text, json } = require('stream/consumers');
    return [
      seen.join(''),
      await text(Readable.from(['x', 'y'])),
      await json(Readable.from(['{"a":', '1}'])),
      new (require('string_decoder').StringDecoder)('utf8').write(Buffer.from([0xe2, 0x82])),
      require('stream').Stream === require('stream'),
    ];
  },
  'async storage': async ({ require }) => {
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
    const both = await Promise.all(
      ['c', 'd'].map((name) =>
        storage.run(name, async () => {
          await undefined;
          await undefined;
          return storage.getStore();
        }),
      ),
    );
    return [seen, exits, bound(), both, storage.getStore() ?? 'outside'];
  },
  'timers promises': async ({ require }) => {
    const { setTimeout: wait, setImmediate: soon } = require('timers/promises');
    return [await wait(1, 'a'), await soon('b'), await failure(() => wait(1000, 0, { signal: AbortSignal.abort() }))];
  },
  'diagnostics': ({ require }) => {
    const { channel, tracingChannel } = require('diagnostics_channel');
    const seen = [], listener = (message, name) => seen.push([message, name]);
    channel('a').subscribe(listener);
    channel('a').publish(1);
    const traced = tracingChannel('t').traceSync((x) => x + 1, {}, null, 1);
    return [seen, channel('a').hasSubscribers, channel('a').unsubscribe(listener), channel('a').hasSubscribers, traced];
  },
  'assert': ({ require }) => {
    const assert = require('assert');
    return Promise.all([
      failure(() => assert.strictEqual(1, 2)),
      failure(() => assert(true)),
      failure(() => assert.deepStrictEqual({ a: [1] }, { a: [1] })),
    ]);
  },
  'net': ({ require }) => {
    const { isIP } = require('net');
    return ['127.0.0.1', '256.1.1.1', '::1', '1::2::3', 'a', '', '01.2.3.4', '::ffff:1.2.3.4'].map((text) =>
      isIP(text),
    );
  },
  'http': ({ require }) => {
    const http = require('http');
    return [
      http.STATUS_CODES[404],
      http.METHODS.includes('PATCH'),
      new http.Agent({ keepAlive: true }).options.keepAlive,
      kinds(http, 'request get createServer Agent IncomingMessage ServerResponse'),
      require('tty').isatty(1),
    ];
  },
  'classes': ({ require }) => {
    class Sender extends require('http').Agent {}
    class Part extends require('child_process').ChildProcess {}
    return [new Sender() instanceof require('events'), typeof Part];
  },
  'process facts': () => [
    process.platform,
    typeof process.cwd(),
    typeof process.versions.node,
    process.stdout.isTTY ?? false,
    typeof process.hrtime.bigint(),
    process.listenerCount('none'),
    typeof process.nextTick,
  ],
  'names': ({ require }) =>
    Object.entries({
      fs: 'readFile writeFileSync createReadStream constants promises',
      'fs/promises': 'readFile mkdir',
      child_process: 'spawn exec execFileSync',
      zlib: 'gzip createGunzip constants',
      worker_threads: 'Worker isMainThread',
      os: 'platform EOL',
      http2: 'connect',
      dns: 'lookup',
      vm: 'Script runInNewContext',
      v8: 'serialize',
      readline: 'createInterface',
      tls: 'connect TLSSocket',
      module: 'createRequire builtinModules register',
      perf_hooks: 'performance PerformanceObserver',
      cluster: 'fork',
      net: 'Socket createServer',
    }).map(([name, members]) => kinds(require(name), members)),
  'promisify': ({ require }) => kinds({ f: require('util').promisify(require('fs').readFile) }, 'f'),
  'files': async ({ require }) => {
    const fs = require('fs');
    return [
      fs.existsSync('/proc'),
      await failure(() => fs.readFileSync('/proc/version')),
      await failure(() => fs.promises.readFile('/proc/version')),
      await failure(() => require('util').promisify(fs.readFile)('/proc/version')),
    ];
  },
  'programs': ({ require }) => failure(() => require('child_process').execFileSync('true')),
  'connections': ({ require }) => failure(() => require('net').connect(1).on('error', () => {})),
  'compression': async ({ require }) => {
    const zlib = require('zlib'),
      { promisify } = require('util'),
      { pipeline } = require('stream/promises'),
      { Readable, Writable } = require('stream');
    const text = 'to be compressed '.repeat(50),
      seen = [];
    await pipeline(
      Readable.from([text.slice(0, 20), text.slice(20)]),
      zlib.createGzip(),
      zlib.createGunzip(),
      new Writable({
        write(chunk, encoding, done) {
          seen.push(chunk);
          done();
        },
      }),
    );
    return [
      zlib.gunzipSync(zlib.gzipSync(text)).toString() === text,
      zlib.inflateSync(zlib.deflateSync(text)).length,
      zlib.inflateRawSync(zlib.deflateRawSync(text, { level: 9 })).length,
      (await promisify(zlib.gunzip)(await promisify(zlib.gzip)(text))).length,
      zlib.unzipSync(zlib.gzipSync('a')).toString(),
      zlib.gzipSync(text).length < 100,
      Buffer.concat(seen).toString() === text,
      zlib.crc32('abc'),
      zlib.constants.Z_BEST_SPEED,
      await failure(() => zlib.gunzipSync('no')),
      await failure(() => promisify(zlib.inflate)('no')),
      zlib.gunzipSync(Buffer.from('H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==', 'base64')).toString(),
    ];
  },
  'brotli': async ({ require }) => {
    const zlib = require('zlib'),
      { promisify } = require('util'),
      { pipeline } = require('stream/promises'),
      { Readable, Writable } = require('stream');
    const text = 'to be compressed '.repeat(50),
      codes = [];
    const roundTrip = async (kind) => {
      const lower = kind.toLowerCase(),
        seen = [],
        pack = zlib[`create${kind}Compress`](),
        packed = zlib[`${lower}CompressSync`](text);
      await pipeline(
        Readable.from([text.slice(0, 20), text.slice(20)]),
        pack,
        zlib[`create${kind}Decompress`](),
        new Writable({
          write(chunk, encoding, done) {
            seen.push(chunk);
            done();
          },
        }),
      );
      const unpack = zlib[`${lower}DecompressSync`];
      for (const make of [
        () => unpack('no'),
        () => kind === 'Brotli' && unpack(packed.subarray(0, packed.length - 9)),
        () => unpack(packed, { maxOutputLength: 10 }),
        () => unpack(5),
        () => zlib[`${lower}Compress`]('a'),
      ]) {
        try {
          codes.push(make().length);
        } catch ({ name, code, errno }) {
          codes.push([name, code, errno]);
        }
      }
      return [
        packed.length < 100,
        unpack(packed).toString() === text,
        unpack(Buffer.concat([packed, Buffer.from('xxxx')])).length,
        (await promisify(zlib[`${lower}Decompress`])(await promisify(zlib[`${lower}Compress`])(text))).length,
        Buffer.concat(seen).toString() === text,
        pack.bytesWritten,
        pack instanceof zlib[`${kind}Compress`],
        unpack(zlib[`${lower}CompressSync`](new Uint8Array(0))).length,
        await failure(() => promisify(zlib[`${lower}Decompress`])('no')),
      ];
    };
    return [await roundTrip('Brotli'), await roundTrip('Zstd'), codes,
      zlib.brotliDecompressSync(Buffer.from('CwGAYWJjAw==', 'base64')).toString(),
      zlib.zstdDecompressSync(Buffer.from('KLUv/SADGQAAYWJj', 'base64')).toString(),
      zlib.brotliCompressSync(text, {
        params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1, [zlib.constants.BROTLI_PARAM_LGWIN]: 16 },
      }).length < 100,
      await failure(() => zlib.zstdCompressSync('a', { params: { [zlib.constants.ZSTD_c_windowLog]: 99 } })),
      Object.entries(zlib.constants)
        .filter(([name]) => /BROTLI|ZSTD/.test(name) && !/BROTLI_DECODER_ERROR/.test(name))
        .sort(),
    ];
  },
  'zstandard cut off': ({ require }) => {
    const { zstdCompressSync, zstdDecompressSync } = require('zlib');
    return failure(() => zstdDecompressSync(zstdCompressSync('to be compressed').subarray(0, 12)));
  },
  'flushing brotli': async ({ require }) => {
    const { createBrotliCompress } = require('zlib'), pack = createBrotliCompress(), seen = [];
    pack.on('data', (part) => seen.push(part.length > 0));
    pack.write('a');
    await new Promise((done) => pack.flush(done));
    return seen;
  },
  'process arguments': () => [
    typeof process.argv[0],
    process.argv.length > 1,
    process.exitCode ?? null,
    process.argv0.length > 0,
  ],
  'process exit': () => failure(() => process.kill(process.ppid, 0)),
  'process input': async () => [process.stdin.isTTY ?? false, typeof process.stdin.on, process.stdin.fd],
  'process members': async () => {
    const seen = [], order = [];
    process.once('made-up', (value) => seen.push(value));
    process.emit('made-up', 1);
    process.emit('made-up', 2);
    await new Promise((resolve) => {
      process.nextTick((value) => {
        order.push(value);
        resolve();
      }, 'tick');
    });
    return [
      seen,
      order,
      process.stdout.write(''),
      'env' in process,
      Object.keys(process).includes('argv'),
      process.uptime() >= 0,
      Object.prototype.toString.call(process),
      typeof process.memoryUsage().heapUsed,
      process.hrtime().length,
      process.arch.length > 0,
    ];
  },
  'process module': async () => {
    const { default: imported, env } = await import('node:process');
    return [imported === process, env === process.env];
  },
  'readline': async ({ require }) => {
    const { Readable } = require('stream'),
      seen = [];
    for await (const line of require('readline').createInterface({ input: Readable.from(['one\ntw', 'o\r\nthree']) }))
      seen.push(line);
    return seen;
  },
  'module require': ({ require }) => {
    const { builtinModules, createRequire, isBuiltin } = require('module');
    return [
      builtinModules.includes('path'),
      isBuiltin('node:fs'),
      isBuiltin('left-pad-9'),
      typeof createRequire('/a/b.js')('path').join,
    ];
  },
  'performance hooks': ({ require }) => {
    const { performance: clock, PerformanceObserver } = require('perf_hooks');
    new PerformanceObserver(() => {}).observe({ entryTypes: ['mark'] });
    return [clock === performance, clock.now() > 0];
  },
  'console class': ({ require }) => {
    const lines = [],
      { Console } = require('console'),
      { Writable } = require('stream');
    const own = new Console({
      stdout: new Writable({
        write(text, encoding, done) {
          lines.push(String(text));
          done();
        },
      }),
    });
    own.log('a %d', 1, { b: [1] });
    own.group('g');
    own.error('in\nside');
    own.groupEnd();
    own.warn('out');
    return lines;
  },
  'numbers of the system': ({ require }) => [
    require('os').constants.signals.SIGTERM,
    require('os').constants.errno.ENOENT,
    require('constants').EACCES,
    require('constants').SIGKILL,
  ],
  'strict assert': ({ require }) =>
    Promise.all([
      failure(() => require('assert/strict').equal(1, '1')),
      failure(() => require('assert').equal(1, '1')),
      failure(() => require('assert').rejects(Promise.resolve(1))),
      failure(() =>
        require('assert').throws(() => {
          throw new TypeError('x');
        }, TypeError),
      ),
    ]),
  'parse args': ({ require }) =>
    require('util').parseArgs({
      args: ['-f', '--bar', 'b', 'rest'],
      allowPositionals: true,
      options: { foo: { type: 'boolean', short: 'f' }, bar: { type: 'string' } },
    }).values,
  'servers': async ({ require }) => {
    const http = require('http'),
      server = http.createServer(() => {});
    return [
      server.listening,
      server.address(),
      server instanceof http.Server,
      typeof require('https').createServer,
      server.listenerCount('request'),
    ];
  },
  'machine': ({ require }) => [require('os').userInfo().username, require('os').EOL],
};
