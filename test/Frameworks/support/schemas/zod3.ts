import {z} from 'zod/v3';

export const a1 = z.object({city: z.string().describe('The city'), unit: z.enum(['c', 'f']).default('c')});
export const a2 = z.object({n: z.number().int().min(1).max(10).optional().describe('count')});
export const a3 = z.object({list: z.array(z.object({id: z.string().uuid(), when: z.string().datetime().nullable()})).nonempty()});
export const a4 = z.union([z.string().email(), z.string().url(), z.literal(false)]);
export const a5 = z.discriminatedUnion('kind', [z.object({kind: z.literal('x'), x: z.number()}), z.object({kind: z.literal('y')})]);
export const a6 = z.record(z.string(), z.any());
export const a7 = z.object({a: z.string()}).strict().extend({b: z.coerce.number()}).partial({a: true});
export const a8 = z.object({a: z.string()}).passthrough();
export const a9 = z.string().trim().min(1).max(80).regex(/^[a-z]+$/i, 'lower case');
export const a10 = z.object({a: z.date().optional()});
export const a11 = z.string().transform((s) => s.trim()).pipe(z.string().min(2));
enum Level { Low = 1, High = 2 }
export const a12 = z.nativeEnum(Level);
enum Color { Red = 'red', Green = 'green' }
export const a13 = z.object({color: z.nativeEnum(Color).nullish(), other: z.nativeEnum({A: 'a', B: 'b'} as const)});
export const a14 = z.tuple([z.string(), z.number()]).rest(z.boolean());
type Tree = {name: string, kids: Tree[]};
export const a15: z.ZodType<Tree> = z.lazy(() => z.object({name: z.string(), kids: z.array(a15)}));
export const a16 = z.object({a: z.string()}).and(z.object({b: z.string()}));
export const a17 = z.object({a: z.string().optional().default('x'), b: z.boolean().optional().nullable()});
export const a18 = z.string().cuid2().or(z.string().ulid()).or(z.string().nanoid());
export const a19 = z.object({a: z.number().positive().finite().multipleOf(0.5), b: z.number().nonnegative().lt(10)}).readonly();
export const a20 = z.object({a: z.string()}).refine((v) => v.a !== 'b', {message: 'not b', path: ['a']});
export const a21 = z.array(z.string().min(1, {message: 'empty'}), {invalid_type_error: 'no list'}).max(5);
export const a22 = z.object({q: z.string().brand<'Query'>(), set: z.set(z.string()).optional()});
