import { probe } from 'probe';
import { double, triple } from './tools.js';
const add = (x, y) => x + y;
const adder = (x) => (y) => x + y;
function greet(who = 'you', ...more) {
  return `hi ${who}${more.length}`;
}
function factorial(n) {
  return n <= 1 ? 1 : n * factorial(n - 1);
}
function make({ name, size = 1 }) {
  return { name, size, describe: () => `${name} of ${size}` };
}
const speaker = {
  word: 'woof',
  speak() {
    return this.word + '!';
  },
};

probe('call', add(1, 2));
probe('imported call', triple(double(2)));
probe('currying', adder(2)(3));
probe('default parameter', greet());
probe('rest parameter', greet('me', 1, 2));
probe('recursion', factorial(5));
probe('returned object', make({ name: 'box' }));
probe('returned function', make({ name: 'bag', size: 2 }).describe());
probe('method with this', speaker.speak());
probe('immediate', (() => 'now')());
probe('apply', Math.max.apply(null, [1, 2]) && add.apply(null, [4, 5]));
probe('bind', add.bind(null, 10)(1));
probe('callback', [3, 4].map(double));
probe('spread call', add(...[6, 7]));
