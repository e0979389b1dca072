function install() {
  define(globalThis, 'console', console);
  define(globalThis, 'setTimeout', (callback, delay, ...args) => startTimer(callback, delay, args, false));
  define(globalThis, 'setInterval', (callback, delay, ...args) => startTimer(callback, delay, args, true));
  define(globalThis, 'clearTimeout', stopTimer);
  define(globalThis, 'clearInterval', stopTimer);
  define(globalThis, 'queueMicrotask', queueMicrotask);
  define(globalThis, 'fetch', fetch);
  define(globalThis, 'crypto', crypto);
  define(Math, 'random', host.random);
  for (const module of [baseAgentModule, lightfast])
    for (const name of ownKeys(module)) define(globalThis, name, module[name]);
  const lazy = ownKeys(scriptOfGlobal);
  for (let i = 0; i < lazy.length; ++i) defineLazily(lazy[i], scriptOfGlobal[lazy[i]]);
  delete globalThis.SharedArrayBuffer;
  delete globalThis.WebAssembly;
}
install();

return freeze([load, ready, call, turn, receive, importDynamically, exercise]);
