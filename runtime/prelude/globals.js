function install() {
  define(globalThis, 'console', console);
  define(globalThis, 'global', globalThis);
  const functions = {
    setTimeout: (callback, delay, ...args) => startTimer(callback, delay, args, false),
    setInterval: (callback, delay, ...args) => startTimer(callback, delay, args, true),
    setImmediate: (callback, ...args) => startTimer(callback, 0, args, false, 0),
    clearTimeout: (handle) => stopTimer(handle),
    clearInterval: (handle) => stopTimer(handle),
    clearImmediate: (handle) => stopTimer(handle),
  };
  for (const name of ownKeys(functions)) define(globalThis, name, functions[name]);
  define(globalThis, 'queueMicrotask', queueMicrotask);
  define(globalThis, 'crypto', crypto);
  define(Math, 'random', host.random);
  for (const name of ownKeys(lightfast)) define(globalThis, name, lightfast[name]);
  const lazy = ownKeys(scriptOfGlobal);
  for (let i = 0; i < lazy.length; ++i) defineLazily(lazy[i], scriptOfGlobal[lazy[i]]);
  delete globalThis.SharedArrayBuffer;
  delete globalThis.WebAssembly;
}
install();

return freeze([load, ready, call, turn, receive, importDynamically, exercise, rehearse,
  describeModule]);
