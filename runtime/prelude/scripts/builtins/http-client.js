// Node's client of `http` and `https`: each request is an exchange of the broker, which decides, connects and checks
// certificates. Agents hold no connections, and answers come as the server encoded them.
import { makeExchange, parserCodeOf } from 'agentc:fetch';
import { fail, IncomingMessage, OutgoingMessage, token } from './http-messages.js';
import { refusal } from './refused.js';

// Headers that are the broker's business.
const ofConnection = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'proxy-connection', 'te', 'trailer',
  'transfer-encoding']);
const withoutBody = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

// As Node's own client says what fetch says otherwise.
const messages = {
  UND_ERR_SOCKET: ['ECONNRESET', 'socket hang up'], UND_ERR_CONNECT_TIMEOUT: ['ETIMEDOUT', 'connect ETIMEDOUT'],
  UND_ERR_HEADERS_TIMEOUT: ['ETIMEDOUT', 'read ETIMEDOUT'], UND_ERR_BODY_TIMEOUT: ['ETIMEDOUT', 'read ETIMEDOUT'],
  UND_ERR_HEADERS_OVERFLOW: ['HPE_HEADER_OVERFLOW', 'Parse Error: Header overflow'],
};
const errorOf = (error) => {
  const parsing = parserCodeOf(error);
  if (parsing) return fail(Error, parsing, `Parse Error: ${error.message}`);
  return messages[error?.code] ? fail(Error, ...messages[error.code]) : error;
};
const hangUp = (message) => fail(Error, 'ECONNRESET', message);

// What was written, handed on when it is asked for.
class Pieces {
  #open = [];
  #waiter;
  put(bytes, taken) {
    this.#open.push([bytes, taken]);
    this.#waiter?.();
  }
  async *[Symbol.asyncIterator]() {
    for (;;) {
      if (this.#open.length === 0) await new Promise((resolve) => { this.#waiter = resolve; });
      const [bytes, taken] = this.#open.shift();
      if (bytes === null) return taken();
      yield bytes;
      taken();
    }
  }
}

function optionsOf(defaults, input, options, done) {
  const { urlToHttpOptions } = require('agentc:node').moduleNamed('url');
  let given = null;
  if (typeof input === 'string') given = urlToHttpOptions(new URL(input));
  else if (input instanceof URL) given = urlToHttpOptions(input);
  else [done, options] = [options, input];
  if (typeof options === 'function') [done, options] = [options, given ?? {}];
  else options = Object.assign(given ?? {}, options);
  const agent = options.agent || undefined, protocol = options.protocol || agent?.protocol || defaults.protocol;
  const expected = agent?.protocol || defaults.protocol;
  if (protocol !== expected)
    throw fail(TypeError, 'ERR_INVALID_PROTOCOL', `Protocol "${protocol}" not supported. Expected "${expected}"`);
  if (options.path && /[^\u0021-\u00ff]/.test(options.path))
    throw fail(TypeError, 'ERR_UNESCAPED_CHARACTERS', 'Request path contains unescaped characters');
  for (const name of ['host', 'hostname'])
    if (options[name] !== undefined && options[name] !== null && typeof options[name] !== 'string')
      throw fail(TypeError, 'ERR_INVALID_ARG_TYPE', `The "options.${name}" property must be of type string or one of undefined or null. Received `
        + (Object(options[name]) === options[name] ? `an instance of ${options[name].constructor?.name}` : `type ${typeof options[name]} (${String(options[name])})`));
  return [{ ...options, protocol, agent }, done];
}

export class ClientRequest extends OutgoingMessage {
  #exchange = null;
  #pieces = null;
  #timeout = 0;
  #over = false;
  #origin;

