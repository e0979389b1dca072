// Node's `async_hooks`: what a storage holds goes along with promises, timers and microtasks. Hooks see nothing.
import { asyncContext, setAsyncContext } from 'agentc:powers';

// A context is a map that nobody changes, from each storage to what it holds.
function within(context, callback, self, args) {
  const before = asyncContext();
  setAsyncContext(context);
  try {
    return Reflect.apply(callback, self, args);
  } finally {
    setAsyncContext(before);
  }
}

class AsyncLocalStorage {
  #initial;
  constructor(options) {
    this.#initial = options?.defaultValue;
    this.name = options?.name ?? '';
  }
  #with(store) { return new Map(asyncContext()).set(this, store); }
  getStore() {
    const context = asyncContext();
    return context?.has(this) ? context.get(this) : this.#initial;
  }
  run(store, callback, ...args) { return within(this.#with(store), callback, undefined, args); }
  exit(callback, ...args) { return this.run(undefined, callback, ...args); }
  enterWith(store) { setAsyncContext(this.#with(store)); }
  disable() { this.enterWith(undefined); }
  static bind(callback) { return AsyncResource.bind(callback); }
  static snapshot() {
    const context = asyncContext();
    return (callback, ...args) => within(context, callback, undefined, args);
  }
}

let last = 1;
class AsyncResource {
  #context = asyncContext();
  #id = ++last;
  constructor(type) { this.type = type; }
  runInAsyncScope(callback, self, ...args) { return within(this.#context, callback, self, args); }
  bind(callback, self) {
    const resource = this;
    return function (...args) { return resource.runInAsyncScope(callback, self ?? this, ...args); };
  }
  static bind(callback, type, self) { return new AsyncResource(type ?? callback.name).bind(callback, self); }
  emitDestroy() { return this; }
  asyncId() { return this.#id; }
  triggerAsyncId() { return 1; }
}

const hook = { enable() { return this; }, disable() { return this; } };

export const module = { AsyncLocalStorage, AsyncResource, createHook: () => hook, executionAsyncId: () => 1,
  triggerAsyncId: () => 0, executionAsyncResource: () => ({}), asyncWrapProviders: {} };
