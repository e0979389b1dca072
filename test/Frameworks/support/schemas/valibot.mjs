import * as v from 'valibot';
export const library = 'valibot';
const Base = v.object({a: v.string(), b: v.optional(v.number())});
export const a1 = v.pipe(v.string(), v.minLength(2), v.maxLength(8), v.description('short'));
export const a2 = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5));
export const a3 = v.strictObject({a: v.string(), b: v.nullish(v.number())});
export const a4 = v.pipe(v.array(v.string()), v.nonEmpty());
export const a5 = v.union([v.literal('a'), v.number(), v.null()]);
export const a6 = v.record(v.string(), v.number());
export const a7 = v.tuple([v.number(), v.number()]);
export const a8 = v.intersect([Base, v.object({c: v.boolean()})]);
export const a9 = v.picklist(['a', 'abc']);
export const a10 = v.enum({A: 'a', B: 'b'});
export const a11 = v.partial(Base);
export const a12 = v.omit(Base, ['a']);
export const a13 = v.pick(Base, ['a']);
export const a14 = v.pipe(v.string(), v.email());
export const a15 = v.pipe(v.string(), v.url());
export const a16 = v.variant('k', [v.object({k: v.literal('a'), n: v.number()}), v.object({k: v.literal('b')})]);
export const a17 = v.object({a: v.optional(v.string(), 'x'), list: v.array(Base)});
export const a18 = v.pipe(v.string(), v.regex(/^a/), v.transform((s) => s.length));
export const a19 = v.nullable(v.string());
export const a20 = v.looseObject({a: v.any()});
export const a21 = v.strictTuple([v.string()]);
export const a22 = v.record(v.picklist(['a', 'b']), v.string());
export const a23 = v.pipe(
  v.string(),
  v.startsWith('ab'),
  v.check((s) => s !== 'abq'),
);
export const a24 = v.object({ tree: v.lazy(() => v.nullable(Base)) });
export const samples = [
  { a: 'x', b: 5 },
  { a: 'x', c: true },
  { a: 'x', z: 1 },
  { b: 5 },
  { list: [{ a: 'q' }] },
  { list: [{}] },
  'b',
  { k: 'a', n: 1 },
  { k: 'a' },
  { k: 'b' },
  { tree: null },
  { tree: { a: '' } },
  { a: 1, b: 2 },
  'abq',
];