  constructor(input, options, done, defaults = { protocol: 'http:', module: 'http' }) {
    super();
    const [chosen, listener] = optionsOf(defaults, input, options, done);
    if (chosen.socketPath) throw refusal(defaults.module, 'request with `socketPath`');
    const { method = 'GET', protocol } = chosen;
    if (typeof method !== 'string' || !token.test(method))
      throw fail(TypeError, 'ERR_INVALID_HTTP_TOKEN', `Method must be a valid HTTP token ["${method}"]`);
    const host = chosen.hostname || chosen.host || 'localhost', usual = protocol === 'https:' ? 443 : 80;
    const port = Number(chosen.port || chosen.defaultPort || chosen.agent?.defaultPort || usual);
    Object.assign(this, { method: method.toUpperCase(), path: chosen.path || '/', host, protocol, agent: chosen.agent ?? defaults.agent,
      aborted: false, reusedSocket: false, maxHeadersCount: null, res: null });
    const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
    const authority = port === usual ? name : `${name}:${port}`;
    this.#origin = `${protocol}//${authority}`;
    this.#take(chosen, authority);
    if (listener) this.once('response', listener);
    if (chosen.timeout !== undefined) this.setTimeout(chosen.timeout);
    if (chosen.signal) this.#obey(chosen.signal);
    process.nextTick(() => this.#connect(defaults.makeSocket));
  }
  #take({ headers, auth, setHost = true }, authority) {
    if (Array.isArray(headers)) {
      const pairs = headers.every(Array.isArray) ? headers : Array.from({ length: headers.length >> 1 }, (_, i) => headers.slice(2 * i, 2 * i + 2));
      for (const [name, value] of pairs) this.appendHeader(name, value);
    } else {
      for (const name of Object.keys(headers ?? {})) this.setHeader(name, headers[name]);
    }
    if (setHost && !this.hasHeader('host')) this.setHeader('Host', authority);
    if (auth && !this.hasHeader('authorization')) this.setHeader('Authorization', `Basic ${Buffer.from(auth).toString('base64')}`);
  }
  #obey(signal) {
    const stop = () => this.destroy(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR', cause: signal.reason }));
    if (signal.aborted) process.nextTick(stop);
    else signal.addEventListener('abort', stop, { once: true });
    this.once('close', () => signal.removeEventListener('abort', stop));
  }
  #connect(makeSocket) {
    if (this.destroyed) return;
    const socket = this.socket = makeSocket();
    socket.on('timeout', () => this.emit('timeout'));
    socket.once('close', () => { if (!this.res?.complete) this.destroy(); });
    if (this.#timeout > 0) socket.setTimeout(this.#timeout);
    this.emit('socket', socket);
    if (/^100-continue$/i.test(this.getHeader('expect') ?? '')) this.emit('continue');
  }

