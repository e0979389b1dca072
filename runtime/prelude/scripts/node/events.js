// The package `events` with what Node has since added.
import EventEmitter from 'events';

const errorMonitor = Symbol('events.errorMonitor');
const captureRejectionSymbol = Symbol.for('nodejs.rejection');
const { emit, listenerCount } = EventEmitter.prototype;
const refused = (name, expected) =>
  Object.assign(new TypeError(`The "${name}" argument must be ${expected}`), { code: 'ERR_INVALID_ARG_TYPE' });
const aborted = (signal) =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' });

EventEmitter.prototype.emit = function (type, ...args) {
  if (type === 'error' && listenerCount.call(this, errorMonitor) > 0) emit.call(this, errorMonitor, ...args);
  return emit.call(this, type, ...args);
};
EventEmitter.prototype.listenerCount = function (type, listener) {
  return listener === undefined ? listenerCount.call(this, type)
    : this.rawListeners(type).filter((each) => each === listener || each.listener === listener).length;
};

const isTarget = (emitter) => typeof emitter?.addEventListener === 'function' && typeof emitter.on !== 'function';
function listen(emitter, type, listener, once) {
  if (isTarget(emitter)) emitter.addEventListener(type, listener, { once });
  else if (typeof emitter?.on === 'function') emitter[once ? 'once' : 'on'](type, listener);
  else throw refused('emitter', 'an instance of EventEmitter or EventTarget');
}
const unlisten = (emitter, type, listener) =>
  (isTarget(emitter) ? emitter.removeEventListener(type, listener) : emitter.off(type, listener));

function once(emitter, type, { signal } = {}) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const end = () => {
      unlisten(emitter, type, heard);
      if (!isTarget(emitter)) unlisten(emitter, 'error', failed);
      signal?.removeEventListener('abort', abort);
    };
    const heard = (...args) => { end(); resolve(args); };
    const failed = (error) => { end(); reject(error); };
    const abort = () => { end(); reject(aborted(signal)); };
    listen(emitter, type, heard, true);
    if (type !== 'error' && !isTarget(emitter)) listen(emitter, 'error', failed, true);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

function on(emitter, type, { signal, close = [] } = {}) {
  if (signal?.aborted) throw aborted(signal);
  const heard = [], waiting = [];
  let failure, isDone = false;
  const give = (args) => (waiting.length > 0 ? waiting.shift().resolve({ value: args, done: false }) : heard.push(args));
  const take = (...args) => give(args);
  const fail = (error) => {
    if (waiting.length > 0) waiting.shift().reject(error);
    else failure = { error };
    end();
  };
  const abort = () => fail(aborted(signal));
  function end() {
    isDone = true;
    unlisten(emitter, type, take);
    if (!isTarget(emitter)) unlisten(emitter, 'error', fail);
    for (const each of close) unlisten(emitter, each, end);
    signal?.removeEventListener('abort', abort);
    for (const each of waiting.splice(0)) each.resolve({ value: undefined, done: true });
    return Promise.resolve({ value: undefined, done: true });
  }
  listen(emitter, type, take, false);
  if (type !== 'error' && !isTarget(emitter)) listen(emitter, 'error', fail, false);
  for (const each of close) listen(emitter, each, end, false);
  signal?.addEventListener('abort', abort, { once: true });
  return {
    next() {
      if (heard.length > 0) return Promise.resolve({ value: heard.shift(), done: false });
      if (failure) {
        const { error } = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (isDone) return Promise.resolve({ value: undefined, done: true });
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    return: end,
    throw(error) { fail(error); return Promise.resolve({ value: undefined, done: true }); },
    [Symbol.asyncIterator]() { return this; },
  };
}

// A listener that gives a promise: its failure becomes an event.
function capturing(emitter, type, listener) {
  if (typeof listener !== 'function' || type === 'error') return listener;
  const wrapped = function (...args) {
    listener.apply(this, args)?.then?.(undefined, (error) => (typeof emitter[captureRejectionSymbol] === 'function'
      ? emitter[captureRejectionSymbol](error, type, ...args) : emitter.emit('error', error)));
  };
  wrapped.listener = listener;
  return wrapped;
}

function Emitter(options) {
  EventEmitter.call(this);
  if (!options?.captureRejections) return;
  const value = (type, listener) => EventEmitter.prototype.on.call(this, type, capturing(this, type, listener));
  for (const name of ['on', 'addListener'])
    Object.defineProperty(this, name, { value, writable: true, configurable: true });
}
Object.setPrototypeOf(Emitter, EventEmitter);
Emitter.prototype = EventEmitter.prototype;
Emitter.prototype.constructor = Emitter;

export const module = Object.assign(Emitter, {
  EventEmitter: Emitter, captureRejectionSymbol, captureRejections: false, errorMonitor, on, once,
  getEventListeners: (emitter, type) => (isTarget(emitter) ? [] : emitter.listeners(type)),
  getMaxListeners: (emitter) => (isTarget(emitter) ? 0 : emitter.getMaxListeners()),
  listenerCount: (emitter, type) => emitter.listenerCount(type),
  setMaxListeners: (count = EventEmitter.defaultMaxListeners, ...emitters) => {
    if (emitters.length === 0) EventEmitter.defaultMaxListeners = count;
    for (const each of emitters) if (!isTarget(each)) each.setMaxListeners?.(count);
  },
  addAbortListener: (signal, listener) => {
    if (signal.aborted) queueMicrotask(listener);
    else signal.addEventListener('abort', listener, { once: true });
    return { [Symbol.dispose ?? Symbol.for('Symbol.dispose')]: () => signal.removeEventListener('abort', listener) };
  },
});
Object.defineProperty(Emitter, 'name', { value: 'EventEmitter' });
