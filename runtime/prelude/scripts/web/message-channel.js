// https://html.spec.whatwg.org/multipage/web-messaging.html#message-channels within one call, as Node has them: ports are
// emitters too. Ports themselves cannot be transferred.
import { startTimer } from 'agentc:powers';
import { defineHandler, dispatch, Event, EventTarget } from './events.js';
import { structuredClone } from './structured-clone.js';

export class MessageEvent extends Event {
  #init;
  constructor(type, init = {}) {
    super(type, init);
    this.#init = init ?? {};
  }
  get data() { return this.#init.data ?? null; }
  get origin() { return this.#init.origin ?? ''; }
  get lastEventId() { return this.#init.lastEventId ?? ''; }
  get source() { return this.#init.source ?? null; }
  get ports() { return this.#init.ports ?? []; }
}
Object.defineProperty(MessageEvent.prototype, Symbol.toStringTag, { value: 'MessageEvent', configurable: true });

const making = Symbol();
const ports = new WeakMap();   // port → { other, queue, isStarted, isClosed, wrappers }
const stateOf = (port) => {
  if (!ports.has(port)) throw new TypeError('Illegal invocation');
  return ports.get(port);
};

// What waits when a port's turn comes is told in that turn.
function deliverLater(port) {
  const state = ports.get(port);
  if (!state.isStarted || state.isDelivering || state.queue.length === 0) return;
  state.isDelivering = true;
  startTimer(() => {
    state.isDelivering = false;
    for (let left = state.queue.length; left > 0 && state.queue.length > 0 && !state.isClosed; --left)
      dispatch(port, new MessageEvent('message', { data: state.queue.shift(), source: port }), true);
    deliverLater(port);
  }, 0, [], false, 0);
}

export class MessagePort extends EventTarget {
  constructor(key) {
    if (key !== making) throw Object.assign(new TypeError('Illegal constructor'), { code: 'ERR_CONSTRUCT_CALL_INVALID' });
    super();
    ports.set(this, { other: null, queue: [], isStarted: false, isClosed: false, isDelivering: false, wrappers: new Map() });
  }
  postMessage(message, options) {
    const { other } = stateOf(this);
    if (arguments.length === 0) throw new TypeError('The "message" argument must be specified');
    const data = structuredClone(message, Array.isArray(options) ? { transfer: options } : options);
    if (!other || ports.get(other).isClosed) return;
    ports.get(other).queue.push(data);
    deliverLater(other);
  }
  start() {
    stateOf(this).isStarted = true;
    deliverLater(this);
  }
  close(done) {
    const state = stateOf(this);
    if (done) this.once('close', done);
    for (const port of [this, state.other]) {
      if (!port || ports.get(port).isClosed) continue;
      ports.get(port).isClosed = true;
      startTimer(() => dispatch(port, new Event('close'), true), 0, [], false, 0);
    }
  }
  addEventListener(type, callback, options) {
    super.addEventListener(type, callback, options);
    if (type === 'message') this.start();
  }
  on(type, callback) {
    const wrapper = (event) => Reflect.apply(callback, this, type === 'message' ? [event.data] : []);
    stateOf(this).wrappers.set(callback, wrapper);
    this.addEventListener(type, wrapper);
    return this;
  }
  once(type, callback) {
    const wrapper = (event) => Reflect.apply(callback, this, type === 'message' ? [event.data] : []);
    stateOf(this).wrappers.set(callback, wrapper);
    this.addEventListener(type, wrapper, { once: true });
    return this;
  }
  off(type, callback) {
    this.removeEventListener(type, stateOf(this).wrappers.get(callback) ?? callback);
    return this;
  }
  ref() {}
  unref() {}
  hasRef() { return false; }
}
MessagePort.prototype.addListener = MessagePort.prototype.on;
MessagePort.prototype.removeListener = MessagePort.prototype.off;
Object.defineProperty(MessagePort.prototype, Symbol.toStringTag, { value: 'MessagePort', configurable: true });
defineHandler(MessagePort.prototype, 'message');
defineHandler(MessagePort.prototype, 'messageerror');
defineHandler(MessagePort.prototype, 'close');

export class MessageChannel {
  constructor() {
    const port1 = new MessagePort(making), port2 = new MessagePort(making);
    ports.get(port1).other = port2;
    ports.get(port2).other = port1;
    Object.assign(this, { port1, port2 });
  }
}

// Node's, of `worker_threads`.
export function receiveMessageOnPort(port) {
  const { queue } = stateOf(port);
  return queue.length > 0 ? { message: queue.shift() } : undefined;
}
