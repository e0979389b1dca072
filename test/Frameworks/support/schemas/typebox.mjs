import {Type} from '@sinclair/typebox';
export const library = 'typebox';
const Base = Type.Object({a: Type.String(), b: Type.Optional(Type.Number())});
export const a1 = Type.String({minLength: 2, description: 'two'});
export const a2 = Type.Integer({minimum: 1});
export const a3 = Type.Object({a: Type.String(), b: Type.Optional(Type.Null())}, {additionalProperties: false});
export const a4 = Type.Array(Type.Number(), {minItems: 1});
export const a5 = Type.Union([Type.Literal('a'), Type.Literal(1), Type.Null()]);
export const a6 = Type.Record(Type.String(), Type.String());
export const a7 = Type.Tuple([Type.Number(), Type.Number(), Type.Number()]);
export const a8 = Type.Intersect([Base, Type.Object({c: Type.Boolean()})]);
export const a9 = Type.Enum({A: 'a', B: 1});
export const a10 = Type.Partial(Base);
export const a11 = Type.Pick(Base, ['b']);
export const a12 = Type.Omit(Base, ['a']);
export const a13 = Type.Unsafe({type: 'string', enum: ['a', 'abc']});
export const a14 = Type.KeyOf(Base);
export const a15 = Type.Required(Base);
export const a16 = Type.Object({a: Type.Readonly(Type.String()), list: Type.Array(Base)});
export const a17 = Type.Boolean({default: true});
export const a18 = Type.Never();
export const samples = [
  { a: 'x', b: 5 },
  { a: 'x', c: true },
  { a: 'x', z: 1 },
  { b: 5 },
  { a: 'x', list: [{ a: 'q' }] },
  { a: 'x', list: [{}] },
  'b',
];
