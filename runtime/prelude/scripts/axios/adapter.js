// What axios's adapter for Node answers, with the sandbox's fetch in place of Node's `http`.
import { AxiosError, AxiosHeaders, VERSION } from 'axios';
import buildFullPath from 'axios/unsafe/core/buildFullPath.js';
import settle from 'axios/unsafe/core/settle.js';
import buildURL from 'axios/unsafe/helpers/buildURL.js';
import fromDataURI from 'axios/unsafe/helpers/fromDataURI.js';
import { toByteStringHeaderObject } from 'axios/unsafe/helpers/sanitizeHeaderValue.js';
import { bodyOf } from './body.js';
import { Deadline } from './deadline.js';
import { errorOf } from './errors.js';
import { follow } from './redirects.js';
import { readResponse } from './response.js';
import { ResponseStream } from './stream.js';

const decoded = (text) => {
  try { return decodeURIComponent(text); } catch { return text; }
};

export const adapter = (config) => new Promise((resolve, reject) => {
  const request = {};
  const deadline = new Deadline(config, request);
  deadline.whenEnded(reject);
  send(config, request, deadline).then(
    (response) => {
      if (!(response.data instanceof ResponseStream)) deadline.end();
      settle(resolve, reject, response);
    },
    (error) => {
      deadline.end();
      reject(deadline.reason ?? errorOf(error, config, request));
    });
});

async function send(config, request, deadline) {
  const url = new URL(buildFullPath(config.baseURL, config.url, config.allowAbsoluteUrls, config));
  const method = config.method.toUpperCase();
  if (url.protocol === 'data:') return fromData(config, method);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AxiosError(`Unsupported protocol ${url.protocol}`, AxiosError.ERR_BAD_REQUEST, config);

  const headers = AxiosHeaders.from(config.headers).normalize();
  headers.set('User-Agent', `axios/${VERSION}`, false);
  const body = await bodyOf(config, headers);
  if (body && (method === 'GET' || method === 'HEAD'))
    throw new AxiosError(`a ${method} request has no body in the sandbox`, AxiosError.ERR_NOT_SUPPORT, config);
  authorize(config, headers, url);
  headers.set('Accept-Encoding', 'gzip, compress, deflate, br', false);
  const [path, search] = pathOf(config, url);
  url.pathname = path;
  url.search = search;
  Object.assign(request, { method, path: path + search, host: url.hostname, protocol: url.protocol,
    headers: checked(toByteStringHeaderObject(headers)) });
  const response = await follow({ url, method, headers: { ...request.headers }, body }, config, request, deadline.signal);
  return readResponse(response, config, request, deadline);
}

// Lists are joined and names refused as Node does.
function checked(headers) {
  for (const name of Object.keys(headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw Object.assign(new TypeError(`Header name must be a valid HTTP token ["${name}"]`), { code: 'ERR_INVALID_HTTP_TOKEN' });
    if (Array.isArray(headers[name])) headers[name] = headers[name].join(name.toLowerCase() === 'cookie' ? '; ' : ', ');
  }
  return headers;
}

function pathOf(config, url) {
  try {
    const path = buildURL(url.pathname + url.search, config.params, config.paramsSerializer).replace(/^\?/, '');
    const at = path.indexOf('?');
    return at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at)];
  } catch (error) {
    throw AxiosError.from(error, AxiosError.ERR_BAD_REQUEST, config, null, null, { url: config.url, exists: true });
  }
}

function authorize(config, headers, url) {
  const { username, password } = url;
  url.username = url.password = '';
  const given = config.auth ? `${config.auth.username || ''}:${config.auth.password || ''}`
    : username || password ? `${decoded(username)}:${decoded(password)}` : undefined;
  if (given !== undefined) headers.set('Authorization', `Basic ${Buffer.from(given).toString('base64')}`);
}

function fromData(config, method) {
  if (method !== 'GET') return { status: 405, statusText: 'method not allowed', headers: {}, config };
  let data;
  try {
    data = fromDataURI(config.url, config.responseType === 'blob', { Blob: config.env?.Blob });
  } catch (error) {
    throw AxiosError.from(error, AxiosError.ERR_BAD_REQUEST, config);
  }
  if (config.maxContentLength > -1 && (data.size ?? data.length) > config.maxContentLength)
    throw new AxiosError(`maxContentLength size of ${config.maxContentLength} exceeded`, AxiosError.ERR_BAD_RESPONSE, config);
  if (config.responseType === 'text') data = data.toString(config.responseEncoding);
  return { data, status: 200, statusText: 'OK', headers: new AxiosHeaders(), config };
}
