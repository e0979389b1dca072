// Node's `assert` as far as undici's fetch uses it.
function assert(value, message) {
  if (!value) throw new Error(typeof message === 'string' ? message : 'the expression evaluated to a falsy value');
}
assert.strictEqual = (value, other) => assert(Object.is(value, other));
assert.notStrictEqual = (value, other) => assert(!Object.is(value, other));
module.exports = assert;
