// What undici's fetch takes for its connections: each dispatch is one exchange of the broker, which decides, connects and
// decodes. A guest has no more power with it than without: see lib/Runtime/Network.h for the messages.
import { denial, expect, listen, queueMicrotask, send, topics } from 'agentc:powers';
import { isValidHTTPToken } from '../../../node_modules/undici/lib/core/util.js';
import { errors, failureOf } from './errors.js';

const exchanges = new Map();
let lastNumber = 0;
const refusals = new WeakSet();
// So much of an answer is on its way while nobody reads; and so much is sent in one message.
const window = 65536, piece = 65536;

// Their requests say that they have no body.
const expectsBody = new Set(['PATCH', 'POST', 'PROPFIND', 'PROPPATCH', 'PUT', 'QUERY']);
const refusedHeaders = { 'keep-alive': 'invalid keep-alive header', 'transfer-encoding': 'invalid transfer-encoding header',
  upgrade: 'invalid upgrade header' };

// As undici's request checks what fetch let through.
function checkHeaders(headers) {
  for (const [name, value] of headers) {
    if (Object.hasOwn(refusedHeaders, name)) throw new errors.InvalidArgumentError(refusedHeaders[name]);
    if (name === 'expect') throw new errors.NotSupportedError('expect header not supported');
    if (name === 'connection' && !value.split(',').every((word) => isValidHTTPToken(word.trim())))
      throw new errors.InvalidArgumentError('invalid connection header');
  }
}

function refusal(message) {
  const error = denial(message);
  refusals.add(error);
  return error;
}
export const isRefusal = (error) => typeof error === 'object' && error !== null && refusals.has(error);

// Node's fetch takes texts too.
export async function* bytesOf(body) {
  for await (const chunk of body) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

class Exchange {
  #number = ++lastNumber;
  #handler;
  #waits = false;
  #credit = window;      // that the broker has left of ours
  #unread = 0;           // bytes that came and nobody has asked for since
  #room = 0;             // that we have left of the broker's
  #roomWaiter;
  #done = false;

  constructor(handler) {
    this.#handler = handler;
    exchanges.set(this.#number, this);
  }
  get number() { return this.#number; }

  start(head, body, length) {
    if (body === null) return this.#open(head, length === 0 || expectsBody.has(head.method) ? 'whole' : 'none');
    if (length === undefined || length > window) {
      this.#open({ ...head, length }, 'stream');
      return this.#stream(body, length);
    }
    return this.#collect(body, length).then((bytes) => bytes && this.#open(head, 'whole', bytes));
  }
  #open(head, body, bytes) {
    if (this.#done) return;
    this.#send({ do: 'open', ...head, body }, bytes);
    this.#wait(true);
  }
  #send(message, bytes) { send(topics.network, this.#number, JSON.stringify(message), bytes); }
  #wait(waits) {
    if (waits !== this.#waits) expect(waits ? 1 : -1);
    this.#waits = waits;
  }

  async #collect(body, length) {
    const bytes = new Uint8Array(length);
    let size = 0;
    for await (const chunk of bytesOf(body)) {
      if (size + chunk.byteLength > length) return this.fail(new errors.RequestContentLengthMismatchError());
      bytes.set(chunk, size);
      size += chunk.byteLength;
    }
    return size === length ? bytes : this.fail(new errors.RequestContentLengthMismatchError());
  }
  async #stream(body, length) {
    let size = 0;
    for await (const chunk of bytesOf(body)) {
      size += chunk.byteLength;
      if (length !== undefined && size > length) return this.stop(new errors.RequestContentLengthMismatchError());
      for (let at = 0; at < chunk.byteLength;) {
        if (this.#room === 0) await new Promise((resolve) => { this.#roomWaiter = resolve; });
        if (this.#done) return;
        const part = chunk.subarray(at, at + Math.min(this.#room, piece));
        this.#room -= part.byteLength;
        at += part.byteLength;
        this.#send({ do: 'body' }, part);
      }
    }
    if (this.#done) return;
    if (length !== undefined && size !== length) return this.stop(new errors.RequestContentLengthMismatchError());
    this.#send({ do: 'body', last: true });
  }

  // The reader wants more.
  read = () => {
    if (this.#done) return;
    this.#wait(true);
    if (this.#credit > window / 2) return;
    this.#credit += this.#unread;
    this.#send({ do: 'read', bytes: this.#unread });
    this.#unread = 0;
  };
  hear({ is, ...message }, bytes) {
    if (is === 'response') {
      this.#wait(false);
      const raw = [];
      for (const [name, value] of message.headers) raw.push(Buffer.from(name, 'latin1'), Buffer.from(value, 'latin1'));
      this.#handler.onHeaders(message.status, raw, this.read, message.text);
    } else if (is === 'body') {
      this.#wait(false);
      this.#credit -= bytes.byteLength;
      this.#unread += bytes.byteLength;
      this.#handler.onData(bytes);
    } else if (is === 'more') {
      this.#room += message.bytes;
      this.#wake();
    } else if (is === 'end') {
      this.#close();
      this.#handler.onComplete([]);
    } else if (is === 'failed') {
      this.fail(message.denied ? refusal(message.message) : failureOf(message));
    }
  }
  #wake() {
    this.#roomWaiter?.();
    this.#roomWaiter = undefined;
  }
  #close() {
    this.#done = true;
    exchanges.delete(this.#number);
    this.#wait(false);
    this.#wake();
  }
  fail(error) {
    if (this.#done) return;
    this.#close();
    this.#handler.onError(error);
  }
  stop = (error) => {
    if (this.#done) return;
    this.#send({ do: 'stop' });
    this.fail(error ?? new errors.RequestAbortedError());
  };
}

export const makeExchange = (handler) => new Exchange(handler);

listen(topics.network, (number, json, bytes) => {
  exchanges.get(number)?.hear(JSON.parse(json), bytes);
});

// By which undici's fetch stops and reads what it dispatched.
class Controller {
  aborted = false;
  exchange;
  rawHeaders = [];

  answer(handler, status, raw, read, text) {
    this.rawHeaders = raw;
    this.resume = read;
    handler.onResponseStart(this, status, {}, text);
  }
  abort(reason) {
    this.aborted = true;
    this.exchange.stop(reason);
  }
  // The exchange sends no more than was asked for.
  pause() {}
  resume() {}
}

// One for each fetch, so that the broker can tell a redirect's exchange from a request of its own.
export class Dispatcher {
  isMockActive = false;
  #last;

  dispatch({ path, origin, method, body, headers }, handler) {
    const controller = new Controller();
    const exchange = new Exchange({
      onHeaders: (status, raw, read, text) => controller.answer(handler, status, raw, read, text),
      onData: (bytes) => handler.onResponseData(controller, bytes),
      onComplete: () => handler.onResponseEnd(controller, {}),
      onError: (error) => handler.onResponseError(controller, error) });
    const follows = this.#last;
    this.#last = exchange.number;
    controller.exchange = exchange;
    handler.onRequestStart(controller, {});
    queueMicrotask(() => {
      try {
        const list = Object.entries(headers).filter(([name]) => name !== 'content-length');
        checkHeaders(list);
        const length = headers['content-length'] === undefined ? undefined : parseInt(headers['content-length'], 10);
        const head = { method, url: origin + path, headers: list, follows };
        Promise.resolve(exchange.start(head, body, length)).catch(exchange.stop);
      } catch (error) {
        exchange.fail(error);
      }
    });
    return true;
  }
}
