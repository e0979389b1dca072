// Cases of docs/compatibility.md: the language and the globals. Each answers what has JSON, the same on Node and in the
// sandbox where the page says so.
const failed = (attempt) => {
  try {
    attempt();
    return null;
  } catch (error) {
    return [error.name, error.code ?? null];
  }
};
const refusal = (attempt) => {
  try {
    attempt();
    return null;
  } catch (error) {
    return [error.name, error.message, error.code];
  }
};
const kinds = (...names) => names.map((name) => typeof globalThis[name]);
const drain = async (iterable) => {
  const all = [];
  for await (const each of iterable) all.push(each);
  return all;
};

export const language = {
  'array copies': () => [
      [3, 1, 2].toSorted(), [1, 2].toReversed(), [1, 2, 3].toSpliced(1, 1, 9, 8), [1, 2].with(-1, 5),
      [...new Uint8Array([3, 1]).toSorted()], [...new Int16Array([1, 2]).toReversed()],
      [...new Float32Array([1, 2]).with(0, 7)]],
  'array from async': async () =>
      [await Array.fromAsync((async function*() {
        yield 1;
        yield 2;
      })()),
       await Array.fromAsync([Promise.resolve(3)], (x) => x + 1)],
  'grouping': () => [Object.groupBy([1, 2, 3], (x) => (x % 2 ? 'odd' : 'even')), [...Map.groupBy('aab', (x) => x)]],
  'promises': async () => {
    const {promise, resolve} = Promise.withResolvers();
    resolve(4);
    return [
      await promise, await Promise.try((x) => x, 5),
      await Promise
          .try(() => {
            throw 6;
          })
          .catch((x) => x)
    ];
  },
  'sets': () => {
    const a = new Set([1, 2, 3]), b = new Set([3, 4]);
    return [
      [...a.union(b)], [...a.intersection(b)], [...a.difference(b)], [...a.symmetricDifference(b)], a.isSubsetOf(b),
      new Set([3]).isSubsetOf(a), a.isSupersetOf(new Set([1])), a.isDisjointFrom(new Set([9]))
    ];
  },
  'iterators': () =>
      [Iterator.from([1, 2, 3]).map((x) => x * 2).toArray(),
       [1, 2, 3, 4].values().filter((x) => x % 2).take(1).toArray(), [1, 2, 3].values().drop(1).toArray(),
       [1, 2].values().flatMap((x) => [x, x]).toArray(), [1, 2].values().reduce((a, b) => a + b),
       [1].values().some((x) => x), [1, 0].values().every((x) => x), [5, 6].values().find((x) => x > 5),
       typeof Iterator, [].values() instanceof Iterator],
  'well-formed strings': () => ['a\ud800'.isWellFormed(), 'a\ud800b'.toWellFormed(), '😀'.isWellFormed()],
  'regexp escape': () => [RegExp.escape('a.b*c'), new RegExp(RegExp.escape('(x)')).test('(x)')],
  'error is error': () => [Error.isError(new TypeError()), Error.isError({})],
  'code from strings': () => [failed(() => eval('1')), failed(() => new Function('return 1'))],
  'resizable buffers': () => {
    const buffer = new ArrayBuffer(2, { maxByteLength: 8 }), view = new Uint8Array(buffer);
    buffer.resize(4);
    return [view.length, buffer.resizable, buffer.transferToFixedLength(1).byteLength, buffer.detached];
  },
  'shared memory': () => kinds('SharedArrayBuffer'),
  'web assembly': () => kinds('WebAssembly'),
  'regular expressions': () => [
    /^[\p{L}--[a-z]]$/v.test('A'),
    /^(?i:a)b$/.test('Ab'),
    /(?<y>\d{4})-x|x-(?<y>\d{4})/.exec('x-2026').groups.y,
  ],
  'disposal': async () => {
    const told = [],
      end = (name) => ({ [Symbol.dispose]: () => told.push(name) });
    {
      using first = end('first'),
        none = null;
      await using later = { [Symbol.asyncDispose]: async () => told.push('later') };
      using last = end('last');
      void [first, none, later, last];
    }
    for (using each of [end('one'), end('two')]) void each;
    const stack = new DisposableStack();
    stack.defer(() => told.push('deferred'));
    stack.use(end('used'));
    stack.dispose();
    try { using bad = { [Symbol.dispose]() { throw new Error('a'); } }; void bad; throw new Error('b'); }
    catch (error) { told.push(error.name, error.error.message, error.suppressed.message, stack.disposed); }
    return told;
  },
};

