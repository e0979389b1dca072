// Runs one test in a global object of its own: `host` has what the test cannot make for itself. CommonJS, the same for Node and sandbox.
// Answers {} or what was thrown; a promise of that for tests that end later.
module.exports = ({ waits, isModule, harness }, { load, open, transfer }) => {
  const define = (name, value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  const nameOf = (error) => (typeof error === 'object' && error !== null ? `${error.constructor && error.constructor.name}` : `${typeof error}`);
  const answerOf = (error) => ({ thrown: nameOf(error), why: `${(typeof error === 'object' && error !== null && error.message) || (typeof error === 'symbol' ? 'symbol' : error)}`.slice(0, 300) });
  const OwnPromise = Promise, then = Promise.prototype.then;
  let told;
  const done = new OwnPromise((resolve) => { told = resolve; });
  define('print', (text) => told(text === 'Test262:AsyncTestComplete' ? {} : { thrown: /: (\w+):/.exec(text) ? /: (\w+):/.exec(text)[1] : 'string', why: `${text}`.slice(0, 300) }));
  define('$262', { global: globalThis, detachArrayBuffer: (buffer) => { transfer(buffer); return null; },
    gc() { throw new Error('there is no call for a garbage collection'); } });
  try {
    for (const name of harness) load(name);
  } catch (error) {
    return { thrown: 'harness', why: answerOf(error).why };
  }
  try {
    if (!isModule) {
      open();
      return waits ? done : {};
    }
    return new OwnPromise((resolve) => {
      then.call(open(), () => (waits ? then.call(done, resolve) : resolve({})), (error) => resolve(answerOf(error)));
    });
  } catch (error) {
    return answerOf(error);
  }
};
