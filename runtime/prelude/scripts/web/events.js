// https://dom.spec.whatwg.org/#events without a tree of nodes, as Node has them. Own code: the packages of npm take the
// place of globals when they are loaded, and none is kept up.
import { queueMicrotask } from 'agentc:powers';

const states = new WeakMap();   // event → its flags
const stateOf = (event) => {
  const state = states.get(event);
  if (!state) throw new TypeError('Illegal invocation');
  return state;
};

export class Event {
  static NONE = 0;
  static CAPTURING_PHASE = 1;
  static AT_TARGET = 2;
  static BUBBLING_PHASE = 3;
  constructor(type, options) {
    if (arguments.length === 0) throw new TypeError('The "type" argument must be specified');
    const { bubbles = false, cancelable = false, composed = false } = options ?? {};
    states.set(this, { type: `${type}`, bubbles: !!bubbles, cancelable: !!cancelable, composed: !!composed, target: null,
      phase: 0, canceled: false, stopped: false, passive: false, trusted: false, time: performance.now() });
  }
  get type() { return stateOf(this).type; }
  get target() { return stateOf(this).target; }
  get srcElement() { return stateOf(this).target; }
  get currentTarget() { return stateOf(this).phase === 0 ? null : stateOf(this).target; }
  get eventPhase() { return stateOf(this).phase; }
  get bubbles() { return stateOf(this).bubbles; }
  get cancelable() { return stateOf(this).cancelable; }
  get composed() { return stateOf(this).composed; }
  get defaultPrevented() { return stateOf(this).canceled; }
  get returnValue() { return !stateOf(this).canceled; }
  get timeStamp() { return stateOf(this).time; }
  get isTrusted() { return stateOf(this).trusted; }
  get cancelBubble() { return false; }
  composedPath() { return this.currentTarget ? [this.currentTarget] : []; }
  preventDefault() {
    const state = stateOf(this);
    if (state.cancelable && !state.passive) state.canceled = true;
  }
  stopPropagation() {}
  stopImmediatePropagation() { stateOf(this).stopped = true; }
}
Object.defineProperty(Event.prototype, Symbol.toStringTag, { value: 'Event', configurable: true });

export class CustomEvent extends Event {
  #detail;
  constructor(type, options) {
    super(type, options);
    this.#detail = options?.detail ?? null;
  }
  get detail() { return this.#detail; }
}
Object.defineProperty(CustomEvent.prototype, Symbol.toStringTag, { value: 'CustomEvent', configurable: true });

const listenersOf = new WeakMap();   // target → list of listeners
const known = (target) => {
  let listeners = listenersOf.get(target);
  if (!listeners) {
    if (!(target instanceof EventTarget)) throw new TypeError('Illegal invocation');
    listenersOf.set(target, listeners = []);
  }
  return listeners;
};
const capturing = (options) => (typeof options === 'boolean' ? options : !!options?.capture);

// As an error that no listener may hide from the others.
const report = (error) => queueMicrotask(() => { throw error; });

export class EventTarget {
  addEventListener(type, callback, options) {
    const listeners = known(this), capture = capturing(options);
    if (callback === null || callback === undefined) return;
    if (typeof callback !== 'function' && typeof callback !== 'object')
      throw Object.assign(new TypeError('The "listener" argument must be an instance of EventListener'),
        { code: 'ERR_INVALID_ARG_TYPE' });
    const { once = false, passive = false, signal } = typeof options === 'object' && options !== null ? options : {};
    if (signal?.aborted) return;
    type = `${type}`;
    for (const each of listeners)
      if (each.type === type && each.callback === callback && each.capture === capture && !each.removed) return;
    const listener = { type, callback, capture, once: !!once, passive: !!passive, removed: false };
    listeners.push(listener);
    signal?.addEventListener('abort', () => drop(this, listener), { once: true });
  }
  removeEventListener(type, callback, options) {
    const capture = capturing(options);
    for (const each of known(this))
      if (each.type === `${type}` && each.callback === callback && each.capture === capture) return drop(this, each);
  }
  dispatchEvent(event) {
    if (!(event instanceof Event))
      throw Object.assign(new TypeError('The "event" argument must be an instance of Event'), { code: 'ERR_INVALID_ARG_TYPE' });
    if (stateOf(event).phase !== 0) throw new DOMException('The event is already being dispatched', 'InvalidStateError');
    dispatch(this, event, false);
    return !event.defaultPrevented;
  }
}
Object.defineProperty(EventTarget.prototype, Symbol.toStringTag, { value: 'EventTarget', configurable: true });

function drop(target, listener) {
  listener.removed = true;
  const listeners = known(target), at = listeners.indexOf(listener);
  if (at >= 0) listeners.splice(at, 1);
}

export function dispatch(target, event, trusted) {
  const state = stateOf(event);
  Object.assign(state, { target, phase: Event.AT_TARGET, trusted });
  for (const listener of known(target).slice()) {
    if (listener.type !== state.type || listener.removed) continue;
    if (listener.once) drop(target, listener);
    state.passive = listener.passive;
    try {
      const { callback } = listener;
      if (typeof callback === 'function') callback.call(target, event);
      else callback.handleEvent(event);
    } catch (error) {
      report(error);
    }
    state.passive = false;
    if (state.stopped) break;
  }
  Object.assign(state, { phase: 0, stopped: false });
}

// An attribute like `onabort`.
export function defineHandler(prototype, type) {
  const handlers = new WeakMap();   // target → { value, listener }
  Object.defineProperty(prototype, `on${type}`, { enumerable: true, configurable: true,
    get() { return handlers.get(this)?.value ?? null; },
    set(value) {
      const before = handlers.get(this);
      if (typeof value !== 'function') {
        if (before) this.removeEventListener(type, before.listener);
        handlers.delete(this);
      } else if (before) {
        before.value = value;
      } else {
        const handler = { value, listener: (event) => handler.value.call(this, event) };
        handlers.set(this, handler);
        this.addEventListener(type, handler.listener);
      }
    } });
}
for (const type of [Event, EventTarget, CustomEvent])
  for (const name of Object.getOwnPropertyNames(type.prototype))
    if (name !== 'constructor') Object.defineProperty(type.prototype, name, { enumerable: true });
