#!/usr/bin/env node
// What ECMAScript has had since test262-parser-tests was made, one form at least of each.
export * as everything from './other.mjs';
export { default as 'any name' } from './other.mjs';
import { 'any name' as named } from './other.mjs';
const place = import.meta.url, later = await import(`${place}/x.mjs`);
class Account extends (named ?? Object) {
  static #opened = 0n;
  static last;
  #sum = 1_000;
  ['computed field'] = this;
  'quoted' = async () => await 0;
  static { Account.last = this.#opened++; }
  get #secret() { return this.#sum; }
  set #secret(value) { this.#sum ||= value; }
  static async *#all() { yield* []; for await (const one of later) yield one; }
  static isOne(other) { return #sum in other && !(#secret in other); }
  take(amount) { return this?.#sum.toFixed?.(2)?.[amount] ?? super.take?.(...[amount,]); }
}
const { a, ...rest } = { ...named, a: 0b1010_0101n, async *b() {}, get: 1, set: 2, static: 3, async: 4 };
let c; c ??= a; c &&= rest; c **= 2;
try { (async x => { for await (x of [x]) ; })(); } catch { a?.b.c(1)?.[2](`${c}`); }
/(?<year>\d{4})-\k<year>(?<=x)(?<!y)\p{Script=Greek}./dsu.test(tag`\unicode and \xerxes ${c}`);
label: for (const [d = 1, , ...e] of [[0x1_f, 1e1_0]]) continue label;
