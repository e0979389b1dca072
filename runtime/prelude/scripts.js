// Scripts: what most bundles go without, each evaluated when it is first needed. They are ordinary code with no more power
// than the bundle's own; what they need of the sandbox they import from `agentc:powers`, each other from `agentc:NAME`.
const powers = freeze(record({ ask: unlessTrial(host.ask), assetNames: () => assetNames, assetOf: host.bytesOf, asyncContext: host.asyncContext, builtinModules: freeze(builtinModules), compression: freeze(host.compression), denial, detach: host.detach,
  endCall, expect: host.expect, fileGrants: () => image.files, fillRandom: host.fillRandom, isCalling: () => calling, lacking, listen, log: host.log, mistake,
  noteDefinition, noteFile: (path) => observe('files', path), now: host.now, queueMicrotask, openssl: freeze(host.openssl), requireFrom: (path) => requireFor(path), runCallback,
  send: unlessTrial(host.send), setAsyncContext: host.setAsyncContext, startTimer, stopTimer, topics: freeze(topics),
  webcrypto: crypto, writeLog: write }));

// For what would end Node's process: ends the call, or what is left of the load. Answers an error to throw.
const exits = new WeakSet();
function endCall(what) {
  const error = lacking(what, denial(`\`${what}\` ended ${calling ? 'the call' : 'the loading of the bundle'}`));
  weakAdd(exits, error);
  if (calling) settle('threw', describe(error));
  return error;
}
const evaluated = create(null);   // name of a script → its module

function script(name) {
  let module = evaluated[name];
  if (!module) {
    module = evaluated[name] = record({ exports: undefined, run: host.compileScript(name) });
    // On an exhausted stack, for example; it may do better the next time.
    try {
      apply(module.run, undefined, [undefined, importOfScript, module]);
    } catch (error) {
      evaluated[name] = undefined;
      throw error;
    }
  }
  return module.exports;
}

// For the build, which keeps compiled what a script's `exercise` runs; answers the script's function.
function exercise(name) {
  const { exercise } = script(name);
  if (exercise) exercise();
  return evaluated[name].run;
}

const importOfScript = (name) => (name === 'agentc:powers' ? powers : script(slice(name, 7)));

// A global of a script: what stands there until it is first looked at, or replaced.
function defineLazily(name, scriptName) {
  defineProperty(globalThis, name, { __proto__: null, enumerable: false, configurable: true,
    get() {
      const value = script(scriptName).globalNamed(name);
      // esbuild numbers names that it finds in several files.
      if (typeof value === 'function') defineProperty(value, 'name', { __proto__: null, value: name, configurable: true });
      define(globalThis, name, value);
      return value;
    },
    set(value) { define(globalThis, name, value); } });
}
