// The server that axios and `http` talk to, on Node and in the sandbox. Answers the same to both.
import { createServer } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

const hidden = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding', 'accept-language', 'sec-fetch-mode']);
const seen = (request) =>
  Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !hidden.has(name))
      .sort(),
  );
const text = { 'content-type': 'text/plain; charset=utf-8' };
const json = (response, status, value, headers) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
};
const compressed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

const routes = {
  echo: (request, response, body) => json(response, 200,
    { method: request.method, url: request.url, headers: seen(request), body: body.toString('latin1') }),
  status: (request, response, body, [code]) => json(response, Number(code), { code: Number(code) }),
  empty: (request, response, body, [code]) => { response.writeHead(Number(code)); response.end(); },
  phrase: (request, response) => { response.writeHead(200, 'Quite Fine', text); response.end('x'); },
  text: (request, response, body, [what]) => { response.writeHead(200, text); response.end(decodeURIComponent(what)); },
  typed: (request, response, body, [type, what]) => {
    response.writeHead(200, { 'content-type': decodeURIComponent(type) });
    response.end(decodeURIComponent(what));
  },
  bytes: (request, response, body, [count]) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': count });
    response.end(Buffer.from(Array.from({ length: Number(count) }, (_, i) => i % 256)));
  },
  bom: (request, response) => {
    response.writeHead(200, text);
    response.end('\ufeff{"a":1}');
  },
  latin1: (request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain; charset=latin1' });
    response.end(Buffer.from('é', 'latin1'));
  },
  cookies: (request, response, body, [count]) => {
    response.writeHead(200, {
      ...text,
      'set-cookie': Array.from({ length: Number(count) }, (_, i) => `c${i}=v, ${i}; Path=/`),
    });
    response.end('ok');
  },
  repeated: (request, response) => {
    response.setHeader('x-more', ['a', 'b']);
    response.writeHead(200, text);
    response.end('ok');
  },
  encoded: (request, response, body, [how]) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': how });
    response.end(compressed[how](JSON.stringify({ how })));
  },
  redirect: (request, response, body, [code, ...to]) => {
    response.writeHead(Number(code), { location: `/${to.join('/')}` });
    response.end('moved');
  },
  loop: (request, response) => {
    response.writeHead(302, { location: '/loop' });
    response.end();
  },
  nowhere: (request, response) => {
    response.writeHead(302, text);
    response.end('no location');
  },
  slow: (request, response, body, [delay]) => setTimeout(() => json(response, 200, { delay }), Number(delay)),
  drip: (request, response, body, [count]) => {
    response.writeHead(200, text);
    let i = 0;
    const next = () => (i < Number(count) ? response.write(`${i++};`, () => setTimeout(next, 5)) : response.end());
    next();
  },
  hangup: (request, response) => request.socket.destroy(),
  broken: (request, response) => {
    response.writeHead(200, { ...text, 'content-length': '100' });
    response.write('part', () => setTimeout(() => request.socket.destroy(), 20));
  },
  nonsense: (request) => request.socket.end('this is not http\r\n\r\n'),
  length: (request, response, body) => json(response, 200, body.length),
  accepted: (request, response, body) =>
    json(response, 201, JSON.parse(body.toString() || 'null'), { location: '/made/1' }),
};

/** Starts it on a free port of the loopback; `close` ends it with what is open. */
export function startServer() {
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('error', () => {});
    request.on('end', () => {
      const [name, ...rest] = request.url.split('?')[0].slice(1).split('/');
      const route = routes[name];
      if (route) route(request, response, Buffer.concat(parts), rest);
      else json(response, 404, { missing: request.url });
    });
  });
  // Nobody listens where this one did.
  const gone = createServer();
  return new Promise((resolve) => gone.listen(0, '127.0.0.1', () => {
    const closed = `http://127.0.0.1:${gone.address().port}`;
    gone.close(() => server.listen(0, '127.0.0.1', () => resolve({
      closed,
      origin: `http://127.0.0.1:${server.address().port}`,
      close: () => { server.closeAllConnections(); server.close(); },
    })));
  }));
}
