// Node's `http` as a client, as cases that run on Node and in the sandbox: each answers a value that has
// JSON.
const told = (error) => ({
  name: error.name,
  code: error.code ?? null,
  message: error.message.replace(/127\.0\.0\.1:\d+/g, 'ADDRESS'),
});
const refused = (attempt) => {
  try {
    attempt();
    return 'nothing thrown';
  } catch (error) {
    return told(error);
  }
};
const bodyOf = async (response) => {
  const parts = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
};
const hidden = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];
const seen = (headers) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !hidden.includes(name))
      .sort(),
  );
// What happens to a request until it is closed; `act` does more with it.
const events = (request, act = () => {}) =>
  new Promise((resolve) => {
    const list = [];
    for (const name of ['response', 'error', 'abort', 'timeout', 'finish', 'close'])
      request.on(name, (value) => list.push(name === 'error' ? [name, told(value)] : name));
    request.on('response', (response) => {
      for (const name of ['aborted', 'end', 'error', 'close'])
        response.on(name, (value) => list.push([`response ${name}`, value ? told(value) : null]));
      act(response);
    });
    request.on('close', () => setTimeout(() => resolve(list), 20));
  });
const sent = (http, target, options, write = (request) => request.end()) =>
  new Promise((resolve, reject) => {
    const given = typeof target === 'string' || target instanceof URL ? [target, options ?? {}] : [target];
    const request = http.request(...given, async (response) => {
      try {
        const body = await bodyOf(response),
          isJson = /json/.test(response.headers['content-type']);
        resolve({
          status: response.statusCode,
          headers: seen(response.headers),
          body: isJson ? JSON.parse(body) : body.toString('latin1'),
        });
      } catch (error) {
        reject(error);
      }
    });
    request.on('error', reject);
    write(request);
  });
