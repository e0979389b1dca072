// Node's `http`, `https`, `net` and `tls`: connections are the broker's, which `fetch`, axios and the client here ask.
import { isCalling } from 'agentc:powers';
import { EventEmitter } from 'events';
import { ClientRequest, clientOf } from './http-client.js';
import { IncomingMessage, OutgoingMessage, validateHeaderName, validateHeaderValue } from './http-messages.js';
import { refusal, refusedOf } from './refused.js';

const METHODS = ['ACL', 'BIND', 'CHECKOUT', 'CONNECT', 'COPY', 'DELETE', 'GET', 'HEAD', 'LINK', 'LOCK', 'M-SEARCH', 'MERGE',
  'MKACTIVITY', 'MKCALENDAR', 'MKCOL', 'MOVE', 'NOTIFY', 'OPTIONS', 'PATCH', 'POST', 'PROPFIND', 'PROPPATCH', 'PURGE', 'PUT',
  'QUERY', 'REBIND', 'REPORT', 'SEARCH', 'SOURCE', 'SUBSCRIBE', 'TRACE', 'UNBIND', 'UNLINK', 'UNLOCK', 'UNSUBSCRIBE'];
const STATUS_CODES = { 100: 'Continue', 101: 'Switching Protocols', 102: 'Processing', 103: 'Early Hints', 200: 'OK',
  201: 'Created', 202: 'Accepted', 203: 'Non-Authoritative Information', 204: 'No Content', 205: 'Reset Content',
  206: 'Partial Content', 207: 'Multi-Status', 208: 'Already Reported', 226: 'IM Used', 300: 'Multiple Choices',
  301: 'Moved Permanently', 302: 'Found', 303: 'See Other', 304: 'Not Modified', 305: 'Use Proxy', 307: 'Temporary Redirect',
  308: 'Permanent Redirect', 400: 'Bad Request', 401: 'Unauthorized', 402: 'Payment Required', 403: 'Forbidden',
  404: 'Not Found', 405: 'Method Not Allowed', 406: 'Not Acceptable', 407: 'Proxy Authentication Required',
  408: 'Request Timeout', 409: 'Conflict', 410: 'Gone', 411: 'Length Required', 412: 'Precondition Failed',
  413: 'Payload Too Large', 414: 'URI Too Long', 415: 'Unsupported Media Type', 416: 'Range Not Satisfiable',
  417: 'Expectation Failed', 418: "I'm a Teapot", 421: 'Misdirected Request', 422: 'Unprocessable Entity', 423: 'Locked',
  424: 'Failed Dependency', 425: 'Too Early', 426: 'Upgrade Required', 428: 'Precondition Required', 429: 'Too Many Requests',
  431: 'Request Header Fields Too Large', 451: 'Unavailable For Legal Reasons', 500: 'Internal Server Error',
  501: 'Not Implemented', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported', 506: 'Variant Also Negotiates', 507: 'Insufficient Storage', 508: 'Loop Detected',
  509: 'Bandwidth Limit Exceeded', 510: 'Not Extended', 511: 'Network Authentication Required' };

// Agents and servers are made when modules are loaded, and connect, or listen, later. Older code calls the classes as
// functions (`http.Agent.call(this)`).
function made(module, name, ...methods) {
  const type = { [name]: function (options) {
    if (!(this instanceof type)) return new type(options);
    EventEmitter.call(this);
    this.options = { ...options };
  } }[name];
  Object.setPrototypeOf(type.prototype, EventEmitter.prototype);
  for (const method of methods)
    Object.defineProperty(type.prototype, method, { value: refusedOf(module, `${name}.${method}`), writable: true, configurable: true });
  return type;
}
const agentOf = (module, protocol, defaultPort) => {
  const Agent = made(module, 'Agent', 'addRequest', 'createConnection', 'createSocket');
  Object.assign(Agent.prototype, { protocol, defaultPort, maxSockets: Infinity, maxFreeSockets: 256, maxTotalSockets: Infinity,
    destroy() {}, keepSocketAlive: () => false, reuseSocket() {},
    getName: (options = {}) => `${options.host || 'localhost'}:${options.port || ''}:${options.localAddress || ''}` });
  for (const name of ['requests', 'sockets', 'freeSockets'])
    Object.defineProperty(Agent.prototype, name, { get: () => ({}), set() {}, configurable: true });
  return { Agent, globalAgent: new Agent({ keepAlive: true }) };
};
const streams = () => require('./stream.js').module;
const serverOf = (module) => {
  const Server = made(module, 'Server');
  Object.assign(Server.prototype, { listening: false,
    // The program around the tools may start its server as it is loaded; nothing ever connects to it.
    listen() {
      if (isCalling()) throw refusal(module, 'Server.listen');
      return this;
    },
    close(done) { if (done) queueMicrotask(done); return this; },
    address: () => null, closeAllConnections() {}, closeIdleConnections() {}, getConnections: (done) => queueMicrotask(() => done(null, 0)),
    ref() { return this; }, setTimeout() { return this; }, unref() { return this; } });
  return { Server, createServer(...args) {
    const server = new Server(args.find((each) => typeof each === 'object'));
    const listener = args.find((each) => typeof each === 'function');
    return listener ? server.on(module === 'net' ? 'connection' : 'request', listener) : server;
  } };
};
// Other code extends their prototypes.
const extendable = (base, name) => Object.defineProperty(class extends base {}, 'name', { value: name });
const Socket = extendable(streams().Duplex, 'Socket');
Object.defineProperty(Socket.prototype, 'connect', { value: refusedOf('net', 'Socket.connect'), writable: true, configurable: true });
for (const name of ['ref', 'setKeepAlive', 'setNoDelay', 'setTimeout', 'unref'])
  Object.defineProperty(Socket.prototype, name, { value() { return this; }, writable: true, configurable: true });
