// Cases of docs/compatibility.md: the console and the modules. `require` is the side's own; `lines` are what the
// console wrote.
const failed = (attempt) => {
  try {
    attempt();
    return null;
  } catch (error) {
    return [error.name, error.code ?? null];
  }
};

class Point {
  constructor() {
    this.x = 1;
  }
}
const cyclic = {
  a: {b: {c: {d: 1}}},
  list: [1, 'two', [3]]
};
cyclic.self = cyclic;

// What these write is compared: the console's lines, and not what they answer.
export const consoles = {
  'console format': () => {
    console.log('%s|%d|%i|%f|%j|%o|%O|%c|%%', 'a', 1.5, 1.9, '1.5', {a: 1}, [1], {b: {c: {}}}, 'css', 'more', 2);
    console.log('%s', null, undefined);
    console.log('%d', 'x');
    console.log('100% %s');
    console.log('a', '%s', 'b');
    console.log();
    console.log('%s %s', 'one');
    console.log('%s', {a: {b: 1}}, 5n);
  },
  'console inspect': () => {
    console.log(cyclic);
    console.log(
        new Map([['k', {v: 1}]]), new Set([1]), [undefined, null, , 3], new Point(), class A {}, function f() {},
        () => {}, Symbol('s'), -0, 'text', new Date(0), /x/g, 1n);
    console.log(
        {
          get a() {
            return 1;
          },
          set b(x) {},
          [Symbol('k')]: 1,
          'with-dash': 2
        },
        [1.5, 'x'], new Uint8Array(3), Buffer.from('hi'), new URL('http://a.b/c?d'), new URLSearchParams('a=b'));
    console.log(
        Object.create(null), new (class extends Map {})(), [['a', {b: []}]], Array.from({length: 120}, (_, i) => i));
    console.log(new Error('e').message, [new Point()], 'multi\nline', ['multi\nline'], 'it\'s', ['it\'s']);
  },
  'console table': () => {
    console.table([{a: 1, b: 'x'}, {a: 2, c: true}]);
    console.table([1, 'b']);
    console.table({x: {y: 1}, z: 2});
    console.table([{a: 1, b: 2}], ['b']);
    console.table(new Map([['k', 1]]));
    console.table([[1, 2], [3, 4]]);
    console.table('plain');
  },
  'console methods': () => {
    console.count();
    console.count('a');
    console.count('a');
    console.countReset('a');
    console.count('a');
    console.group('G', 1);
    console.log('in\nside');
    console.group();
    console.info({a: 1});
    console.groupEnd();
    console.groupEnd();
    console.log('out');
    console.dir({a: {b: {c: {}}}}, {depth: 0});
    console.log('last');
  },
  'console of promises': () => {
    console.log(Promise.resolve(1));
  },
};

const tryAll = (...attempts) => attempts.map(failed);