const urls = [
  ['http://user:p%40w@EXAMPLE.com:8080/a/../b c?q=ü#f'], ['../x', 'http://a.example/b/c/d'], ['//h/p', 'https://x'],
  ['http://faß.example/ä?ß'], ['http://1.2/'], ['http://[::1]:80/'], ['data:text/plain,x y'], ['mailto:a@b'],
  ['file:///C|/x'], ['http://xn--4ca.de'], ['https://a.b:443/'], ['?q', 'http://a/b?c#d']
];
const partsOf = (url) =>
    [url.href, url.origin, url.protocol, url.username, url.password, url.host, url.hostname, url.port, url.pathname,
     url.search, url.hash, JSON.stringify(url), [...url.searchParams]];

const streams = {
  'readable stream': async () => {
    const make = () => new ReadableStream({
      start(sink) {
        sink.enqueue('a');
        sink.enqueue('b');
        sink.close();
      }
    });
    const [left, right] = make().tee();
    let cancelled;
    const held = new ReadableStream({
      cancel(reason) {
        cancelled = reason;
      }
    });
    await held.cancel('why');
    const reader = make().getReader();
    const broken = new ReadableStream({
      start(sink) {
        sink.error(new Error('broken'));
      }
    });
    return [
      await drain(make()), await drain(left), await drain(right), await drain(ReadableStream.from([1, 2])), cancelled,
      await reader.read(), make().locked, await broken.getReader().read().catch((error) => error.message),
      failed(() => {
        const stream = make();
        stream.getReader();
        stream.getReader();
      })[0]
    ];
  },
  'byte stream': async () => {
    const stream = new ReadableStream({
      type: 'bytes',
      pull(sink) {
        sink.byobRequest ? (sink.byobRequest.view[0] = 7, sink.byobRequest.respond(1)) : sink.close();
      }
    });
    const {value, done} = await stream.getReader({mode: 'byob'}).read(new Uint8Array(4));
    return [[...value], done];
  },
  'transform stream': async () => {
    const upper = () => new TransformStream({
      transform(chunk, sink) {
        sink.enqueue(chunk.toUpperCase());
      },
      flush(sink) {
        sink.enqueue('!');
      }
    });
    const written = [];
    const source = () => new ReadableStream({
      start(sink) {
        sink.enqueue('a');
        sink.enqueue('b');
        sink.close();
      }
    });
    await source().pipeThrough(upper()).pipeTo(new WritableStream({
      write(chunk) {
        written.push(chunk);
      },
      close() {
        written.push('closed');
      }
    }));
    const failing = source()
                        .pipeTo(new WritableStream({
                          write() {
                            throw new Error('full');
                          }
                        }))
                        .catch((error) => error.message);
    return [
      written, await failing, new CountQueuingStrategy({highWaterMark: 2}).size(),
      new ByteLengthQueuingStrategy({highWaterMark: 2}).size(new Uint8Array(3))
    ];
  },
};

