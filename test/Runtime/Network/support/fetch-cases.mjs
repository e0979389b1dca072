// The behaviour of fetch, as cases that run on Node and in the sandbox: each answers a value that has JSON. No case may
// depend on time that a busy machine does not have.
const place = (text) => text?.replace(/:\d{4,5}\b/g, ':PORT');
const failure = (error) => ({
  name: error.name,
  message: place(error.message),
  isType: error instanceof TypeError,
  cause: error.cause && { name: error.cause.name, code: error.cause.code ?? null },
});
const failed = (promise) =>
  promise.then(
    async (response) => ({ unexpected: response.status, text: await response.text().catch(failure) }),
    failure,
  );
const bodyFailed = (promise) =>
  promise.then((response) => response.text()).then((text) => ({ unexpected: text.length }), failure);
const text = (promise) => promise.then(async (response) => ({ status: response.status, text: await response.text() }));
const echoed = (promise) =>
  promise.then(async (response) => {
    const { connection, ...seen } = await response.json();
    return { ...seen, headers: seen.headers.map(([name, value]) => [name.toLowerCase(), value]).sort() };
  });
const head = (response) => ({
  status: response.status,
  phrase: response.statusText,
  ok: response.ok,
  url: place(response.url),
  redirected: response.redirected,
  type: response.type,
});
const withoutBoundary = ({ headers, body, ...rest }) => {
  const boundary = /boundary=(.*)$/.exec(headers.find(([name]) => name === 'content-type')[1])[1];
  return {
    ...rest,
    headers: headers.map(([name, value]) => [name, value.replace(boundary, 'B')]),
    body: body.replaceAll(boundary, 'B'),
  };
};
const streamOf = (...chunks) =>
  new ReadableStream({
    start(sink) {
      for (const chunk of chunks) sink.enqueue(typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk);
      sink.close();
    },
  });
const post = (body, more) => ({ method: 'POST', body, ...more });
const thrown = (run) => {
  try {
    return { unexpected: String(run()) };
  } catch (error) {
    return error.name; // the words are each version's own
  }
};

