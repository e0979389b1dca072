// https://dom.spec.whatwg.org/#aborting-ongoing-activities
import { startTimer } from 'agentc:powers';
import { Event, EventTarget, defineHandler, dispatch } from './events.js';

const signals = new WeakMap();   // signal → { aborted, reason, sources, dependents }
const stateOf = (signal) => {
  const state = signals.get(signal);
  if (!state) throw Object.assign(new TypeError('Value of "this" must be of type AbortSignal'), { code: 'ERR_INVALID_THIS' });
  return state;
};
const aborted = () => new DOMException('This operation was aborted', 'AbortError');

let mayConstruct = false;
function newSignal() {
  mayConstruct = true;
  try { return new AbortSignal(); } finally { mayConstruct = false; }
}

function abort(signal, reason) {
  const state = stateOf(signal);
  if (state.aborted) return;
  const dependents = [...state.dependents].filter((each) => !stateOf(each).aborted);
  Object.assign(state, { aborted: true, reason });
  // All are aborted before the first listener hears of it.
  for (const each of dependents) Object.assign(stateOf(each), { aborted: true, reason });
  for (const each of [signal, ...dependents]) dispatch(each, new Event('abort'), true);
}

export class AbortSignal extends EventTarget {
  constructor() {
    if (!mayConstruct) throw Object.assign(new TypeError('Illegal constructor'), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    super();
    signals.set(this, { aborted: false, reason: undefined, sources: new Set(), dependents: new Set() });
  }
  static abort(reason = aborted()) {
    const signal = newSignal();
    Object.assign(stateOf(signal), { aborted: true, reason });
    return signal;
  }
  static timeout(delay) {
    if (typeof delay !== 'number')
      throw Object.assign(new TypeError('The "delay" argument must be of type number'), { code: 'ERR_INVALID_ARG_TYPE' });
    if (!(delay >= 0 && delay <= Number.MAX_SAFE_INTEGER))
      throw Object.assign(new RangeError('The value of "delay" is out of range'), { code: 'ERR_OUT_OF_RANGE' });
    const signal = newSignal();
    startTimer(() => abort(signal, new DOMException('The operation was aborted due to timeout', 'TimeoutError')), delay, [], false);
    return signal;
  }
  static any(given) {
    const signal = newSignal(), state = stateOf(signal);
    const all = [...given];
    for (const each of all) {
      if (!signals.has(each)) throw Object.assign(
        new TypeError('The "signals" argument must be a list of AbortSignal'), { code: 'ERR_INVALID_ARG_TYPE' });
      const { aborted, reason } = stateOf(each);
      if (aborted) return Object.assign(state, { aborted, reason }), signal;
    }
    for (const each of all)
      for (const source of stateOf(each).sources.size > 0 ? stateOf(each).sources : [each]) {
        state.sources.add(source);
        stateOf(source).dependents.add(signal);
      }
    return signal;
  }
  get aborted() { return stateOf(this).aborted; }
  get reason() { return stateOf(this).reason; }
  throwIfAborted() { if (this.aborted) throw this.reason; }
}
defineHandler(AbortSignal.prototype, 'abort');

export class AbortController {
  #signal = newSignal();
  get signal() { return this.#signal; }
  abort(reason = aborted()) { abort(this.#signal, reason); }
}
for (const [tag, type] of [['AbortSignal', AbortSignal], ['AbortController', AbortController]]) {
  for (const name of Object.getOwnPropertyNames(type.prototype))
    if (name !== 'constructor') Object.defineProperty(type.prototype, name, { enumerable: true });
  Object.defineProperty(type.prototype, Symbol.toStringTag, { value: tag, configurable: true });
}
