import {type} from 'arktype';
export const library = 'arktype';
const base = type({a: 'string', 'b?': 'number'});
export const a1 = type('string');
export const a2 = type('number.integer > 0');
export const a3 = type({a: 'string', 'b?': 'number | null'});
export const a4 = type('string[]');
export const a5 = type("'a' | 'abc' | null");
export const a6 = type('0 < number <= 2.5');
export const a7 = type('string >= 3');
export const a8 = type('string < 3');
export const a9 = type('string.email');
export const a10 = type({a: 'string', inner: {c: 'boolean', 'd?': 'string[] | null'}});
export const a11 = type({list: base.array()});
export const a12 = type("1 | 7 | 'x@y.zz'");
export const a13 = type({a: base.describe('a base')});
export const a14 = type('unknown');
export const samples = [
  { a: 'x', b: 5 },
  { a: 'x', b: null },
  { a: 'x', b: 'q' },
  { a: 'x', inner: { c: true } },
  { a: 'x', inner: { c: true, d: null } },
  { a: 'x', inner: {} },
  { list: [{ a: 'q' }] },
  { list: [{}] },
  { a: { a: 'x' } },
  'ab',
  3,
];
