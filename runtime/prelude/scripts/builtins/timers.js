// Node's `timers`.
const later = (start, stop) => (delay, value, options) => new Promise((resolve, reject) => {
  const { signal } = options ?? {};
  const abort = () => {
    stop(timer);
    reject(Object.assign(new Error('The operation was aborted', { cause: signal.reason }), { name: 'AbortError', code: 'ABORT_ERR' }));
  };
  if (signal?.aborted) { queueMicrotask(abort); }
  const timer = start(() => { signal?.removeEventListener('abort', abort); resolve(value); }, delay);
  signal?.addEventListener('abort', abort, { once: true });
});
const wait = later(setTimeout, clearTimeout);
const immediately = later((callback) => setImmediate(callback), clearImmediate);

export const promises = { setTimeout: wait, setImmediate: (value, options) => immediately(0, value, options),
  async *setInterval(delay, value, options) { for (;;) yield await wait(delay, value, options); },
  scheduler: { wait: (delay, options) => wait(delay, undefined, options), yield: () => immediately(0) } };
export const module = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate, promises };
