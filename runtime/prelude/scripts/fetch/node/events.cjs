// Node's `events` as far as undici's fetch uses it.
const { queueMicrotask } = require('agentc:powers');

class EventEmitter {
  #listeners = new Map();
  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }
  off(name, listener) {
    this.#listeners.set(name, (this.#listeners.get(name) ?? []).filter((each) => each !== listener));
    return this;
  }
  once(name, listener) {
    const once = (...values) => {
      this.off(name, once);
      listener.apply(this, values);
    };
    return this.on(name, once);
  }
  emit(name, ...values) {
    const listeners = this.#listeners.get(name) ?? [];
    for (const listener of listeners) listener.apply(this, values);
    return listeners.length > 0;
  }
  setMaxListeners() { return this; }
}
EventEmitter.EventEmitter = EventEmitter;
EventEmitter.defaultMaxListeners = 10;
EventEmitter.addAbortListener = (signal, listener) => {
  if (signal.aborted) queueMicrotask(listener);
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
};
module.exports = EventEmitter;
