// The server that fetch talks to, on Node and in the sandbox: answers byte by byte, so that malformed ones can be had
// too.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

const repeated = (text, count) => Buffer.alloc(text.length * count, text);
const compressors = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  'raw-deflate': deflateRawSync,
  br: brotliCompressSync,
};
const head = (status, headers = {}, phrase = 'OK') =>
  `HTTP/1.1 ${status} ${phrase}\r\n` + Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`)).join('') + '\r\n';
const whole = (status, headers, text = '') => {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(head(status, { ...headers, 'Content-Length': body.length }), 'latin1'), body]);
};
const redirect = (status, location) => whole(status, location === undefined ? {} : { Location: location });
const chunks = (...texts) => texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('');
const chunked = { 'Transfer-Encoding': 'chunked' };

let waiting = [], flushing;
function flush() {
  for (const socket of waiting) socket.write(whole(200, {}, String(waiting.length)));
  waiting = [];
}
// Each gets the socket, the request and what is behind its name in the path; it answers with bytes, or writes itself.
const routes = {
  echo: (socket, { method, target, headers, body, connection }) => whole(200, { 'Content-Type': 'application/json' },
    JSON.stringify({ method, target, headers: headers.filter(([name]) => name.toLowerCase() !== 'host'),
      body: body.toString('latin1'), connection })),
  // Of what the server got, only somebody who knows it can tell that it was this.
  digest: (socket, { headers }, names) => whole(200, {}, createHash('sha256').update(names.map((name) =>
    headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value).join()).join('|')).digest('hex')),
  // Gives back in some way the text that came behind `Bearer`.
  reflected: (socket, { headers }, [how]) => {
    const key = headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1].slice('Bearer '.length) ?? 'none';
    const base64 = (text) => Buffer.from(text).toString('base64');
    const percent = [...key].map((c) => '%' + c.charCodeAt(0).toString(16)).join('');
    const bodies = {
      plain: `<${key}>`,
      twice: key + key,
      percent,
      component: encodeURIComponent(key),
      query: String(new URLSearchParams({ key })),
      json: JSON.stringify({ key }).replaceAll('/', '\\/'),
      unicode: [...key].map((c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')).join(''),
      base64: ['', 'a', 'ab', 'abc'].map((text) => base64(`${text}${key}:x`)).join(' '),
      base64url: ['', 'a', 'ab'].map((text) => Buffer.from(text + key).toString('base64url')).join(' '),
    };
    if (how === 'headers')
      return whole(
        200,
        { 'X-Key': key, 'X-Encoded': base64(`user:${key}`), [`X-${percent.replaceAll('%', '')}`]: 'hex' },
        'in the head',
      );
    if (how === 'phrase') return head(200, { 'Content-Length': 0 }, key);
    if (how === 'location') return whole(302, { Location: `/text/a/${encodeURIComponent(key)}` });
    if (how === 'gzip') return whole(200, { 'Content-Encoding': 'gzip' }, gzipSync(`<${key}>`));
    if (how === 'failing') { socket.end(head(200, { 'Content-Length': 100 }) + key); return undefined; }
    if (how !== 'pieces') return whole(200, {}, bodies[how]);
    socket.write(head(200, chunked) + chunks(key.slice(0, 5)));
    setTimeout(() => socket.write(chunks(key.slice(5, -1))), 30);
    setTimeout(() => socket.write(chunks(key.slice(-1), key.slice(0, 4)) + '0\r\n\r\n'), 60);
    return undefined;
  },
  length: (socket, { body, headers }) =>
    whole(200, {}, `${body.length} ${headers.some(([, value]) => value === 'chunked')}`),
  status: (socket, request, [code]) => head(code, { 'Content-Length': 0 }, 'As Asked'),
  phrase: () => head(200, { 'Content-Length': 0 }, 'Quite Fine'),
  text: (socket, request, [type, text]) =>
    whole(200, { 'Content-Type': decodeURIComponent(type) }, decodeURIComponent(text)),
  bytes: (socket, request, [count]) => whole(200, {}, repeated('0123456789', Number(count) / 10)),
  headers: () => head(200, { 'Content-Length': 0, 'Set-Cookie': ['a=1; Path=/', 'b=2, c'], 'X-Twice': ['one', 'two'],
    'X-Empty': '', 'X-Space': '  wide  ', 'X-Latin': '\u00e9\u00ff', 'A-First': '1', 'x-last': 'z' }),
  encoded: (socket, request, [coding, how]) => whole(200, { 'Content-Encoding': how ?? coding.replace('raw-', '') },
    compressors[coding](repeated('some text ', 1000))),
  twice: () => whole(200, { 'Content-Encoding': 'deflate, gzip' }, gzipSync(deflateSync('coded twice'))),
  plain: (socket, request, [coding]) => whole(200, { 'Content-Encoding': coding }, 'not compressed'),
  truncated: () => whole(200, { 'Content-Encoding': 'gzip' }, gzipSync(repeated('some text ', 1000)).subarray(0, 40)),
  nothing: (socket, request, [coding]) => whole(200, { 'Content-Encoding': coding }),
  chunked: () => head(200, chunked) + chunks('one', 'two', 'three') + '0\r\n\r\n',
  'chunk-extension': () => head(200, chunked) + '3;a=b\r\none\r\n0\r\n\r\n',
  trailers: () => head(200, { ...chunked, Trailer: 'X-Sum' }) + chunks('one') + '0\r\nX-Sum: 1\r\n\r\n',
  early: () => head(103, { Link: '</a>' }, 'Early Hints') + whole(200, {}, 'late'),
  continued: () => head(100, {}, 'Continue') + whole(200, {}, 'late'),
  closing: (socket) => { socket.end(head(200) + 'until the end'); },
  'closing-1.0': (socket) => { socket.end('HTTP/1.0 200 OK\r\n\r\nold'); },
  goodbye: (socket) => { socket.end(whole(200, { Connection: 'close' }, 'bye')); },
  redirect: (socket, request, [status, ...to]) => redirect(status, '/' + to.join('/')),
  to: (socket, request, [status, where]) => redirect(status, decodeURIComponent(where)),
  lost: (socket, request, [status]) => redirect(status),
  hops: (socket, request, [count]) => (count === '0' ? whole(200, {}, 'there') : redirect(302, `/hops/${count - 1}`)),
  silent: () => '',
  'slow-body': (socket) => {
    socket.write(head(200, chunked) + chunks('begin'));
    setTimeout(() => socket.write(chunks('end') + '0\r\n\r\n'), 150);
  },
  // How many wait here at the same time: until eight do, or no more come.
  together: (socket) => {
    waiting.push(socket);
    if (waiting.length === 1) flushing = setTimeout(flush, 3000);
    if (waiting.length !== 8) return;
    clearTimeout(flushing);
    setTimeout(flush, 200);
  },
  'half-body': (socket) => { socket.write(head(200, { 'Content-Length': 100 }) + 'half'); },
  'cut-body': (socket) => { socket.end(head(200, { 'Content-Length': 100 }) + 'half'); },
  'cut-chunk': (socket) => { socket.end(head(200, chunked) + '64\r\nhalf'); },
  'cut-head': (socket) => { socket.end('HTTP/1.1 200 OK\r\nX-A: '); },
  'hang-up': (socket) => { socket.end(); },
  reset: (socket) => { socket.resetAndDestroy(); },
  garbage: (socket) => { socket.end('this is not HTTP at all\r\n\r\n'); },
  'http-0.9': (socket) => { socket.end('just text'); },
  'bad-version': (socket) => { socket.end('HTTP/7.3 200 OK\r\nContent-Length: 0\r\n\r\n'); },
  'bad-status': (socket) => { socket.end('HTTP/1.1 abc OK\r\nContent-Length: 0\r\n\r\n'); },
  'bad-header': (socket) => { socket.end('HTTP/1.1 200 OK\r\nNo Colon\r\nContent-Length: 0\r\n\r\n'); },
  'bad-chunk': (socket) => { socket.end(head(200, chunked) + 'zz\r\nx\r\n0\r\n\r\n'); },
  'bad-length': (socket) => { socket.end('HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nx'); },
  'two-lengths': (socket) => { socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'); },
  'long-headers': () => head(200, { 'Content-Length': 0, 'X-Long': 'x'.repeat(20000) }),
  'many-headers': () => head(200, { 'Content-Length': 0, 'X-Many': Array(100).fill('x'.repeat(100)) }),
};

function readRequest(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [line, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [method, target] = line.split(' ');
  const headers = lines.map((each) => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1).trim()]);
  const named = (name) => headers.find(([each]) => each.toLowerCase() === name)?.[1];
  let body = bytes.subarray(end + 4), used;
  if (named('transfer-encoding') === 'chunked') {
    const parts = [];
    for (let at = 0; ;) {
      const lineEnd = body.indexOf('\r\n', at);
      const size = lineEnd < 0 ? NaN : parseInt(body.toString('latin1', at, lineEnd), 16);
      if (Number.isNaN(size) || body.length < lineEnd + 4 + size) return undefined;
      parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
      at = lineEnd + 4 + size;
      if (size === 0) { used = at; break; }
    }
    body = Buffer.concat(parts);
  } else {
    used = Number(named('content-length') ?? 0);
    if (body.length < used) return undefined;
    body = body.subarray(0, used);
  }
  return { request: { method, target, headers, body }, used: end + 4 + used };
}

let connections = 0;
function serve(socket) {
  const connection = ++connections;
  let bytes = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (data) => {
    bytes = Buffer.concat([bytes, data]);
    for (let read; (read = readRequest(bytes)); bytes = bytes.subarray(read.used)) {
      const [, name, ...rest] = read.request.target.split('?')[0].split('/');
      const answer = (routes[name] ?? (() => whole(404, {}, 'no such route')))(
        socket,
        { ...read.request, connection },
        rest,
      );
      const isHead = read.request.method === 'HEAD' && answer;
      if (answer)
        socket.write(isHead ? (answer.subarray?.(0, answer.indexOf('\r\n\r\n') + 4) ?? answer) : answer, 'latin1');
    }
  });
}

const listening = (server) => new Promise((resolve) => {
  server.listen(0, '127.0.0.1', () => resolve(server.address().port));
});

// A certificate, by itself or by an authority.
function certificate(folder, name, { host = 'localhost', authority, isAuthority, isOver } = {}) {
  const at = (file) => join(folder, file);
  const run = (...words) => execFileSync('openssl', words, { stdio: 'pipe' });
  run('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', at(`${name}.key`),
    '-out', at(`${name}.csr`), '-subj', `/CN=${name}`);
  writeFileSync(at(`${name}.ext`), `subjectAltName=DNS:${host}\n` +
    (isAuthority ? 'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign\n' : ''));
  const signer = authority ? ['-CA', at(`${authority}.crt`), '-CAkey', at(`${authority}.key`), '-CAcreateserial']
    : ['-signkey', at(`${name}.key`)];
  const sign = (...time) =>
    run(
      'x509',
      '-req',
      '-in',
      at(`${name}.csr`),
      '-out',
      at(`${name}.crt`),
      '-extfile',
      at(`${name}.ext`),
      ...signer,
      ...time,
    );
  if (!isOver) {
    sign('-days', '30');
  } else {
    // OpenSSL 3.5 refuses what is over before it begins; before 3.4 no beginning can be given.
    try { sign('-days', '-1'); } catch { sign('-not_before', '20240101000000Z', '-not_after', '20240102000000Z'); }
  }
  return { key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.crt`)) };
}

