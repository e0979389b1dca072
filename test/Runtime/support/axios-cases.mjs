// What axios does, as cases that run on Node and in the sandbox: each answers a value that has JSON. No case may depend
// on time that a busy machine does not have.
const shape = ({status, statusText, data, headers}) =>
    ({status, statusText, data, type: headers['content-type'] ?? null});
const failed = (promise, more = () => ({})) => promise.then(
    (response) => ({unexpected: response.status}), (error) => ({
                                                     name: error.name,
                                                     message: error.message.replace(/127\.0\.0\.1:\d+/g, 'ADDRESS'),
                                                     code: error.code ?? null,
                                                     isAxiosError: error.isAxiosError === true,
                                                     status: error.response?.status ?? null,
                                                     data: error.response?.data ?? null,
                                                     hasConfig: error.config !== undefined,
                                                     ...more(error)
                                                   }));
const echoed = (promise) => promise.then(({data}) => data);
const withoutBoundary = ({method, headers, body}) => {
  const boundary = /boundary=(.*)$/.exec(headers['content-type'])?.[1];
  return {method, type: headers['content-type'].replace(boundary, 'B'), body: body.replaceAll(boundary, 'B')};
};

export const cases = {
  // Methods.
  'get': (axios, origin) => axios.get(`${origin}/status/200`).then(shape),
  'axios(url)': (axios, origin) => axios(`${origin}/status/200`).then(shape),
  'axios(config)': (axios, origin) =>
      axios({url: `${origin}/echo`, method: 'put', data: {a: 1}}).then(({data}) => data),
  'request': (axios, origin) => echoed(axios.request({url: `${origin}/echo`, method: 'PATCH', data: 'x'})),
  'head': (axios, origin) =>
      axios.head(`${origin}/bytes/5`)
          .then(({status, data, headers}) => ({status, data, length: headers['content-length']})),
  'options': (axios, origin) => echoed(axios.options(`${origin}/echo`)),
  'delete': (axios, origin) => echoed(axios.delete(`${origin}/echo`)),
  'delete with data': (axios, origin) => echoed(axios.delete(`${origin}/echo`, {data: {id: 1}})),
  'get with data': (axios, origin) => echoed(axios.get(`${origin}/echo`, {data: {id: 1}})),
  'post': (axios, origin) => axios.post(`${origin}/accepted`, {a: [1, {b: null}]}).then(shape),
  'put': (axios, origin) => echoed(axios.put(`${origin}/echo`, {a: 'ü'})),
  'patch': (axios, origin) => echoed(axios.patch(`${origin}/echo`, [1, 2])),
  'postForm': (axios, origin) => echoed(axios.postForm(`${origin}/echo`, {a: 'x', b: [1, 2]})).then(withoutBoundary),
  // Addresses and parameters.
  'params': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {params: {a: 'x y', b: 'ü&=', c: null, d: undefined, e: 0, f: false}})),
  'params of lists': (axios, origin) => echoed(axios.get(`${origin}/echo`, {params: {a: [1, 2], b: {c: [3]}}})),
  'params of dates': (axios, origin) => echoed(axios.get(`${origin}/echo`, {params: {at: new Date(0)}})),
  'params as URLSearchParams': (axios, origin) =>
      echoed(axios.get(`${origin}/echo?z=1`, {params: new URLSearchParams({a: 'b c'})})),
  'params beside a query and a hash': (axios, origin) => echoed(axios.get(`${origin}/echo?z=1#h`, {params: {a: 1}})),
  'paramsSerializer': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {params: {a: [1, 2]}, paramsSerializer: {indexes: null}})),
  'paramsSerializer.serialize': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {params: {a: 1}, paramsSerializer: {serialize: () => 'all=mine'}})),
  'paramsSerializer.encode': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {params: {a: 'x'}, paramsSerializer: {encode: (text) => `<${text}>`}})),
  'baseURL': (axios, origin) => echoed(axios.get('echo', {baseURL: `${origin}/`})),
  'baseURL with an absolute url': (axios, origin) =>
      echoed(axios.get(`${origin}/echo/abs`, {baseURL: 'http://unused.invalid/'})),
  'allowAbsoluteUrls: false': (axios, origin) => failed(
      axios.get(`${origin}/x`, {baseURL: `${origin}/base/`, allowAbsoluteUrls: false}),
      (error) => ({url: error.config.url.replace(origin, '')})),
  'encoded paths': (axios, origin) => echoed(axios.get(`${origin}/echo/ü ö/%2F?q=ä`)),
  'getUri': (axios, origin) => axios.getUri({baseURL: 'http://a.example/b', url: '/c', params: {d: ['e']}}),
  'relative url': (axios) => failed(axios.get('/echo')),
  'no url': (axios) => failed(axios.request({})),
  'unsupported protocol': (axios) => failed(axios.get('ftp://a.example/')),
  'data: url': (axios) =>
      axios.get('data:text/plain;base64,aGVsbG8=', {responseType: 'text'}).then(({status, data}) => ({status, data})),
  'data: url as bytes': (axios) =>
      axios.get('data:,a%20b', {responseType: 'arraybuffer'}).then(({data}) => [Buffer.isBuffer(data), String(data)]),
  'post to a data: url': (axios) => failed(axios.post('data:,x', {})),
  // Headers.
  'headers': (axios, origin) => echoed(axios.get(`${origin}/echo`, {headers: {'X-One': '1', Accept: 'text/x'}})),
  'header of a list': (axios, origin) => echoed(axios.get(`${origin}/echo`, {headers: {'X-Many': ['a', 'b']}})),
  'header null': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {headers: {Accept: null, 'X-Gone': undefined, 'X-No': false}})),
  'user agent': (axios, origin) => echoed(axios.get(`${origin}/echo`, {headers: {'User-Agent': 'tool/1'}})),
  'header with a line end': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {headers: {'X-Bad': 'a\r\nX-Evil: 1'}}))
          .then(({headers}) => [headers['x-bad'] ?? null, headers['x-evil'] ?? null]),
  'header name with a space': (axios, origin) =>
      failed(axios.get(`${origin}/echo`, {headers: {'X Bad': 'a'}})).then(({code,
                                                                            isAxiosError}) => ({code, isAxiosError})),
  'response headers': (axios, origin) =>
      axios.get(`${origin}/repeated`)
          .then(({headers}) => [headers['x-more'], headers.get('X-More'), headers.has('x-none')]),
  'set-cookie is a list': (axios, origin) =>
      axios.get(`${origin}/cookies/1`).then(({headers}) => headers['set-cookie']),
  'set-cookie of two': (axios, origin) => axios.get(`${origin}/cookies/2`).then(({headers}) => headers['set-cookie']),
  'status text': (axios, origin) => axios.get(`${origin}/phrase`).then(({statusText}) => statusText),
  'auth': (axios, origin) => echoed(axios.get(`${origin}/echo`, {auth: {username: 'ü', password: 'p:w'}})),
  'auth over a header': (axios, origin) =>
      echoed(axios.get(`${origin}/echo`, {auth: {username: 'a', password: 'b'}, headers: {Authorization: 'Bearer x'}})),
  'auth in the url': (axios, origin) => echoed(axios.get(`${origin.replace('//', '//us%40er:pw@')}/echo`)),
  'bearer': (axios, origin) => echoed(axios.get(`${origin}/echo`, {headers: {Authorization: 'Bearer t'}})),
  'defaults of headers': (axios, origin) => {
    const client = axios.create();
    client.defaults.headers.common['X-Common'] = 'c';
    client.defaults.headers.post['X-Post'] = 'p';
    return Promise.all([echoed(client.get(`${origin}/echo`)), echoed(client.post(`${origin}/echo`, {}))]);
  },
  // Bodies.
  'string body': (axios, origin) => echoed(axios.post(`${origin}/echo`, 'plain ü')),
  'number body': (axios, origin) => failed(axios.post(`${origin}/echo`, 5)),
  'null body': (axios, origin) => echoed(axios.post(`${origin}/echo`, null)),
  'no body': (axios, origin) => echoed(axios.post(`${origin}/echo`)),
  'Buffer body': (axios, origin) => echoed(axios.post(`${origin}/echo`, Buffer.from([0, 255, 128]))),
  'ArrayBuffer body': (axios, origin) => echoed(axios.post(`${origin}/echo`, new Uint8Array([1, 2]).buffer)),
  'typed array body': (axios, origin) =>
      echoed(axios.put(`${origin}/echo`, new Uint8Array([3, 4]), {headers: {'Content-Type': 'image/png'}})),
  'URLSearchParams body': (axios, origin) =>
      echoed(axios.post(`${origin}/echo`, new URLSearchParams({a: 'b c', d: 'ü'}))),
  'urlencoded by its type': (axios, origin) => echoed(axios.post(
      `${origin}/echo`, {a: 1, b: [2, 3]}, {headers: {'Content-Type': 'application/x-www-form-urlencoded'}})),
  'FormData body': (axios, origin) => {
    const form = new FormData();
    form.append('a', 'ü');
    form.append('file', new Blob(['data'], {type: 'text/csv'}), 'a.csv');
    return echoed(axios.post(`${origin}/echo`, form)).then(withoutBoundary);
  },
  'Blob body': (axios, origin) => echoed(axios.post(`${origin}/echo`, new Blob(['x'], {type: 'text/x'}))),
  'multipart by its type': (axios, origin) => echoed(axios.post(`${origin}/echo`, {a: 'x'}, {
                                                headers: {'Content-Type': 'multipart/form-data'}
                                              })).then(withoutBoundary),
  'json as text': (axios, origin) =>
      echoed(axios.post(`${origin}/echo`, '{"a":1}', {headers: {'Content-Type': 'application/json'}})),
  'cyclic body': (axios, origin) => {
    const a = {};
    a.a = a;
    return failed(axios.post(`${origin}/echo`, a)).then(({name}) => name);
  },
  'maxBodyLength': (axios, origin) => failed(axios.post(`${origin}/echo`, 'x'.repeat(20), {maxBodyLength: 10})),
  'transformRequest': (axios, origin) => echoed(axios.post(`${origin}/echo`, {a: 1}, {
    transformRequest: [(data, headers) => {
      headers.set('X-T', '1');
      return JSON.stringify({...data, b: 2});
    }]
  })),
  // Answers.
  'json': (axios, origin) => axios.get(`${origin}/status/200`).then(({data}) => data),
  'json by another type': (axios, origin) =>
      axios.get(`${origin}/typed/text%2Fplain/%7B%22a%22%3A1%7D`).then(({data}) => data),
  'text that is not a json': (axios, origin) => axios.get(`${origin}/text/hello`).then(shape),
  'responseType text': (axios, origin) =>
      axios.get(`${origin}/status/200`, {responseType: 'text'}).then(({data}) => data),
  'responseType json that is none': (axios, origin) =>
      failed(axios.get(`${origin}/text/nope`, {responseType: 'json', transitional: {silentJSONParsing: false}}))
          .then(({name, code}) => ({name, code})),
  'responseType arraybuffer': (axios, origin) =>
      axios.get(`${origin}/bytes/300`, {responseType: 'arraybuffer'})
          .then(({data}) => [Buffer.isBuffer(data), data.length, data.toString('base64').slice(0, 8)]),
  'responseType stream': async (axios, origin) => {
    const {data} = await axios.get(`${origin}/drip/4`, {responseType: 'stream'});
    return new Promise((resolve) => {
      let text = '';
      data.on('data', (chunk) => {
        text += chunk;
      });
      data.on('end', () => resolve(text));
    });
  },
  'responseType stream by for await': async (axios, origin) => {
    const {data} = await axios.get(`${origin}/drip/4`, {responseType: 'stream'});
    const parts = [];
    for await (const chunk of data) parts.push(chunk);
    return [Buffer.isBuffer(parts[0]), Buffer.concat(parts).toString()];
  },
  'responseType stream into a writer': async (axios, origin) => {
    const {data} = await axios.get(`${origin}/text/abc`, {responseType: 'stream'});
    return new Promise((resolve) => {
      let text = '';
      data.pipe({
        on() {},
        once() {},
        emit() {},
        removeListener() {},
        write: (chunk) => {
          text += chunk;
          return true;
        },
        end: () => resolve(text)
      });
    });
  },
  'responseEncoding': (axios, origin) =>
      axios.get(`${origin}/latin1`, {responseEncoding: 'latin1'}).then(({data}) => data),
  'bytes that are not utf-8': (axios, origin) => axios.get(`${origin}/latin1`).then(({data}) => data),
  'byte order mark': (axios, origin) => axios.get(`${origin}/bom`).then(({data}) => data),
  '204': (axios, origin) => axios.get(`${origin}/empty/204`).then(({status, data}) => ({status, data})),
  'gzip': (axios, origin) =>
      axios.get(`${origin}/encoded/gzip`).then(({data, headers}) => [data, headers['content-encoding'] ?? null]),
  'deflate': (axios, origin) =>
      axios.get(`${origin}/encoded/deflate`).then(({data, headers}) => [data, headers['content-encoding'] ?? null]),
  'br': (axios, origin) =>
      axios.get(`${origin}/encoded/br`).then(({data, headers}) => [data, headers['content-encoding'] ?? null]),
  'decompress: false': (axios, origin) =>
      axios.get(`${origin}/encoded/gzip`, {decompress: false, responseType: 'arraybuffer'})
          .then(({data, headers}) => [data[0], headers['content-encoding'] ?? null]),
  'transformResponse': (axios, origin) =>
      axios
          .get(
              `${origin}/status/200`,
              {transformResponse: [(data, headers, status) => [typeof data, status, headers['content-type']]]})
          .then(({data}) => data),
  'maxContentLength': (axios, origin) => failed(axios.get(`${origin}/bytes/100`, {maxContentLength: 10})),
  'maxContentLength of a stream': async (axios, origin) => {
    const {data} = await axios.get(`${origin}/drip/50`, {responseType: 'stream', maxContentLength: 10});
    try {
      for await (const chunk of data) void chunk;
    } catch (error) {
      return error.message;
    }
  },
  'onDownloadProgress': async (axios, origin) => {
    const events = [];
    await axios.get(`${origin}/bytes/1000`, {onDownloadProgress: (event) => events.push(event)});
    await new Promise((resolve) => setTimeout(resolve, 20));
    const {loaded, total, progress, download} = events[events.length - 1];
    return {loaded, total, progress, download};
  },
  'onUploadProgress': async (axios, origin) => {
    const events = [];
    await axios.post(`${origin}/echo`, 'x'.repeat(1000), {onUploadProgress: (event) => events.push(event)});
    await new Promise((resolve) => setTimeout(resolve, 20));
    const {loaded, total, progress, upload} = events[events.length - 1];
    return {loaded, total, progress, upload};
  },
  'final url': (axios, origin) =>
      axios.get(`${origin}/redirect/302/echo/x?y=1`).then(({request}) => request.res.responseUrl.replace(origin, '')),
  // Failures.
  '404': (axios, origin) => failed(axios.get(`${origin}/missing`)),
  '500': (axios, origin) => failed(axios.get(`${origin}/status/500`)),
  '401 and what an error has': (axios, origin) =>
      failed(axios.get(`${origin}/status/401`), (error) => ({
                                                  json: Object.keys(error.toJSON()).sort(),
                                                  same: error instanceof axios.AxiosError,
                                                  is: axios.isAxiosError(error),
                                                  method: error.config.method
                                                })),
  'validateStatus': (axios, origin) =>
      axios.get(`${origin}/status/404`, {validateStatus: (status) => status < 500}).then(({status,
                                                                                           data}) => ({status, data})),
  'validateStatus: null': (axios, origin) =>
      axios.get(`${origin}/status/500`, {validateStatus: null}).then(({status}) => status),
  'connection refused': (axios, origin, closed) => failed(axios.get(closed)),
  'port of another protocol': (axios) => failed(axios.get('http://127.0.0.1:1/')),
  'connection dropped': (axios, origin) => failed(axios.get(`${origin}/hangup`)),
  'answer cut off': (axios, origin) => failed(axios.get(`${origin}/broken`)),
  'answer that is not http': (axios, origin) =>
      failed(axios.get(`${origin}/nonsense`)).then(({code, isAxiosError}) => ({code, isAxiosError})),
  'timeout': (axios, origin) => failed(axios.get(`${origin}/slow/3000`, {timeout: 50})),
  'timeout with clarifyTimeoutError': (axios, origin) =>
      failed(axios.get(`${origin}/slow/3000`, {timeout: 50, transitional: {clarifyTimeoutError: true}})),
  'timeoutErrorMessage': (axios, origin) =>
      failed(axios.get(`${origin}/slow/3000`, {timeout: 50, timeoutErrorMessage: 'too slow'})),
  'timeout that is not a number': (axios, origin) => failed(axios.get(`${origin}/echo`, {timeout: 'soon'})),
  'timeout that holds': (axios, origin) => axios.get(`${origin}/slow/10`, {timeout: 20000}).then(({status}) => status),
  'signal': (axios, origin) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    return failed(
        axios.get(`${origin}/slow/3000`, {signal: controller.signal}), (error) => ({cancel: axios.isCancel(error)}));
  },
  'signal aborted before': (axios, origin) => failed(axios.get(`${origin}/echo`, {signal: AbortSignal.abort()})),
  'AbortSignal.timeout': (axios, origin) => failed(axios.get(`${origin}/slow/3000`, {signal: AbortSignal.timeout(30)})),
  'cancel token': (axios, origin) => {
    const source = axios.CancelToken.source();
    setTimeout(() => source.cancel('enough'), 30);
    return failed(
        axios.get(`${origin}/slow/3000`, {cancelToken: source.token}), (error) => ({cancel: axios.isCancel(error)}));
  },
  // Redirects.
  'redirect 302': (axios, origin) => echoed(axios.get(`${origin}/redirect/302/echo`)),
  'redirect 301 of a post': (axios, origin) => echoed(axios.post(`${origin}/redirect/301/echo`, {a: 1})),
  'redirect 303 of a put': (axios, origin) => echoed(axios.put(`${origin}/redirect/303/echo`, {a: 1})),
  'redirect 307 of a post': (axios, origin) => echoed(axios.post(`${origin}/redirect/307/echo`, {a: 1})),
  'redirect 308 of a post': (axios, origin) => echoed(axios.post(`${origin}/redirect/308/echo`, {a: 1})),
  'redirect keeps headers': (axios, origin) =>
      echoed(axios.get(`${origin}/redirect/302/echo`, {headers: {Authorization: 'Bearer x', 'X-One': '1'}})),
  'redirects without end': (axios, origin) => failed(axios.get(`${origin}/loop`)),
  'maxRedirects': (axios, origin) => failed(axios.get(`${origin}/redirect/302/redirect/302/echo`, {maxRedirects: 1})),
  'maxRedirects: 0': (axios, origin) => failed(
      axios.get(`${origin}/redirect/302/echo`, {maxRedirects: 0}),
      (error) => ({location: error.response.headers.location})),
  'beforeRedirect': async (axios, origin) => {
    const calls = [];
    const data = await echoed(axios.get(`${origin}/redirect/302/echo`, {
      beforeRedirect: (options, {statusCode, headers}) => {
        calls.push([options.method, options.path, statusCode, headers.location]);
        options.headers['X-Hop'] = '1';
      }
    }));
    return [calls, data.headers['x-hop']];
  },
  '302 without a location': (axios, origin) => failed(axios.get(`${origin}/nowhere`)),
  // Clients and interceptors.
  'create': (axios, origin) => echoed(
      axios.create({baseURL: origin, headers: {'X-Client': 'c'}, params: {all: 1}}).get('/echo', {params: {one: 2}})),
  'request interceptor': (axios, origin) => {
    const client = axios.create();
    client.interceptors.request.use((config) => {
      config.headers.set('X-I', '1');
      return config;
    });
    client.interceptors.request.use(async (config) => {
      config.headers['X-I'] += '2';
      return config;
    });
    return echoed(client.get(`${origin}/echo`));
  },
  'response interceptor': (axios, origin) => {
    const client = axios.create();
    client.interceptors.response.use(
        (response) => response.data, (error) => Promise.reject(new Error(`mine ${error.response.status}`)));
    return Promise.all(
        [client.get(`${origin}/status/200`), client.get(`${origin}/status/418`).catch((error) => error.message)]);
  },
  'interceptor that retries': (axios, origin) => {
    const client = axios.create();
    let count = 0;
    client.interceptors.response.use(undefined, (error) => (++count < 3 ? client.request(error.config) : count));
    return client.post(`${origin}/status/503`, {a: 1});
  },
  'interceptor ejected': async (axios, origin) => {
    const client = axios.create();
    const id = client.interceptors.request.use(() => {
      throw new Error('never');
    });
    client.interceptors.request.eject(id);
    return client.get(`${origin}/status/200`).then(({status}) => status);
  },
  'own adapter': (axios) =>
      axios.get('/x', {adapter: async (config) => ({status: 200, data: {url: config.url}, headers: {}, config})})
          .then(({data}) => data),
  'adapter by name': (axios, origin) => axios.get(`${origin}/status/200`, {adapter: 'http'}).then(({status}) => status),
  'axios.all and spread': (axios, origin) => axios.all([axios.get(`${origin}/text/a`), axios.get(`${origin}/text/b`)])
                                                 .then(axios.spread((a, b) => a.data + b.data)),
  'what axios has': async (axios) => ['get', 'create', 'isAxiosError', 'AxiosError', 'AxiosHeaders', 'CancelToken',
                                      'CanceledError', 'HttpStatusCode', 'VERSION', 'toFormData', 'formToJSON',
                                      'getAdapter', 'mergeConfig', 'Axios', 'default']
                                         .map((name) => typeof axios[name]),
  'many at once': (axios, origin) =>
      Promise.all(Array.from({length: 12}, (_, i) => axios.get(`${origin}/text/${i}`).then(({data}) => data))),
};

export async function answersOf(axios, {origin, closed}, names = Object.keys(cases)) {
  const answers = {};
  for (const name of names) {
    try {
      answers[name] = JSON.parse(JSON.stringify(await cases[name](axios, origin, closed) ?? null));
    } catch (error) {
      answers[name] = {
        thrown: `${error?.name}: ${error?.message}`,
        stack: String(error?.stack).split('\n').slice(1, 3)
      };
    }
  }
  return answers;
}
