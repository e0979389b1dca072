import { probe } from 'probe';
let total = 0;
for (const x of [1, 2, 3]) total += x;
function sum(values) {
  let result = 0;
  for (let i = 0; i < values.length; i++) result += values[i];
  return result;
}
function classify(n) {
  switch (n) {
    case 1:
      return 'one';
    case 2:
      return 'two';
    default:
      return 'many';
  }
}
function collect(object) {
  const out = [];
  for (const [key, value] of Object.entries(object)) out.push(`${key}=${value}`);
  return out;
}
const early = (x) => {
  if (!x) return 'nothing';
  try {
    return 'some';
  } finally {
    String(x);
  }
};
const table = { go: (x) => x + 1, stop: () => null };

probe('loop in a function', sum([1, 2, 3, 4]));
probe('switch', classify(2));
probe('switch default', classify(9));
probe('entries loop', collect({ a: 1, b: 2 }));
probe('early return', early(0));
probe('ternary chain', ((n) => (n < 0 ? 'neg' : n > 0 ? 'pos' : 'zero'))(5));
probe('table of functions', table['g' + 'o'](1));
probe('typeof', typeof 'x');
probe('void', void 0);
probe('comma', (1, 2));
