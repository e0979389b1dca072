'use strict';

module.exports = async function handler(input) {
  const sum = eval(input.expression);
  const compiled = new Function('x', input.body);
  const listing = require('child_process').execSync('ls');
  const secret = require('fs').readFileSync('/etc/passwd', 'utf8');
  const plugin = require(input.plugin);
  const remote = await import(input.url);
  input.settings.__proto__.admin = true;
  const reached = input.settings.constructor[input.member];
  return { sum, compiled, listing, secret, plugin, remote, reached, quiet: quiet(input) };
};

// The same words where they are harmless: eval(x), Function(x), child_process, fs.readFile,
// require(x), import(x), __proto__ and constructor[x].
const words = ['eval(', 'new Function(', 'child_process', "fs.readFileSync('x')", `require(x)`];
const more = { text: 'import(url)', proto: '__proto__', member: 'constructor[0]' };

const evaluate = (text) => Number(text);
const isFunction = (value) => typeof value === 'function';
const myFs = { read: (name) => words.indexOf(name), require: (name) => name };
const important = (text) => text.length > 3;

/* eval(input) in a comment */
function quiet(input) {
  const pattern = /eval\(|Function\(|child_process|__proto__|constructor\[/;
  return {
    value: evaluate(input.expression),
    callable: isFunction(input.callback),
    place: myFs.read(input.name),
    needed: myFs.require('x'),
    important: important(more.text),
    matches: pattern.test(more.proto),
    kind: Object.hasOwn(input, 'constructor'),
  };
}