const failing = (promise) => promise.then((value) => ({ unexpected: value }), told);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const cases = {
  // Ways to say what is wanted.
  'get with an address': (http, origin) =>
    new Promise((resolve) =>
      http.get(`${origin}/status/201`, (response) =>
        bodyOf(response).then((body) => resolve([response.statusCode, response.statusMessage, String(body)])),
      ),
    ),
  'URL object': (http, origin) => sent(http, new URL(`${origin}/echo?a=1`)),
  'options alone': (http, origin) =>
    sent(http, {
      protocol: 'http:',
      hostname: '127.0.0.1',
      port: new URL(origin).port,
      path: '/echo',
      headers: { 'X-A': 'b' },
    }),
  'address and options': (http, origin) =>
    sent(http, `${origin}/echo`, { method: 'PUT', path: '/echo/other' }, (request) => request.end('x')),
  'auth': (http, origin) => sent(http, `${origin}/echo`, { auth: 'me:secret' }),
  'auth in the address': (http, origin) => sent(http, `${origin}/echo`.replace('//', '//a:b%20c@')),
  'headers as pairs': (http, origin) =>
    sent(http, `${origin}/echo`, {
      headers: [
        ['Host', new URL(origin).host],
        ['X-A', '1'],
        ['X-B', '2'],
      ],
    }),
  'headers as a list': (http, origin) =>
    sent(http, `${origin}/echo`, { headers: ['Host', new URL(origin).host, 'X-A', '1', 'X-B', '2'] }),
  'headers with several values': (http, origin) =>
    sent(http, `${origin}/echo`, { headers: { 'X-A': ['1', '2'], Cookie: ['a=1', 'b=2'] } }),
  'headers later': (http, origin) =>
    sent(http, `${origin}/echo`, {}, (request) => {
      request.setHeader('X-One', 'a');
      request.appendHeader('X-One', 'b');
      request.setHeader('X-Gone', 'c');
      request.removeHeader('x-gone');
      request.end();
    }),
  'header functions': (http, origin) => {
    const request = http.request(`${origin}/echo`, { headers: { 'X-Mixed': 'a', Accept: '*/*' } });
    request.on('error', () => {});
    const answer = [
      request.getHeader('x-mixed'),
      request.hasHeader('ACCEPT'),
      request.getHeaderNames(),
      request.getRawHeaderNames(),
      { ...request.getHeaders(), host: 'x' },
      request.method,
      request.path,
      request.host,
      request.protocol,
      request.headersSent,
      request.aborted,
    ];
    request.destroy();
    return answer;
  },
  'https address': (http) => refused(() => http.request('https://example.com/')),
  'no address': (http) => refused(() => http.request('nowhere')),
  'path with spaces': (http, origin) => refused(() => http.request({ host: '127.0.0.1', path: '/a b' })),
  'method with spaces': (http, origin) => refused(() => http.request(origin, { method: 'A B' })),
  'host of another kind': (http) => refused(() => http.request({ host: 5 })),
  'header name': (http, origin) => refused(() => http.request(origin, { headers: { 'a b': '1' } })),
  'header value': (http, origin) => refused(() => http.request(origin, { headers: { a: 'x\r\ny' } })),
  'header without a value': (http, origin) => refused(() => http.request(origin, { headers: { a: undefined } })),
  'headers too late': async (http, origin) => {
    const request = http.request(`${origin}/echo`, { method: 'POST' });
    request.on('error', () => {});
    request.on('response', (response) => response.resume());
    request.end('x');
    return refused(() => request.setHeader('a', 'b'));
  },
  // Bodies.
  'post': (http, origin) =>
    sent(http, `${origin}/echo`, { method: 'POST', headers: { 'content-type': 'text/plain' } }, (request) =>
      request.end('hällo'),
    ),
  'post nothing': (http, origin) => sent(http, `${origin}/echo`, { method: 'POST' }),
  'post in pieces': (http, origin) =>
    sent(http, `${origin}/echo`, { method: 'POST' }, async (request) => {
      request.write('one ');
      await wait(10);
      request.write(Buffer.from('two '));
      request.end('three');
    }),
  'post with a length': (http, origin) =>
    sent(http, `${origin}/echo`, { method: 'POST', headers: { 'Content-Length': 6 } }, (request) => {
      request.write('abc');
      request.end('def');
    }),
  'post much': (http, origin) =>
    sent(http, `${origin}/length`, { method: 'POST' }, async (request) => {
      for (let i = 0; i < 30; ++i)
        if (!request.write(Buffer.alloc(20000, 'x'))) await new Promise((resolve) => request.once('drain', resolve));
      request.end();
    }),
  'pipe into it': async (http, origin) => {
    const { Readable } = await import('node:stream');
    return sent(http, `${origin}/echo`, { method: 'PATCH' }, (request) => Readable.from(['a', 'b', 'c']).pipe(request));
  },
  'get with a body': (http, origin) =>
    sent(http, `${origin}/echo`, { headers: { 'content-length': 2 } }, (request) => request.end('hi')),
  'delete with a body': (http, origin) =>
    sent(http, `${origin}/echo`, { method: 'DELETE', headers: { 'content-length': 2 } }, (request) =>
      request.end('hi'),
    ),
  'latin1 text': (http, origin) =>
    sent(http, `${origin}/echo`, { method: 'POST' }, (request) => request.end('\u00e9', 'latin1')),
  'end with a callback': (http, origin) =>
    new Promise((resolve) => {
      const request = http.request(`${origin}/echo`, { method: 'POST' }, (response) => response.resume());
      request.end('x', () => resolve([request.finished, request.writableFinished, request.headersSent]));
    }),
  // Answers.
  'head': (http, origin) => sent(http, `${origin}/bytes/5`, { method: 'HEAD' }),
  'phrase': (http, origin) =>
    new Promise((resolve) =>
      http.get(`${origin}/phrase`, (response) => {
        response.resume();
        resolve([
          response.statusMessage, response.httpVersion, response.httpVersionMajor, response.complete, response.url,
          response.method,
        ]);
      }),
    ),
  'repeated headers': (http, origin) => sent(http, `${origin}/repeated`),
  'cookies': (http, origin) => sent(http, `${origin}/cookies/2`),
  'raw headers': (http, origin) =>
    new Promise((resolve) =>
      http.get(`${origin}/cookies/1`, (response) => {
        response.resume();
        resolve([response.rawHeaders.slice(0, 4), response.headersDistinct['set-cookie']]);
      }),
    ),
  'bytes': (http, origin) => sent(http, `${origin}/bytes/200000`).then(({ body }) => body.length),
  'encoding': (http, origin) =>
    new Promise((resolve) =>
      http.get(`${origin}/encoded/gzip`, async (response) => {
        const { gunzipSync } = await import('node:zlib');
        const body = await bodyOf(response);
        resolve([response.headers['content-encoding'], body.length > 0, String(gunzipSync(body))]);
      }),
    ),
  'text': (http, origin) =>
    new Promise((resolve) =>
      http.get(`${origin}/text/h%C3%A4`, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part) => {
            text += part;
          })
          .on('end', () => resolve([text, response.complete]));
      }),
    ),
  'redirect': (http, origin) => sent(http, `${origin}/redirect/302/echo`),
  'drip': (http, origin) => sent(http, `${origin}/drip/5`),
  'accept-encoding': (http, origin) =>
    sent(http, `${origin}/echo`, { headers: { 'Accept-Encoding': 'gzip, deflate' } }),
  'accept-encoding br': (http, origin) => sent(http, `${origin}/echo`, { headers: { 'Accept-Encoding': 'gzip, br' } }),
  'many at once': (http, origin) =>
    Promise.all(Array.from({ length: 12 }, (_, i) => sent(http, `${origin}/text/${i}`).then(({ body }) => body))),
  // Ends.
  'events': (http, origin) => events(http.get(`${origin}/text/a`), (response) => response.resume()),
  'events of a post': (http, origin) => {
    const request = http.request(`${origin}/echo`, { method: 'POST' });
    request.end('x');
    return events(request, (response) => response.resume());
  },
  'nobody listens': (http, origin, closed) => failing(sent(http, `${closed}/`)),
  'hang up': (http, origin) => failing(sent(http, `${origin}/hangup`)),
  'broken answer': (http, origin) => events(http.get(`${origin}/broken`), (response) => response.resume()),
  'no http': (http, origin) => failing(sent(http, `${origin}/nonsense`)).then(({ code }) => code),
  'destroyed before it began': (http, origin) => {
    const request = http.request(`${origin}/echo`), all = events(request);
    request.destroy();
    return all;
  },
  'destroyed with an error': (http, origin) => {
    const request = http.request(`${origin}/slow/5000`),
      all = events(request);
    request.end();
    setTimeout(() => request.destroy(new RangeError('enough')), 20);
    return all;
  },
  'destroyed in the middle': (http, origin) => {
    const request = http.get(`${origin}/drip/1000`);
    return events(request, (response) => response.once('data', () => request.destroy()));
  },
  'answer destroyed': (http, origin) =>
    events(http.get(`${origin}/drip/1000`), (response) => response.once('data', () => response.destroy())),
  'abort': (http, origin) => {
    const request = http.get(`${origin}/slow/5000`),
      all = events(request);
    setTimeout(() => request.abort(), 20);
    return all.then((list) => [list, request.aborted, request.destroyed]);
  },
  'signal': (http, origin) => {
    const controller = new AbortController(),
      all = events(http.get(`${origin}/slow/5000`, { signal: controller.signal }));
    setTimeout(() => controller.abort(), 20);
    return all;
  },
  'signal that is aborted': (http, origin) => events(http.get(`${origin}/slow/5000`, { signal: AbortSignal.abort() })),
  'timeout': (http, origin) => {
    const request = http.get(`${origin}/slow/5000`, { timeout: 40 });
    request.on('timeout', () => request.destroy());
    return events(request);
  },
  'timeout set later': (http, origin) => {
    const request = http.get(`${origin}/slow/5000`).setTimeout(40, () => request.destroy(new Error('late')));
    return events(request);
  },
  'socket': (http, origin) =>
    new Promise((resolve) =>
      http
        .get(`${origin}/text/a`, (response) => response.resume())
        .on('socket', (socket) =>
          resolve(['on', 'setTimeout', 'setNoDelay', 'destroy'].map((name) => typeof socket[name])),
        ),
    ),
  // Agents.
  'agents': (http, origin) =>
    sent(http, `${origin}/text/a`, { agent: new http.Agent({ keepAlive: true, maxSockets: 1 }) }),
  'no agent': (http, origin) => sent(http, `${origin}/text/a`, { agent: false }),
  'unix sockets': (http) => failing(sent(http, { socketPath: '/nowhere.sock', path: '/' })).then(({ code }) => code),
};

export async function answersOf(http, { origin, closed }, names = Object.keys(cases)) {
  const answers = {};
  for (const name of names) {
    try {
      answers[name] = JSON.parse(JSON.stringify((await cases[name](http, origin, closed)) ?? null));
    } catch (error) {
      answers[name] = {
        thrown: `${error?.name}: ${error?.message}`,
        stack: String(error?.stack).split('\n').slice(1, 3),
      };
    }
  }
  return answers;
}
