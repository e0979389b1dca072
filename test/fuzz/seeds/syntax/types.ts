4
interface I<T extends keyof U = string> { readonly [k: string]: T; new (): I<T>; m?(this: I<T>): asserts this is I<T> }
type C<T> = T extends infer U extends string ? `a${U}` : never;
abstract class A<T> implements I<T> { private constructor(public x: number, readonly y?: T) { super() } declare z: unique symbol; protected abstract m(): void; override n!: T }
let v = <const>[1], w = v as unknown satisfies any, u = w!.x!;
function o(a: string): void;
function o(a?: any) { return a }
export type { I }; import type X, { type Y } from './x'; import q = require('r');
enum E { A = 1, B = A << 1 } declare module 'm' { } namespace N.M { export const a = 1 }
let g = f<string>(1), k = a < b > (c);
