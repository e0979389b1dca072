// Messages of Node's `http`: what a client or server sends, and what it gets.
import { module as stream } from './stream.js';

const fail = (type, code, message) => Object.assign(new type(message), { code });
const token = /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/;

export function validateHeaderName(name, label = 'Header name') {
  if (typeof name !== 'string' || !token.test(name))
    throw fail(TypeError, 'ERR_INVALID_HTTP_TOKEN', `${label} must be a valid HTTP token ["${name}"]`);
}
export function validateHeaderValue(name, value) {
  if (value === undefined) throw fail(TypeError, 'ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "${value}" for header "${name}"`);
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) throw fail(TypeError, 'ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
}

// Made when they are first asked for: some code makes messages by their prototypes alone.
const store = Symbol('headers');
const headersOf = (message) => message[store] ??= new Map();

export class OutgoingMessage extends stream.Writable {
  constructor() {
    super({ autoDestroy: false });
    Object.assign(this, { headersSent: false, finished: false, sendDate: false, chunkedEncoding: false, shouldKeepAlive: true,
      socket: null });
  }
  get connection() { return this.socket; }
  setHeader(name, value) {
    if (this.headersSent) throw fail(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot set headers after they are sent to the client');
    validateHeaderName(name);
    for (const one of Array.isArray(value) ? value : [value]) validateHeaderValue(name, one);
    headersOf(this).set(name.toLowerCase(), [name, value]);
    return this;
  }
  appendHeader(name, value) {
    const before = this.getHeader(name);
    return this.setHeader(name, before === undefined ? value : [].concat(before, value));
  }
  setHeaders(headers) {
    for (const [name, value] of headers) this.setHeader(name, value);
    return this;
  }
  getHeader(name) { return headersOf(this).get(`${name}`.toLowerCase())?.[1]; }
  hasHeader(name) { return headersOf(this).has(`${name}`.toLowerCase()); }
  removeHeader(name) {
    if (this.headersSent) throw fail(Error, 'ERR_HTTP_HEADERS_SENT', 'Cannot remove headers after they are sent to the client');
    headersOf(this).delete(`${name}`.toLowerCase());
  }
  getHeaderNames() { return [...headersOf(this).keys()]; }
  getRawHeaderNames() { return Array.from(headersOf(this).values(), ([name]) => name); }
  getHeaders() {
    return Object.assign(Object.create(null), Object.fromEntries(Array.from(headersOf(this), ([key, [, value]]) => [key, value])));
  }
  addTrailers() {}
  flushHeaders() {}
}

// Of several these count once, by the first.
const single = new Set(['age', 'authorization', 'content-length', 'content-type', 'etag', 'expires', 'from', 'host',
  'if-modified-since', 'if-unmodified-since', 'last-modified', 'location', 'max-forwards', 'proxy-authorization', 'referer',
  'retry-after', 'server', 'user-agent']);

export class IncomingMessage extends stream.Readable {
  constructor(socket) {
    super({ autoDestroy: true, highWaterMark: socket?.readableHighWaterMark });
    Object.assign(this, { socket, httpVersionMajor: null, httpVersionMinor: null, httpVersion: null, complete: false, rawHeaders: [],
      rawTrailers: [], trailers: {}, trailersDistinct: Object.create(null), aborted: false, upgrade: null, url: '', method: null,
      statusCode: null, statusMessage: null });
  }
  get connection() { return this.socket; }
  get headers() {
    if (this[store]) return this[store];
    const headers = this[store] = {};
    for (let i = 0; i < this.rawHeaders.length; i += 2) {
      const name = this.rawHeaders[i].toLowerCase(), value = this.rawHeaders[i + 1];
      if (name === 'set-cookie') (headers[name] ??= []).push(value);
      else if (!Object.hasOwn(headers, name)) Object.defineProperty(headers, name, { value, writable: true, enumerable: true, configurable: true });
      else if (!single.has(name)) headers[name] += (name === 'cookie' ? '; ' : ', ') + value;
    }
    return headers;
  }
  set headers(headers) { this[store] = headers; }
  get headersDistinct() {
    const headers = Object.create(null);
    for (let i = 0; i < this.rawHeaders.length; i += 2) (headers[this.rawHeaders[i].toLowerCase()] ??= []).push(this.rawHeaders[i + 1]);
    return headers;
  }
  setTimeout(ms, done) {
    this.socket?.setTimeout(ms, done);
    return this;
  }
  _read() {}
}

export { fail, token };