export const globals = {
  'global': () => [global === globalThis, Object.keys(globalThis).includes('global')].slice(0, 1),
  'names of globals':
      () => ['AbortController', 'AbortSignal', 'Blob', 'Buffer', 'ByteLengthQueuingStrategy', 'CustomEvent',
             'DOMException', 'Event', 'EventTarget', 'File', 'FormData', 'Headers', 'ReadableStream', 'Request',
             'Response', 'TextDecoder', 'TextEncoder', 'TransformStream', 'URL', 'URLSearchParams', 'WritableStream',
             'atob', 'btoa', 'clearTimeout', 'fetch', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout',
             'structuredClone']
                .map((name) => [globalThis[name].name, globalThis[name].prototype?.[Symbol.toStringTag] ?? null])
                .map(([name, tag], i) => (name === 'Buffer' ? [name] : [name, tag])),
  'url': () =>
      [...urls.map((each) => partsOf(new URL(...each))), URL.canParse('x:'), URL.canParse('x'), URL.parse('nope'),
       URL.parse('/a', 'http://b').href, refusal(() => new URL('nope')), refusal(() => new URL('/x', 'y')), (() => {
         const url = new URL('http://a/b');
         url.host = 'c:99';
         url.pathname = '/d e';
         url.search = 'x=1';
         url.hash = '';
         url.port = '70000';
         url.protocol = 'https';
         url.searchParams.append('y', '&');
         return url.href;
       })()],
  'url search params': () => {
    const all = new URLSearchParams('a=1&b=2&a=3&c=+%20%zz');
    all.append('ü', 'ö');
    const sorted = new URLSearchParams('z=1&a=2&z=0');
    sorted.sort();
    return [
      String(all), all.getAll('a'), all.has('a', '3'), all.size, String(sorted),
      String(new URLSearchParams({x: 'a b', y: '*'})), String(new URLSearchParams([['a', 'b'], ['a', 'c']])),
      (all.delete('a', '1'), String(all)), all.get('none')
    ];
  },
  'url object': () => typeof URL.createObjectURL,
  'text encoder': () => {
    const bytes = new Uint8Array(4);
    return [
      [...new TextEncoder().encode('aü€😀\ud800')], new TextEncoder().encodeInto('€€', bytes), [...bytes],
      new TextEncoder().encoding
    ];
  },
  'text decoder': () => {
    const stream = new TextDecoder();
    return [
      new TextDecoder().decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff, 0xe2, 0x82])),
      new TextDecoder('utf-8', {ignoreBOM: true}).decode(new Uint8Array([0xef, 0xbb, 0xbf])).length,
      stream.decode(new Uint8Array([0xe2, 0x82]), {stream: true}), stream.decode(new Uint8Array([0xac])),
      new TextDecoder('utf-16le').decode(new Uint8Array([0x61, 0, 0x3d, 0xd8])),
      new TextDecoder('latin1').decode(new Uint8Array([0xe9, 0x41])),
      new TextDecoder('shift_jis').decode(new Uint8Array([0x83, 0x65])), new TextDecoder('Latin1').encoding,
      new TextDecoder('utf8').fatal, new TextDecoder().decode()
    ];
  },
  'text decoder errors': () => [failed(() => new TextDecoder('nope')), failed(() => new TextDecoder('utf-8', {
                                                                                      fatal: true
                                                                                    }).decode(new Uint8Array([0xff])))],
  'text streams': async () =>
      [await drain(new ReadableStream({
                     start(sink) {
                       for (const byte of new TextEncoder().encode('ü€')) sink.enqueue(new Uint8Array([byte]));
                       sink.close();
                     }
                   }).pipeThrough(new TextDecoderStream())),
       (await drain(new ReadableStream({
                      start(sink) {
                        sink.enqueue('\ud83d');
                        sink.enqueue('\ude00');
                        sink.close();
                      }
                    }).pipeThrough(new TextEncoderStream())))
           .map((each) => [...each])],
  'base64': () =>
      [btoa('hé'), atob(' aGk= '), atob('aGk'), refusal(() => btoa('€'))?.[0], refusal(() => atob('a'))?.[0],
       refusal(() => atob('a-_b'))?.[0], failed(() => atob())?.[0]],
  'event': () => {
    const event = new CustomEvent('x', {detail: {a: 1}, cancelable: true});
    event.preventDefault();
    return [
      event.type, event.detail, event.defaultPrevented, event.bubbles, event.target, event.eventPhase, event.isTrusted,
      event instanceof Event, failed(() => new Event())?.[0]
    ];
  },
  'event target': () => {
    const seen = [], target = new EventTarget(), controller = new AbortController();
    target.addEventListener('a', () => seen.push(1), {once: true});
    target.addEventListener('a', {
      handleEvent(event) {
        seen.push(['object', this !== target, event.target === target]);
      }
    });
    target.addEventListener('a', () => seen.push('signal'), {signal: controller.signal});
    const stop = (event) => {
      seen.push('stop');
      event.stopImmediatePropagation();
    };
    target.addEventListener('a', stop);
    target.addEventListener('a', stop);
    target.addEventListener('a', () => seen.push('never'));
    seen.push(target.dispatchEvent(new Event('a')));
    controller.abort();
    target.removeEventListener('a', stop);
    target.dispatchEvent(new Event('a'));
    return seen;
  },
  'abort controller': () => {
    const controller = new AbortController(), seen = [];
    controller.signal.onabort = (event) => seen.push(event.type, event.isTrusted);
    controller.abort();
    controller.abort('again');
    const given = AbortSignal.abort('mine');
    return [
      seen, controller.signal.aborted, controller.signal.reason.name, controller.signal.reason.message,
      controller.signal.reason.code, given.reason, failed(() => controller.signal.throwIfAborted())?.[0],
      failed(() => new AbortSignal())
    ];
  },
  'abort signals': async () => {
    const a = new AbortController(), b = new AbortController();
    const any = AbortSignal.any([a.signal, b.signal]), nested = AbortSignal.any([any]);
    const seen = [];
    any.addEventListener('abort', () => seen.push(nested.aborted));
    b.abort('b');
    const timeout = AbortSignal.timeout(5);
    await new Promise((resolve) => {
      timeout.onabort = resolve;
    });
    return [
      any.aborted, any.reason, nested.reason, seen, timeout.reason.name, timeout.reason.code,
      AbortSignal.any([]).aborted, failed(() => AbortSignal.timeout(-1))
    ];
  },
  'dom exception': () => {
    const error = new DOMException('m', 'AbortError');
    return [
      error.name, error.code, error.message, error instanceof Error, String(error),
      Object.prototype.toString.call(error), DOMException.DATA_CLONE_ERR, error.NOT_FOUND_ERR, new DOMException().name,
      typeof error.stack
    ];
  },
  'structured clone': () => {
    const buffer = new ArrayBuffer(4), value = {
      date: new Date(5),
      regexp: /a/gi,
      map: new Map([[{k: 1}, new Set([1])]]),
      error: new RangeError('bad', {cause: 'c'}),
      views: [new Uint8Array(buffer, 1, 2), new Int16Array(buffer)],
      list: [, 1],
      number: Object(1),
      big: 10n,
      none: undefined,
      get read() {
        return 1;
      }
    };
    value.self = value;
    class Own {
      constructor() {
        this.a = 1;
      }
      b() {}
    }
    value.own = new Own();
    const clone = structuredClone(value);
    return [
      clone.self === clone, clone.date.getTime(), String(clone.regexp), [...clone.map.keys()],
      clone.error instanceof RangeError, clone.error.message, clone.error.cause,
      clone.views[0].buffer === clone.views[1].buffer, clone.views[0].length, 0 in clone.list, typeof clone.number,
      typeof clone.big, 'none' in clone, clone.read, clone.own.constructor === Object, clone.own.a
    ];
  },
  'structured clone errors':
      () => [() => {}, Symbol('s'), Promise.resolve(), new WeakMap(), {deep: [() => 1]}].map((value) => {
        try {
          structuredClone(value);
          return null;
        } catch (error) {
          return [error.name, error.code, error.message];
        }
      }),
  'structured clone transfer': () => {
    const buffer = new ArrayBuffer(8), clone = structuredClone({buffer}, {transfer: [buffer]});
    return [
      buffer.byteLength, clone.buffer.byteLength, failed(() => structuredClone(1, {transfer: [{}]}))?.[0],
      failed(() => {
        const twice = new ArrayBuffer(1);
        structuredClone(1, {transfer: [twice, twice]});
      })?.[0]
    ];
  },
  'structured clone of proxies': () => failed(() => structuredClone(new Proxy({a: 1}, {}))),
  ...streams,
  'performance': () => {
    performance.mark('a', {startTime: 1, detail: 'd'});
    performance.measure('m', {start: 1, end: 5});
    const [mark] = performance.getEntriesByName('a'), [measure] = performance.getEntriesByType('measure');
    const answer = [
      mark.entryType, mark.startTime, mark.detail, measure.duration, typeof performance.now(),
      performance.timeOrigin > 1e12, failed(() => performance.measure('x', 'none'))?.[0]
    ];
    performance.clearMarks();
    performance.clearMeasures();
    return [...answer, performance.getEntriesByName('a').length];
  },
  'timers': async () => {
    const seen = [];
    // A timer that is due before the loop's first turn runs before the immediates, in Node too: start it from one.
    setImmediate(() => {
      seen.push('immediate');
      setTimeout((...args) => seen.push('timeout', args), 5, 1, 2);
    });
    queueMicrotask(() => seen.push('microtask'));
    Promise.resolve().then(() => seen.push('promise'));
    clearTimeout(setTimeout(() => seen.push('never'), 1));
    let count = 0;
    await new Promise((resolve) => {
      const interval = setInterval(() => {
        if (++count >= 3 && seen.length === 5) {
          clearInterval(interval);
          resolve();
        }
      }, 10);
    });
    return [seen, count >= 3];
  },
  'timer objects': () => {
    const timer = setTimeout(() => {}, 1);
    const members = ['ref', 'unref', 'hasRef', 'refresh', 'close'].map((name) => typeof timer[name]);
    clearTimeout(timer);
    return members;
  },
  'long timers': async () => {
    const long = setTimeout(() => {}, 86400000);
    const shown = long._idleTimeout ?? 'hidden';
    clearTimeout(long);
    return shown;
  },
  'next tick': () => typeof process.nextTick,
  'compression streams': () => kinds('CompressionStream', 'DecompressionStream'),
  'message channels': async ({ require }) => {
    const { port1, port2 } = new MessageChannel(), seen = [];
    const { receiveMessageOnPort, MessageChannel: Channel } = require('worker_threads');
    const sent = { a: [1, new Map([['k', 1]])] };
    port1.postMessage(sent);
    sent.a.push(2);
    seen.push(receiveMessageOnPort(port2), receiveMessageOnPort(port2) ?? 'none', Channel === MessageChannel);
    port1.postMessage('early');
    const all = new Promise((resolve) => {
      port2.onmessage = (event) => {
        seen.push([event.constructor.name, event.type, event.data, event instanceof MessageEvent]);
        port2.postMessage(`${event.data} back`);
      };
      port1.on('message', (data) => { seen.push(data); if (data === 'late back') resolve(); });
    });
    port1.postMessage('late');
    seen.push('sync');
    await all;
    await new Promise((resolve) => { port2.addEventListener('close', resolve); port1.close(); });
    const refusals = [() => new MessagePort(), () => new MessageChannel().port1.postMessage(() => {}),
      () => { const bytes = new ArrayBuffer(1); new MessageChannel().port1.postMessage(bytes, [bytes, bytes]); }];
    for (const attempt of refusals) try { attempt(); } catch (error) { seen.push([error.name, error.code]); }
    return seen;
  },
  'broadcast channels': () => kinds('BroadcastChannel'),
  'web sockets': () => kinds('WebSocket', 'EventSource'),
  'navigator': () => kinds('navigator'),
  'process': () => typeof process.getBuiltinModule,
};