export const cases = {
  // Requests.
  'default headers': ({ origin }) => echoed(fetch(`${origin}/echo`)),
  'methods': ({ origin }) =>
    Promise.all(
      ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'post', 'patch', 'QUERY'].map((method) =>
        echoed(fetch(`${origin}/echo`, { method })),
      ),
    ),
  'refused methods': () =>
    Promise.all(['TRACE', 'CONNECT', 'a b', ''].map((method) => failed(fetch('http://a.example', { method })))),
  'head': async ({ origin }) => {
    const response = await fetch(`${origin}/bytes/50`, { method: 'HEAD' });
    return [response.status, response.headers.get('content-length'), await response.text()];
  },
  'own headers': ({ origin }) =>
    echoed(
      fetch(`${origin}/echo`, {
        headers: { Accept: 'x/y', 'User-Agent': 'tool/1', 'X-A': ' b ', 'accept-encoding': 'identity' },
      }),
    ),
  'headers of each form': ({ origin }) =>
    Promise.all(
      [
        [
          ['x-a', '1'],
          ['X-A', '2'],
        ],
        new Headers({ 'x-a': '1' }),
        { 'x-a': 'é' },
      ].map((headers) => echoed(fetch(`${origin}/echo`, { headers }))),
    ),
  'refused headers': ({ origin }) =>
    Promise.all(
      [
        { 'a b': 'c' },
        { a: 'b\r\nX-Evil: 1' },
        { a: '\u0100' },
        { 'transfer-encoding': 'chunked' },
        { 'keep-alive': '1' },
        { upgrade: 'h2c' },
        { expect: '100-continue' },
        { connection: 'x y' },
      ].map((headers) => failed(fetch(`${origin}/echo`, post('x', { headers })))),
    ),
  'connection: names': ({ origin }) => echoed(fetch(`${origin}/echo`, { headers: { connection: 'x, y' } })),
  'connection: close': ({ origin }) => text(fetch(`${origin}/text/a/b`, { headers: { connection: 'close' } })),
  'host header': async ({ origin }) =>
    (await fetch(`${origin}/echo`, { headers: { host: 'elsewhere.example' } })).status,
  'body of text': ({ origin }) => echoed(fetch(`${origin}/echo`, post('ü'))),
  'body of nothing': ({ origin }) =>
    Promise.all([undefined, null, ''].map((body) => echoed(fetch(`${origin}/echo`, post(body))))),
  'body of parameters': ({ origin }) =>
    echoed(fetch(`${origin}/echo`, post(new URLSearchParams({ a: 'b c', d: 'é' })))),
  'body of bytes': ({ origin }) =>
    Promise.all(
      [new Uint8Array([1, 2, 255]), new Uint8Array([1, 2, 3]).buffer, new DataView(new ArrayBuffer(2))].map((body) =>
        echoed(fetch(`${origin}/echo`, post(body))),
      ),
    ),
  'body of a blob': ({ origin }) =>
    echoed(fetch(`${origin}/echo`, post(new Blob(['a', new Uint8Array([98])], { type: 'Text/X' })))),
  'body of a form': ({ origin }) => {
    const form = new FormData();
    form.append('a "b"', 'c\r\nd');
    form.append('file', new File(['content'], 'näme.txt', { type: 'text/plain' }));
    form.append('blob', new Blob(['x']));
    return echoed(fetch(`${origin}/echo`, post(form)))
      .then(withoutBoundary)
      .then(({ headers, ...rest }) => rest);
  },
  'body of a stream': ({ origin }) => echoed(fetch(`${origin}/echo`, post(streamOf('one', 'two'), { duplex: 'half' }))),
  'body of an async iterable': ({ origin }) =>
    echoed(
      fetch(
        `${origin}/echo`,
        post(
          (async function* () {
            yield new Uint8Array([97]);
          })(),
          { duplex: 'half' },
        ),
      ),
    ),
  'body of a stream without duplex': ({ origin }) => failed(fetch(`${origin}/echo`, post(streamOf('one')))),
  'body of a stream that fails': ({ origin }) =>
    failed(
      fetch(
        `${origin}/echo`,
        post(
          new ReadableStream({
            pull(sink) {
              sink.error(new Error('mine'));
            },
          }),
          { duplex: 'half' },
        ),
      ),
    ),
  'body of a stream of texts': ({ origin }) =>
    echoed(
      fetch(
        `${origin}/echo`,
        post(
          new ReadableStream({
            start(sink) {
              sink.enqueue('text');
              sink.close();
            },
          }),
          { duplex: 'half' },
        ),
      ),
    ),
  'body of 300 kB': ({ origin }) => text(fetch(`${origin}/length`, post('x'.repeat(300000)))),
  'body of 2 MB, streamed': ({ origin }) =>
    text(fetch(`${origin}/length`, post(streamOf(...Array(20).fill(new Uint8Array(100000))), { duplex: 'half' }))),
  'get with a body': ({ origin }) => failed(fetch(`${origin}/echo`, { body: 'x' })),
  'own content-length that fits': ({ origin }) =>
    failed(fetch(`${origin}/echo`, post('abc', { headers: { 'content-length': '3' } }))).then(
      ({ unexpected, message }) => [unexpected, message],
    ),
  'own content-length that lies': ({ origin }) =>
    failed(fetch(`${origin}/echo`, post('abc', { headers: { 'content-length': '30' } }))),
  'own content-type': ({ origin }) =>
    echoed(fetch(`${origin}/echo`, post('{}', { headers: { 'Content-Type': 'application/json' } }))),
  'request object': ({ origin }) =>
    echoed(fetch(new Request(`${origin}/echo`, post('x', { headers: { a: 'b' } })), { headers: { c: 'd' } })),
  'request object twice': async ({ origin }) => {
    const request = new Request(`${origin}/echo`, post('x'));
    await fetch(request);
    return [request.bodyUsed, await failed(fetch(request))];
  },
  'request clones': async ({ origin }) => {
    const request = new Request(`${origin}/echo`, post('x'));
    return [await request.clone().text(), await request.text(), request.method, request.headers.get('content-type')];
  },
  // Addresses.
  'paths and queries': ({ origin }) =>
    Promise.all(
      ['/echo/ü ö?q=ä b', '/echo/%2F/../x', '/echo?a=1#hash', '/echo/{}|^`"'].map(async (path) => {
        const response = await fetch(origin + path);
        return [(await response.json()).target, response.url.replace(origin, '')];
      }),
    ),
  'empty query': async ({ origin }) => (await (await fetch(`${origin}/echo?`)).json()).target,
  'url object': ({ origin }) => text(fetch(new URL('/text/a/b', origin))),
  'refused addresses': () =>
    Promise.all(
      [
        '/relative',
        'http://user:pw@a.example/',
        'ftp://a.example/',
        'http://a.example:6000/',
        'about:blank',
        'blob:x',
        '',
        'http://',
      ].map((url) => failed(fetch(url))),
    ),
  'data addresses': () =>
    Promise.all(['data:,a%20b', 'data:text/x;base64,aGk=', 'data:nothing'].map((url) => failed(fetch(url)))),
  // Answers.
  'statuses': ({ origin }) =>
    Promise.all(
      [200, 201, 202, 204, 205, 206, 300, 304, 400, 401, 404, 418, 429, 500, 503, 599].map(async (status) => {
        const response = await fetch(`${origin}/status/${status}`);
        return { ...head(response), body: response.body === null, text: await response.text() };
      }),
    ),
  'odd statuses': ({ origin }) => Promise.all([600, 999].map((status) => failed(fetch(`${origin}/status/${status}`)))),
  'phrase': ({ origin }) => fetch(`${origin}/phrase`).then(head),
  'headers of an answer': ({ origin }) =>
    fetch(`${origin}/headers`).then(({ headers }) => [
      [...headers],
      headers.getSetCookie(),
      headers.get('set-cookie'),
      headers.get('X-TWICE'),
    ]),
  'headers of an answer are immutable': ({ origin }) =>
    fetch(`${origin}/headers`).then(({ headers }) => thrown(() => headers.set('a', 'b'))),
  'json': ({ origin }) =>
    fetch(`${origin}/text/application%2Fjson/%7B%22a%22%3A1%7D`).then((response) => response.json()),
  'json that is none': ({ origin }) =>
    fetch(`${origin}/text/a/x`)
      .then((response) => response.json())
      .catch(({ name }) => name),
  'text with a byte order mark': ({ origin }) =>
    text(fetch(`${origin}/text/text%2Fplain/%EF%BB%BFx%C3%BC%FF`.replace('%FF', ''))),
  'bytes, buffer and blob': async ({ origin }) => {
    const response = await fetch(`${origin}/bytes/20`);
    const blob = await response.clone().blob();
    return [
      (await response.clone().arrayBuffer()).byteLength,
      (await response.bytes()).constructor.name,
      blob.size,
      blob.type,
    ];
  },
  'form of an answer': async ({ origin }) => {
    const type = 'multipart/form-data; boundary=B';
    const body =
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--B\r\nContent-Disposition: form-data; name="f"; ' +
      'filename="n.txt"\r\nContent-Type: text/x\r\n\r\nc\r\n--B--\r\n';
    const form = await (
      await fetch(`${origin}/text/${encodeURIComponent(type)}/${encodeURIComponent(body)}`)
    ).formData();
    const file = form.get('f');
    return [form.get('a'), file.name, file.type, await file.text(), file instanceof File];
  },
  'form of parameters': async ({ origin }) => [
    ...(await (await fetch(`${origin}/text/application%2Fx-www-form-urlencoded/a%3Db%2Bc%26a%3Dd`)).formData()),
  ],
  'form that is none': ({ origin }) =>
    fetch(`${origin}/text/a/x`)
      .then((response) => response.formData())
      .catch(failure),
  'body used twice': async ({ origin }) => {
    const response = await fetch(`${origin}/bytes/10`);
    await response.text();
    return [response.bodyUsed, await response.text().catch(failure), thrown(() => response.clone())];
  },
  'body by reader': async ({ origin }) => {
    const reader = (await fetch(`${origin}/bytes/200000`)).body.getReader();
    let size = 0;
    for (let read; !(read = await reader.read()).done;) size += read.value.byteLength;
    return size;
  },
  'body by for await': async ({ origin }) => {
    let all = '';
    for await (const chunk of (await fetch(`${origin}/chunked`)).body) all += new TextDecoder().decode(chunk);
    return all;
  },
  'body that is cancelled': async ({ origin }) => {
    const response = await fetch(`${origin}/bytes/2000000`);
    const reader = response.body.getReader();
    const { value } = await reader.read();
    await reader.cancel('enough');
    return [value.byteLength > 0, (await reader.read()).done, response.bodyUsed];
  },
  'body that nobody reads': async ({ origin }) => (await fetch(`${origin}/bytes/2000000`)).status,
  'clones': async ({ origin }) => {
    const response = await fetch(`${origin}/bytes/100000`),
      other = response.clone();
    return [(await other.text()).length, (await response.text()).length, other.url === response.url];
  },
  'chunks': ({ origin }) => text(fetch(`${origin}/chunked`)),
  'chunk extensions': ({ origin }) => text(fetch(`${origin}/chunk-extension`)),
  'trailers': ({ origin }) =>
    fetch(`${origin}/trailers`).then(async (response) => [await response.text(), response.headers.get('x-sum')]),
  'early hints': ({ origin }) => text(fetch(`${origin}/early`)),
  '100 continue': ({ origin }) => text(fetch(`${origin}/continued`)),
  'body until the end': ({ origin }) => text(fetch(`${origin}/closing`)),
  'http 1.0': ({ origin }) => text(fetch(`${origin}/closing-1.0`)),
  'large body': ({ origin }) =>
    fetch(`${origin}/bytes/5000000`)
      .then((response) => response.arrayBuffer())
      .then(({ byteLength }) => byteLength),
  'slow body': ({ origin }) => text(fetch(`${origin}/slow-body`)),
  'many at once': ({ origin }) =>
    Promise.all(
      Array.from({ length: 20 }, (_, i) => fetch(`${origin}/text/a/${i}`).then((response) => response.text())),
    ),
  'connection is kept': async ({ other }) => {
    const first = (await (await fetch(`${other}/echo`)).json()).connection;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    return first === (await (await fetch(`${other}/echo`)).json()).connection;
  },
  'connection that the server ends': async ({ origin }) => [
    await text(fetch(`${origin}/goodbye`)),
    await text(fetch(`${origin}/text/a/b`)),
  ],
  'integrity': ({ origin }) =>
    Promise.all(
      ['sha256-SGVsbG8=', 'sha256-LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=', 'md5-x'].map((integrity) =>
        failed(fetch(`${origin}/text/a/hello`, { integrity })),
      ),
    ),
  // Encodings.
  'encodings': ({ origin }) =>
    Promise.all(
      ['gzip', 'x-gzip', 'deflate', 'raw-deflate', 'br'].map(async (coding) => {
        const response = await fetch(`${origin}/encoded/${coding}`);
        return [coding, response.headers.get('content-encoding'), (await response.text()).length];
      }),
    ),
  'encoding twice': ({ origin }) => text(fetch(`${origin}/twice`)),
  'encoding in capitals': ({ origin }) =>
    fetch(`${origin}/encoded/gzip/GZip`)
      .then((response) => response.text())
      .then(({ length }) => length),
  'encoding unknown': ({ origin }) => bodyFailed(fetch(`${origin}/plain/unheard-of`)),
  'encoding identity': ({ origin }) => bodyFailed(fetch(`${origin}/plain/identity`)),
  'encoding that lies': ({ origin }) => bodyFailed(fetch(`${origin}/plain/gzip`)),
  'encoding cut off': ({ origin }) =>
    fetch(`${origin}/truncated`)
      .then((response) => response.text())
      .then((body) => 'some text '.repeat(1000).startsWith(body), failure),
  'encoding of nothing': ({ origin }) => text(fetch(`${origin}/nothing/gzip`)),
  'encoding and head': ({ origin }) =>
    fetch(`${origin}/encoded/gzip`, { method: 'HEAD' }).then(({ headers }) => headers.get('content-encoding')),
  // Redirects.
  'redirects of get': ({ origin }) =>
    Promise.all(
      [301, 302, 303, 307, 308].map(async (status) => {
        const response = await fetch(`${origin}/redirect/${status}/echo`);
        return { ...head(response), method: (await response.json()).method };
      }),
    ),
  'redirects of post': ({ origin }) =>
    Promise.all(
      [301, 302, 303, 307, 308].map(async (status) => {
        const { method, body, headers } = await echoed(fetch(`${origin}/redirect/${status}/echo`, post('x')));
        return [status, method, body, headers];
      }),
    ),
  'redirects of put and head': ({ origin }) =>
    Promise.all(
      [
        ['PUT', 303],
        ['PUT', 301],
        ['HEAD', 303],
        ['DELETE', 302],
      ].map(async ([method, status]) => {
        const response = await fetch(`${origin}/redirect/${status}/echo`, { method });
        return [response.status, method === 'HEAD' ? '' : (await response.json()).method];
      }),
    ),
  'redirect of a stream': ({ origin }) =>
    failed(fetch(`${origin}/redirect/307/echo`, post(streamOf('x'), { duplex: 'half' }))),
  'redirect by hand': ({ origin }) =>
    fetch(`${origin}/redirect/302/echo`, { redirect: 'manual' }).then((response) => ({
      ...head(response),
      location: response.headers.get('location'),
    })),
  'redirect as an error': ({ origin }) => failed(fetch(`${origin}/redirect/302/echo`, { redirect: 'error' })),
  'redirects, 20': ({ origin }) => text(fetch(`${origin}/hops/20`)),
  'redirects, 21': ({ origin }) => failed(fetch(`${origin}/hops/21`)),
  'redirect to nowhere': ({ origin }) => fetch(`${origin}/lost/302`).then(head),
  'redirect to another origin': async ({ origin, other }) => {
    const init = { headers: { Authorization: 'secret', Cookie: 'a=b', 'X-Kept': '1', 'Proxy-Authorization': 'p' } };
    const { headers } = await echoed(
      fetch(`${origin}/to/302/${encodeURIComponent(`${other}/echo`)}`, {
        headers: { ...init.headers, 'Proxy-Authorization': '' },
      }),
    );
    return headers.map(([name]) => name);
  },
  'redirect to the same origin': ({ origin }) =>
    echoed(fetch(`${origin}/redirect/302/echo`, { headers: { Authorization: 'secret', Cookie: 'a=b' } })).then(
      ({ headers }) => headers.map(([name]) => name),
    ),
  'redirects to odd places': ({ origin }) =>
    Promise.all(
      ['ftp://a.example/', 'data:,x', 'http://user:pw@a.example/', 'http://[', 'about:blank'].map((where) =>
        failed(fetch(`${origin}/to/302/${encodeURIComponent(where)}`)),
      ),
    ),
  'redirect of a fragment': ({ origin }) =>
    Promise.all([
      fetch(`${origin}/redirect/302/echo#mine`),
      fetch(`${origin}/to/302/${encodeURIComponent('/echo#its')}#mine`),
    ]).then((responses) => responses.map(({ url }) => url.replace(origin, ''))),
  // Ends by the tool.
  'aborted before': () => {
    const abort = new AbortController();
    abort.abort();
    return failed(fetch('http://a.example/', { signal: abort.signal }));
  },
  'aborted before with a reason': () =>
    fetch('http://a.example/', { signal: AbortSignal.abort('why') }).catch((reason) => reason),
  'aborted while it waits': ({ origin }) => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    return failed(fetch(`${origin}/silent`, { signal: abort.signal }));
  },
  'aborted while it reads': async ({ origin }) => {
    const abort = new AbortController();
    const response = await fetch(`${origin}/half-body`, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('mine')), 100);
    return response.text().catch(failure);
  },
  'aborted after': async ({ origin }) => {
    const abort = new AbortController();
    const response = await fetch(`${origin}/bytes/10`, { signal: abort.signal });
    const body = await response.text();
    abort.abort();
    return body;
  },
  'timeout': ({ origin }) => failed(fetch(`${origin}/silent`, { signal: AbortSignal.timeout(100) })),
  'any signal': ({ origin }) =>
    failed(
      fetch(`${origin}/silent`, { signal: AbortSignal.any([new AbortController().signal, AbortSignal.timeout(100)]) }),
    ),
  // What goes wrong.
  'refused connection': ({ closed }) => failed(fetch(closed)),
  'unknown host': () => failed(fetch('http://nowhere.invalid/')),
  'server hangs up': ({ origin }) => failed(fetch(`${origin}/hang-up`)),
  'server resets': ({ origin }) => failed(fetch(`${origin}/reset`)),
  'head cut off': ({ origin }) => failed(fetch(`${origin}/cut-head`)),
  'body cut off': ({ origin }) => bodyFailed(fetch(`${origin}/cut-body`)),
  'chunk cut off': ({ origin }) => bodyFailed(fetch(`${origin}/cut-chunk`)),
  'bad chunk': ({ origin }) => bodyFailed(fetch(`${origin}/bad-chunk`)),
  'garbage': ({ origin }) => failed(fetch(`${origin}/garbage`)),
  'http 0.9': ({ origin }) => failed(fetch(`${origin}/http-0.9`)),
  'bad version': ({ origin }) => failed(fetch(`${origin}/bad-version`)),
  'bad status': ({ origin }) => failed(fetch(`${origin}/bad-status`)),
  'bad header': ({ origin }) => failed(fetch(`${origin}/bad-header`)),
  'bad length': ({ origin }) => failed(fetch(`${origin}/bad-length`)),
  'two lengths': ({ origin }) => failed(fetch(`${origin}/two-lengths`)),
  'long headers': ({ origin }) => failed(fetch(`${origin}/long-headers`)),
  'many headers': ({ origin }) => fetch(`${origin}/many-headers`).then(({ headers }) => headers.get('x-many').length),
  // TLS.
  'https': ({ tls }) => text(fetch(`${tls}/text/a/b`)),
  'https, self-signed': ({ selfSigned }) => failed(fetch(selfSigned)),
  'https, other host': ({ wrongHost }) => failed(fetch(wrongHost)),
  'https, expired': ({ expired }) => failed(fetch(expired)),
  'https, unknown authority': ({ untrusted }) => failed(fetch(untrusted)),
  'https to a plain server': ({ origin }) => failed(fetch(origin.replace('http://127.0.0.1', 'https://localhost'))),
  'http to a server of https': ({ plainTls }) => failed(fetch(plainTls)),
  // Classes by themselves.
  'Headers': () => {
    const headers = new Headers([
      ['b', '1'],
      ['A', '2'],
      ['b', '3'],
      ['set-cookie', 'x'],
      ['set-cookie', 'y'],
    ]);
    headers.append('c', ' z ');
    headers.delete('A');
    return [
      [...headers],
      headers.has('B'),
      headers.get('none'),
      [...headers.keys()],
      thrown(() => new Headers([['a']])),
      thrown(() => headers.append('', 'x')),
      String(headers),
    ];
  },
  'Request': () => {
    const request = new Request('http://a.example/b?c#d', {
      method: 'put',
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'manual',
      referrer: 'about:client',
      integrity: 'sha256-x',
      keepalive: true,
    });
    return [
      request.url,
      request.method,
      request.mode,
      request.credentials,
      request.cache,
      request.redirect,
      request.referrer,
      request.integrity,
      request.keepalive,
      request.signal.aborted,
      request.body,
      request.duplex ?? null,
      request.destination,
      thrown(() => new Request('nowhere')),
      thrown(() => new Request('http://a.example', { mode: 'navigate' })),
      thrown(() => new Request('http://a.example', { redirect: 'x' })),
    ];
  },
  'Response': async () => {
    const made = Response.json({ a: 1 }, { status: 201 });
    const moved = Response.redirect('http://a.example/', 301);
    return [
      made.status,
      made.headers.get('content-type'),
      await made.json(),
      moved.status,
      moved.headers.get('location'),
      Response.error().type,
      thrown(() => new Response('x', { status: 204 })),
      thrown(() => new Response('', { status: 199 })),
      thrown(() => new Response('', { statusText: 'a\n' })),
      thrown(() => Response.redirect('http://a.example/', 200)),
      await new Response(null).text(),
      new Response('x').headers.get('content-type'),
      await new Response(streamOf('a', 'b')).text(),
      Object.prototype.toString.call(made),
    ];
  },
  'FormData': () => {
    const form = new FormData();
    form.append('a', 1);
    form.append('a', new Blob(['x']), 'name');
    form.set('b', 'c');
    form.delete('none');
    return [
      [...form].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : [value.name, value.type, value.size],
      ]),
      form.getAll('a').length,
      form.has('b'),
      form.get('none'),
      thrown(() => form.append('a')),
      thrown(() => form.append('a', 'b', 'c')),
    ];
  },
  'Blob and File': async () => {
    const blob = new Blob(['ab', new Uint8Array([99]), new Blob(['d'])], { type: 'TEXT/Plain' });
    const file = new File([blob], 'a/b.txt', { lastModified: 5, type: 'é' });
    const parts = [];
    for await (const chunk of blob.slice(1, -1).stream()) parts.push(...chunk);
    return [
      blob.size,
      blob.type,
      await blob.text(),
      await blob.slice(-2).text(),
      await blob.slice(1, 2, 'x/y').text(),
      blob.slice(1, 2, 'x/y').type,
      parts,
      file.name,
      file.lastModified,
      file.type,
      await file.text(),
      file instanceof Blob,
      String(file),
      (await blob.arrayBuffer()).byteLength,
      thrown(() => new Blob('text')),
      thrown(() => new File([])),
    ];
  },
};