Object.assign(Socket.prototype, { connecting: false, address: () => ({}), destroySoon() { this.destroy(); } });
// Some code wants the class that Node wraps streams in.
class StreamWrap extends Socket {}
class TLSSocket extends Socket {
  encrypted = true;
  authorized = false;
  _handle = { _parentWrap: new StreamWrap() };
}

// What a request shows for its connection, which is the broker's: a clock for its timeout.
const connectionOf = (Base) => class extends Base {
  #ms = 0;
  #timer;
  setTimeout(ms, done) {
    this.#ms = ms;
    if (done) this.once('timeout', done);
    this.touch();
    return this;
  }
  touch() {
    clearTimeout(this.#timer);
    if (this.#ms > 0 && !this.destroyed) this.#timer = setTimeout(() => this.emit('timeout'), this.#ms).unref();
  }
  _read() {}
  _write(chunk, encoding, done) { done(); }
  _destroy(error, done) {
    clearTimeout(this.#timer);
    done(error);
  }
};
const Connection = connectionOf(Socket), SecureConnection = connectionOf(TLSSocket);
const agents = agentOf('http', 'http:', 80), secureAgents = agentOf('https', 'https:', 443);

export const http = { METHODS, STATUS_CODES, maxHeaderSize: 16384, ...agents, ...serverOf('http'), ClientRequest, IncomingMessage,
  OutgoingMessage, ServerResponse: extendable(OutgoingMessage, 'ServerResponse'), setMaxIdleHTTPParsers() {}, validateHeaderName, validateHeaderValue,
  ...clientOf({ protocol: 'http:', module: 'http', agent: agents.globalAgent, makeSocket: () => new Connection() }) };
export const https = { ...secureAgents, ...serverOf('https'), ...clientOf({ protocol: 'https:', module: 'https',
  agent: secureAgents.globalAgent, makeSocket: () => Object.assign(new SecureConnection(), { authorized: true }) }) };

export const http2 = { constants: { NGHTTP2_NO_ERROR: 0, NGHTTP2_INTERNAL_ERROR: 2, NGHTTP2_REFUSED_STREAM: 7, NGHTTP2_CANCEL: 8 },
  sensitiveHeaders: Symbol('sensitiveHeaders'), createServer: serverOf('http2').createServer };

const isIPv4 = (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text) && !/(?:^|\.)0\d/.test(text);
const isIPv6 = (text) => {
  if (!/^[\da-f:.]{2,45}$/i.test(text)) return false;
  try {
    return new URL(`http://[${text}]/`).hostname.length > 0;
  } catch {
    return false;
  }
};
export const net = { isIPv4, isIPv6, isIP: (text) => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0), Socket, Stream: Socket,
  ...serverOf('net') };
export const tls = { TLSSocket, ...serverOf('tls'), DEFAULT_MIN_VERSION: 'TLSv1.2',
  DEFAULT_MAX_VERSION: 'TLSv1.3', DEFAULT_ECDH_CURVE: 'auto', DEFAULT_CIPHERS: '', rootCertificates: [], getCACertificates: () => [],
  getCiphers: () => [] };
