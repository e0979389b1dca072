/** What programs and tests have beside the language. */
const made = (make: (...given: any[]) => any) => ({ make });

export const globals: [string, any][] = [
  ['Array', { from: Array.from, isArray: Array.isArray, of: Array.of }],
  ['Boolean', (value: any) => Boolean(value)],
  ['Error', made((message) => new Error(message))],
  ['Infinity', Infinity],
  ['JSON', { parse: JSON.parse, stringify: JSON.stringify }],
  ['Map', made((entries) => new Map(entries))],
  ['Math', { abs: Math.abs, ceil: Math.ceil, floor: Math.floor, max: Math.max, min: Math.min, pow: Math.pow, round: Math.round, sign: Math.sign, sqrt: Math.sqrt, trunc: Math.trunc }],
  ['NaN', NaN],
  ['Number', (value: any) => Number(value)],
  ['Object', { assign: Object.assign, entries: Object.entries, freeze: Object.freeze, fromEntries: Object.fromEntries, keys: Object.keys, values: Object.values }],
  ['RangeError', made((message) => new RangeError(message))],
  ['Set', made((values) => new Set(values))],
  ['String', (value: any) => String(value)],
  ['TypeError', made((message) => new TypeError(message))],
  ['isNaN', (value: any) => Number.isNaN(Number(value))],
  ['parseFloat', (text: any) => Number.parseFloat(text)],
  ['parseInt', (text: any, base?: number) => Number.parseInt(text, base)],
];

const same = (left: any, right: any) => JSON.stringify(left) === JSON.stringify(right) && typeof left === typeof right;
const shown = (value: any) => (typeof value === 'function' ? 'a function' : JSON.stringify(value) ?? String(value));

export const assert = {
  ok(value: any, message?: string) {
    if (!value) throw new Error(message ?? `AssertionError: ${shown(value)} is not true`);
  },
  equal(actual: any, expected: any) {
    if (!Object.is(actual, expected)) throw new Error(`AssertionError: ${shown(actual)} is not ${shown(expected)}`);
  },
  deepEqual(actual: any, expected: any) {
    if (!same(actual, expected)) throw new Error(`AssertionError: ${shown(actual)} is not ${shown(expected)}`);
  },
  throws(call: () => any) {
    try {
      call();
    } catch {
      return;
    }
    throw new Error('AssertionError: nothing was thrown');
  },
};

/** Numbers for tests of properties, the same in each run. */
export function* integers(count: number): Generator<number> {
  for (let at = 0, state = 1; at < count; at++) {
    yield [0, 1, -1, 2147483647][at] ?? (state % 2001) - 1000;
    state = (state * 48271) % 2147483647;
  }
}