export const modules = {
  'same objects': ({require}) =>
      [require('buffer').Buffer === Buffer, require('node:url').URL === URL,
       require('util').TextDecoder === TextDecoder, require('events') === require('node:events'),
       require('events').EventEmitter === require('events')],
  'buffer encodings':
      () => ['utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii', 'utf16le', 'binary', 'ucs2']
                .map(
                    (encoding) =>
                        [Buffer.from('aü€?>').toString(encoding), Buffer.from('6869 zz', encoding).toString('hex'),
                         Buffer.byteLength('YWJj', encoding), Buffer.isEncoding(encoding)])
                .concat([[
                  Buffer.from('aGk-_w', 'base64').toString('hex'), Buffer.from('a GVs\nbG8=', 'base64').toString(),
                  Buffer.from('abc', 'hex').length, Buffer.from([256, -1, 1.9, '3']).toString('hex'),
                  Buffer.isEncoding('nope')
                ]]),
  'buffer numbers': () => {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(0xdeadbeef, 0);
    bytes.writeDoubleLE(1.5, 4);
    bytes.writeInt16LE(-2, 12);
    bytes.writeUIntBE(0x0102, 14, 2);
    return [
      bytes.toString('hex'), bytes.readUInt32BE(0), bytes.readInt32LE(0), bytes.readDoubleLE(4), bytes.readInt16LE(12),
      bytes.readUIntBE(14, 2), String(bytes.readBigUInt64BE(0)), bytes.readUint8(0), bytes.readFloatBE(0)
    ];
  },
  'buffer operations': () => {
    const bytes = Buffer.from('hello world'), copy = Buffer.alloc(5);
    bytes.copy(copy, 1, 6, 9);
    return [
      Buffer.concat([bytes, copy], 13).toString(),
      Buffer.compare(Buffer.from('a'), Buffer.from('b')),
      bytes.equals(Buffer.from('hello world')),
      bytes.indexOf('o'),
      bytes.lastIndexOf('o'),
      bytes.includes('wor'),
      bytes.indexOf(Buffer.from('ld')),
      bytes.slice(-5, -2).toString(),
      bytes.subarray(1, 3).toString(),
      Buffer.isBuffer(bytes.subarray(1)),
      Buffer.alloc(4, 'ab').toString(),
      copy.toString('hex'),
      Buffer.from('abcd').swap16().toString(),
      JSON.stringify(Buffer.from('a')),
      [...Buffer.from('ab').entries()],
      Buffer.from('ab').map((x) => x + 1).toString(),
      Buffer.from(new Uint16Array([1, 2]).buffer).length,
      Buffer.of(1, 2).length,
      bytes.write('HE'),
      bytes.toString('utf8', 0, 5),
      bytes.fill('x', 0, 2).toString()
    ];
  },
  'buffer errors': () => tryAll(() => Buffer.alloc(1).readUInt32BE(0), () => Buffer.alloc('1')),
  'buffer module': ({require}) => {
    const {isUtf8, isAscii, transcode, constants, kMaxLength} = require('buffer');
    return [
      isUtf8(Buffer.from([0xff])), isUtf8(Buffer.from('ü')), isAscii(Buffer.from('ü')),
      transcode(Buffer.from('ü€'), 'utf8', 'latin1').toString('hex'), typeof constants.MAX_LENGTH, typeof kMaxLength
    ];
  },
  'buffer memory': () => Buffer.from('abc').buffer.byteLength,
  'events': ({require}) => {
    const Emitter = require('events'), emitter = new Emitter(), seen = [];
    emitter.on('a', (...args) => seen.push(['on', args]));
    emitter.once('a', () => seen.push('once'));
    emitter.prependListener('a', () => seen.push('first'));
    const off = () => seen.push('off');
    emitter.on('a', () => emitter.off('a', off));
    emitter.on('a', off);
    seen.push(emitter.emit('a', 1, 2), emitter.emit('a'), emitter.emit('b'));
    return [
      seen, emitter.listenerCount('a'), emitter.eventNames(), emitter.rawListeners('a').length,
      emitter.getMaxListeners(), Emitter.defaultMaxListeners, new (class extends Emitter {})() instanceof Emitter,
      emitter.removeAllListeners().eventNames()
    ];
  },
  'events module': async ({require}) => {
    const events = require('events'), emitter = new events(), seen = [];
    setTimeout(() => emitter.emit('x', 1, 2), 1);
    seen.push(await events.once(emitter, 'x'));
    setTimeout(() => emitter.emit('error', new Error('once')), 1);
    seen.push(await events.once(emitter, 'x').catch((error) => error.message));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 1);
    seen.push(await events.once(emitter, 'x', {signal: controller.signal}).catch((error) => [error.name, error.code]));
    const target = new EventTarget();
    setTimeout(() => target.dispatchEvent(new Event('t')), 1);
    seen.push((await events.once(target, 't'))[0].type);
    const iterator = events.on(emitter, 'y');
    emitter.emit('y', 1);
    emitter.emit('y', 2);
    seen.push(await iterator.next(), await iterator.next(), await iterator.return());
    emitter.on(events.errorMonitor, (error) => seen.push(['monitor', error.message]));
    emitter.on('error', (error) => seen.push(error.message));
    emitter.emit('error', new Error('boo'));
    const capturing = new events({captureRejections: true});
    capturing.on('z', async () => {
      throw new Error('async');
    });
    seen.push(await new Promise((resolve) => {
      capturing.on('error', (error) => resolve(error.message));
      capturing.emit('z');
    }));
    return [seen, events.getEventListeners(emitter, 'error').length, events.listenerCount(emitter, 'error')];
  },
  'events errors': ({require}) => {
    const Emitter = require('events');
    return [
      (() => {
        try {
          new Emitter().emit('error', new TypeError('mine'));
        } catch (error) {
          return [error.name, error.message];
        }
      })(),
      failed(() => new Emitter().emit('error'))?.[0], failed(() => new Emitter().on('a', 5))?.[0]
    ];
  },
  'events of targets': ({require}) => {
    const target = new EventTarget();
    target.addEventListener('a', () => {});
    return require('events').getEventListeners(target, 'a').length;
  },
  'querystring': ({require}) => {
    const {parse, stringify, escape, unescape, decode, encode} = require('querystring');
    return [
      parse('a=1&b=2&a=3&c&=d&e=f=g&h=%zz&i=%ff&j+k=l+m&&'), parse('a:1;b:2', ';', ':'),
      parse('a=1&b=2', null, null, {maxKeys: 1}),
      stringify({a: [1, 'x y'], b: true, c: null, d: undefined, e: {f: 1}, g: 'ü', h: 5n, i: NaN}),
      stringify({a: 1, b: 2}, ';', ':'), escape('a\'(b)*! ü'), unescape('%41%zz'), decode === parse,
      encode === stringify
    ];
  },
  'url module': ({require}) => {
    const url = require('url');
    const parsed = (text, ...rest) => {
      const {protocol, auth, host, port, hostname, hash, search, query, pathname, path, href} =
          url.parse(text, ...rest);
      return [protocol, auth, host, port, hostname, hash, search, query, pathname, path, href];
    };
    return [
      parsed('http://u:p@Host.com:80/a/b?c=d#e'), parsed('/a?b=c', true), parsed('//h/x', false, true),
      parsed('mailto:a@b'), url.resolve('http://a/b/c', '../d'), url.resolve('/one/two', 'three'),
      url.format({protocol: 'https', hostname: 'a', port: 1, pathname: '/x', query: {y: [1, 2]}}),
      url.format(new URL('http://u:p@xn--4ca.de/a?b#c'), {auth: false, fragment: false, unicode: true, search: false}),
      url.fileURLToPath('file:///a%20b/ü'), url.pathToFileURL('/a b/../c#d?').href, url.domainToASCII('ä.de'),
      url.domainToUnicode('xn--4ca.de'), url.domainToASCII('xn--iñvalid.com'),
      Object.entries(url.urlToHttpOptions(new URL('http://u:p%40@[::1]:8/x?y#z')))
          .filter(([key]) => key !== '__proto__')
          .sort(),
      failed(() => url.fileURLToPath('http://a')), failed(() => url.parse(5))?.[0]
    ];
  },
  'url module errors': ({require}) => failed(() => require('url').parse('http://[::1:80/')),
  'util inspect': ({require}) => {
    const {inspect} = require('util');
    return [
      inspect({a: {b: {c: {d: 1}}}}, {depth: null}), inspect(cyclic, {compact: false, depth: 0}),
      inspect({a: 1, b: 'x'}, {colors: true}), inspect([1, 2, 3, 4], {maxArrayLength: 2}),
      inspect('x'.repeat(20), {maxStringLength: 5}), inspect({b: 1, a: 2}, {sorted: true}),
      inspect({[inspect.custom]: (depth, options, own) => `mine ${typeof own} ${depth}`}),
      inspect(new Map([[{a: 1}, 'b']]), {showHidden: false}),
      inspect({long: 'y'.repeat(80), other: 'z'.repeat(20)}),
      inspect(
          {
            get a() {
              return 5;
            }
          },
          {getters: true}),
      inspect(new Point()), inspect(Object.assign(() => {}, {p: 1})),
      inspect(new (class Foo extends Error{})('bar')).split('\n')[0], inspect(new Set([[1]]), false, 0),
      typeof inspect.defaultOptions
    ];
  },
  'util inspect of proxies': ({require}) => require('util').inspect(new Proxy({a: 1}, {})),
  'util functions': async ({require}) => {
    const util = require('util');
    const old = util.deprecate((x) => x, 'gone');
    function Child() {}
    function Parent() {}
    Parent.prototype.hi = () => 'hi';
    util.inherits(Child, Parent);
    const called = new Promise((resolve) => util.callbackify(async (x) => x * 2)(4, (...args) => resolve(args)));
    const refused = new Promise((resolve) => util.callbackify(async () => {
      throw null;
    })((error) => resolve([error.code, error.message])));
    const own = () => {};
    own[util.promisify.custom] = () => 'custom';
    return [
      util.format('%s %d %j', 'a', 1, {}), await util.promisify((a, done) => done(null, a + 1))(1),
      await util.promisify((done) => done(new Error('no')))().catch((error) => error.message),
      await util.promisify(setTimeout)(1, 'v'), util.promisify(own)(), await called, await refused, new Child().hi(),
      Child.super_ === Parent, old.name.length >= 0,
      util.isDeepStrictEqual({a: [1, new Map([[1, new Set([2])]])]}, {a: [1, new Map([[1, new Set([2])]])]}),
      util.isDeepStrictEqual([1], ['1']), util.isDeepStrictEqual(NaN, NaN),
      util.stripVTControlCharacters('\u001b[31mred\u001b[39m'), util.styleText('red', 'x', {validateStream: false}),
      util.toUSVString('\ud800'), failed(() => util.promisify(1)), typeof util.debuglog('x').enabled, util.isArray([])
    ];
  },
  'util types': ({require}) => {
    const {types} = require('util');
    const values = {
      date: new Date(),
      regexp: /x/,
      map: new Map(),
      set: new Set(),
      weakMap: new WeakMap(),
      weakSet: new WeakSet(),
      promise: Promise.resolve(),
      buffer: new ArrayBuffer(1),
      view: new DataView(new ArrayBuffer(1)),
      bytes: new Uint8Array(1),
      big: new BigInt64Array(1),
      error: new TypeError(),
      boxed: Object(1),
      text: Object('s'),
      symbol: Object(Symbol()),
      async: async () => {},
      generator: function*() {},
      running: (function*() {})(),
      entries: new Map().entries(),
      values: new Set().values(),
      arguments: (function() {
        return arguments;
      })(),
      plain: {},
      none: null,
      forged: {[Symbol.toStringTag]: 'Date'}
    };
    return Object.keys(types)
        .filter((name) => !/External|KeyObject|CryptoKey|Proxy|EventTarget|Float16/.test(name))
        .sort()
        .map((name) => [name, Object.keys(values).filter((key) => types[name](values[key]))]);
  },
  'util types of proxies': ({ require }) => require('util').types.isProxy(new Proxy({}, {})),
  'util absent': ({ require }) =>
    ['MIMEType', 'getSystemErrorName', 'parseEnv', 'getCallSites'].map((name) => typeof require('util')[name]),
  'lodash-es': async ({ lodash, module }) => [
    lodash.chunk([1, 2, 3], 2),
    lodash.get({ a: [{ b: 1 }] }, 'a[0].b'),
    lodash.merge({ a: { b: 1 } }, { a: { c: 2 } }),
    lodash([1, 2, 3])
      .filter((x) => x > 1)
      .map((x) => x * 2)
      .value(),
    lodash.camelCase('foo bar'),
    lodash.isEqual({ a: [1] }, { a: [1] }),
    lodash.groupBy([1.2, 1.3, 2.1], Math.floor),
    lodash.sortBy([{ a: 2 }, { a: 1 }], 'a'),
    lodash.cloneDeep({ d: new Date(0) }),
    lodash.uniqBy([1, 1.5, 2], Math.floor),
    lodash.throttle(() => 5, 10)(),
    lodash.kebabCase('fooBar'),
    lodash.range(3),
    lodash.zipObject(['a'], [1]),
    lodash.VERSION,
    (await module('lodash-es/map.js'))([1], (x) => x + 1),
    Object.keys(lodash).length,
  ],
  'lodash-es template': ({ lodash }) => failed(() => lodash.template('<%= a %>')({ a: 1 })),
  'absent modules': ({ require }) =>
    ['_stream_wrap', 'domain', 'repl', 'trace_events', 'wasi', 'path/win32', 'inspector/promises'].map(
      (name) => failed(() => require(name))?.[0] ?? 'there',
    ),
  'module errors': ({ require }) => {
    try {
      require('left-pad-9');
    } catch (error) {
      return [error.message.split('\n')[0], error.code ?? null];
    }
  },
};