  #head() {
    const headers = [];
    for (const name of this.getRawHeaderNames()) {
      const lower = name.toLowerCase(), value = this.getHeader(name);
      if (ofConnection.has(lower)) continue;
      if (lower === 'upgrade') throw refusal(this.protocol.slice(0, -1), 'request with `Upgrade`');
      if (!Array.isArray(value)) headers.push([name, `${value}`]);
      else if (lower === 'cookie') headers.push([name, value.join('; ')]);
      else for (const one of value) headers.push([name, `${one}`]);
    }
    return { method: this.method, url: this.#origin + this.path, headers, raw: true };
  }
  #open(body, length) {
    this.headersSent = true;
    const exchange = this.#exchange = makeExchange({ onHeaders: (...answer) => this.#answer(...answer),
      onData: (bytes) => this.#hear(Buffer.from(bytes)), onComplete: () => this.#hear(null), onError: (error) => this.#fail(errorOf(error)) });
    try {
      Promise.resolve(exchange.start(this.#head(), body, length)).catch(exchange.stop);
    } catch (error) {
      exchange.fail(error);
    }
  }
  #stream() {
    const length = this.getHeader('content-length');
    this.#pieces = new Pieces();
    this.#open(this.#pieces, length === undefined ? undefined : Number(length));
  }
  flushHeaders() {
    if (!this.headersSent && !withoutBody.has(this.method)) this.#stream();
  }
  write(chunk, encoding, done) {
    // Node's own doesn't wait for its connection to say so.
    if (this.destroyed) return false;
    return super.write(chunk, encoding, done);
  }
  _write(chunk, encoding, done) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    if (!this.headersSent) this.#stream();
    if (this.#pieces === null) return done();
    this.#pieces.put(bytes, done);
  }
  end(chunk, encoding, done) {
    if (typeof chunk === 'function') [chunk, done] = [undefined, chunk];
    else if (typeof encoding === 'function') [encoding, done] = [undefined, encoding];
    this.finished = true;
    if (this.headersSent || this.destroyed || this.writableLength > 0) return super.end(chunk, encoding, done);
    // All of it at once: its length is known.
    const bytes = chunk === undefined || chunk === null ? null : typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    if (bytes !== null && !(bytes instanceof Uint8Array)) return super.end(chunk, encoding, done);
    const isBare = bytes === null || bytes.length === 0;
    if (this.method === 'HEAD' || (isBare && withoutBody.has(this.method))) this.#open(null);
    else this.#open(isBare ? null : [bytes], isBare ? 0 : bytes.length);
    return super.end(done);
  }
  _final(done) {
    if (this.#pieces) this.#pieces.put(null, done);
    else process.nextTick(done);
  }

  #answer(status, raw, read, text) {
    const response = this.res = new IncomingMessage(this.socket);
    Object.assign(response, { statusCode: status, statusMessage: text, rawHeaders: raw.map((part) => part.toString('latin1')), httpVersion: '1.1',
      httpVersionMajor: 1, httpVersionMinor: 1, req: this });
    response._read = () => { if (!response.complete) read(); };
    response._destroy = (error, done) => {
      if (!response.complete) {
        response.aborted = true;
        response.emit('aborted');
      }
      const isFirst = !this.destroyed && !response.complete;
      this.#stop();
      // Whichever was destroyed is closed first; of an answer at its end, the request.
      process.nextTick(() => {
        if (isFirst) done(error);
        this.destroy();
        if (!isFirst) process.nextTick(() => process.nextTick(done, error));
      });
    };
    this.socket?.touch();
    if (!this.emit('response', response)) response.resume();
  }
  #hear(bytes) {
    this.socket?.touch();
    if (bytes !== null) return void this.res?.push(bytes);
    if (!this.res) return this.#fail(hangUp('socket hang up'));
    this.res.complete = true;
    this.res.push(null);
  }
  #fail(error) {
    if (this.#over) return;
    // A connection that ends in the middle is the answer's error alone.
    if (this.res && error.message === 'socket hang up') this.destroy();
    else this.destroy(error);
  }
  #stop() {
    this.#over = true;
    this.#exchange?.stop();
    this.socket?.destroy();
  }
  _destroy(error, done) {
    const isEarly = !this.res && !this.#over;
    this.#stop();
    if (this.res && !this.res.complete) this.res.destroy(hangUp('aborted'));
    process.nextTick(() => done(error ?? (isEarly ? hangUp('socket hang up') : null)));
  }
  abort() {
    if (this.aborted) return;
    this.aborted = true;
    process.nextTick(() => this.emit('abort'));
    this.destroy();
  }
  setTimeout(ms, done) {
    this.#timeout = Number(ms) || 0;
    if (done) this.once('timeout', done);
    this.socket?.setTimeout(this.#timeout);
    return this;
  }
  clearTimeout(done) { return this.setTimeout(0, done); }
  setNoDelay() {}
  setSocketKeepAlive() {}
  onSocket() {}
}

// `request` and `get` of a module, whose agents and sockets are its own.
export function clientOf(defaults) {
  const request = (input, options, done) => new ClientRequest(input, options, done, defaults);
  return { request, get(input, options, done) {
    const made = request(input, options, done);
    made.end();
    return made;
  } };
}
