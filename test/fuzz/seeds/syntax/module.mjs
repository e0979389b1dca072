1import a, { b as c, default as d } from './x.js';
export * as ns from 'y';
export default class extends a { static { this.q = 1 } async *[`k`]() { for await (const { z = 1, ...r } of c) yield* r } get #p() { return a?.b?.[0] ?? 2n } }
label: for (let i = 0, j; i < 3; i++) { if (i) continue label; else break }
switch (d) { case 1: default: try { throw /a[/]b/giu } catch { debugger } finally { } }
await import('z', { with: { type: 'json' } });
const t = tag`a${`b${1}`}\u{41}`, f = async ({ x }, [y, , w] = []) => (x, y, w) ** 2;