// Starts everything; `close` ends it. `authority` is PEM.
export async function startServers() {
  const folder = mkdtempSync(join(tmpdir(), 'fetch-server-'));
  const servers = [];
  const start = async (make) => {
    servers.push(make);
    return listening(make);
  };
  try {
    const { cert: authority } = certificate(folder, 'authority', { isAuthority: true });
    certificate(folder, 'stranger', { isAuthority: true });
    const ports = {
      origin: await start(createServer(serve)),
      other: await start(createServer(serve)),
      tls: await start(createTlsServer(certificate(folder, 'good', { authority: 'authority' }), serve)),
      selfSigned: await start(createTlsServer(certificate(folder, 'alone'), serve)),
      wrongHost: await start(
        createTlsServer(certificate(folder, 'wrong', { host: 'elsewhere.example', authority: 'authority' }), serve),
      ),
      untrusted: await start(createTlsServer(certificate(folder, 'other', { authority: 'stranger' }), serve)),
      expired: await start(
        createTlsServer(certificate(folder, 'expired', { authority: 'authority', isOver: true }), serve),
      ),
    };
    const closed = createServer();
    ports.closed = await listening(closed);
    closed.close();
    const at = (scheme, host, port) => `${scheme}://${host}:${port}`;
    return {
      authority: authority.toString(),
      ports,
      places: {
        origin: at('http', '127.0.0.1', ports.origin),
        other: at('http', '127.0.0.1', ports.other),
        closed: at('http', '127.0.0.1', ports.closed),
        plainTls: at('http', 'localhost', ports.tls),
        ...Object.fromEntries(
          ['tls', 'selfSigned', 'wrongHost', 'expired', 'untrusted'].map((name) => [
            name,
            at('https', 'localhost', ports[name]),
          ]),
        ),
      },
      close: () => servers.forEach((server) => server.close()),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
