// Writes to an object that was given away before, or that has more places than are followed.
import { inside, ofList, ofN } from './written-sources.mjs';

const often = (text, times) => Array.from({ length: times }, () => text).join('\n');
const given = (away) =>
  ofN(
    `${away}\nconst o = { list: [{ n }] }\n` +
    "/*WRITE*/ o.list.forEach(({ n: x }) => Object.assign(x, { k: 'eval' }))",
  );
const inField = (write, more = '') =>
  ofN(
    `class C { constructor() { this.a = n } }\nconst c = new C()\n${often('void c.a;', 80)}\n${more}\n` +
    `/*WRITE*/ ${write}`,
  );

const inListOf = (read, write = "[0] = 'eval'") =>
  inside(
    `const all = {}\nconst keep = (name, x) => { all[name] = x }\n${often('void arr.other;', 500)}\n` +
    "keep('arr', arr)\n" +
    `/*WRITE*/ for (const name in all) all[name]${write}\n${read}`,
  );
const byName = (name, write) => inListOf(`export default (i) => globalThis[${name}](i.code)`, write);

export const cases = {
  bound: given('const f = ((x) => x).bind(null)\nf(n)'),
  afterSpread: given('const f = (...all) => all.length\nf(...[1], n)'),
  toHost: given('new FinalizationRegistry(() => {}).register(n, 1)'),
  toWhatever: given('const f = (o, x) => o.taking?.(x)\nf(JSON.parse("{}"), n)'),
  byApply: given('const f = (g, x) => g.apply(null, [x])\nf(Object(Math).max, n)'),
  onGlobal: given('globalThis.kept = n'),
  underAnyKey: given('const x = {}\nx[String(Math.random())] = n'),
  inTag: given('const x = { tag: (s, x) => x }\nx.tag`${n}`'),
  toSetters: given('const x = { set x(v) { this.y = v } }\nx.x = n'),
  eventTarget: ofN(
    "const e = new EventTarget()\ne.addEventListener('x', (e) => { e.detail.k = 'eval' })\n" +
    "/*WRITE*/ e.dispatchEvent(new CustomEvent('x', { detail: n }))",
  ),
  manyReferences: ofN(`${often('void n.other;', 500)}\n/*WRITE*/ n.k = 'eval'`),
  manyReferencesAlias: ofN(`${often('void n.other;', 500)}\nconst m = n\n/*WRITE*/ m.k = 'eval'`),
  manyReferencesCall: ofN(`const set = (x) => { x.k = 'eval' }\n${often('void n.other;', 500)}\n/*WRITE*/ set(n)`),
  manyReferencesRegistry: ofN(
    `const all = {}\nconst keep = (name, x) => { all[name] = x }\n${often('void n.other;', 500)}\nkeep('n', n)\n` +
    "/*WRITE*/ for (const name in all) all[name].k = 'eval'",
  ),
  manyReferencesAssign: ofN(`${often('void n.other;', 500)}\nconst m = n\n/*WRITE*/ Object.assign(m, { k: 'eval' })`),
  manyReferencesReflect: ofN(`${often('void n.other;', 500)}\nconst m = n\n/*WRITE*/ Reflect.set(m, 'k', 'eval')`),
  manyReferencesKey: ofN(`${often('void n.other;', 500)}\nconst m = n\n/*WRITE*/ m[['k'][0]] = 'eval'`),
  manyReferencesAnyKey: ofN(
    `${often('void n.other;', 500)}\nconst m = n\n/*WRITE*/ for (const key of Object.keys(m)) m[key] = 'eval'`,
  ),
  muchReadField: inField("c.a.k = 'eval'"),
  muchReadFieldAlias: inField("x.k = 'eval'", 'const x = c.a'),
  muchReadFieldCall: inField('set(c)', "const set = (o) => { o.a.k = 'eval' }"),
  muchReadFieldAssign: inField("Object.assign(c.a, { k: 'eval' })"),
  muchNested: ofN(
    `const o = ${'{ a: '.repeat(12)}n${' }'.repeat(12)}\n/*WRITE*/ Object.assign(o${'.a'.repeat(12)}, { k: 'eval' })`,
  ),
  manyLoop: inListOf('export default (i) => { for (const k of arr) return globalThis[k](i.code) }'),
  manyCallback: inListOf(
    'export default (i) => { let r; arr.some((k) => { r = globalThis[k](i.code); return true }); return r }',
  ),
  manyPattern: inListOf('export default (i) => { const [k] = arr; return globalThis[k](i.code) }'),
  manyValues: byName('Object.values(arr)[0]'),
  manyEntries: byName('Object.entries(arr)[0][1]'),
  manyPairs: inListOf(
    'export default (i) => { for (const [, k] of Object.entries(arr)) return globalThis[k](i.code) }',
  ),
  manyKeys: byName("Object.keys(arr).length > 2 ? 'eval' : 'parseFloat'", "[2] = 'eval'"),
  manyForIn: byName("(() => { let k; for (k in arr); return k === '2' ? 'eval' : 'parseFloat' })()", "[2] = 'eval'"),
  manyIn: byName("2 in arr ? 'eval' : 'parseFloat'", "[2] = 'eval'"),
  manyHasOwn: byName("Object.hasOwn(arr, '2') ? 'eval' : 'parseFloat'", "[2] = 'eval'"),
  manyCalled: inListOf('const call = (i, k) => globalThis[k](i.code)\nexport default (i) => call(i, ...arr)'),
  manyApplied: inListOf('const call = (k, i) => globalThis[k]("42")\nexport default (i) => call.apply(null, arr)'),
  manySpread: byName('[...arr][0]'),
  manyInObject: byName('({ ...arr })[0]'),
  manyAssigned: byName('Object.assign({}, arr)[0]'),
  manyRest: inListOf('const [...all2] = arr\nexport default (i) => globalThis[all2[0]](i.code)'),
  manyFrom: byName('Array.from(arr)[0]'),
  manyInSet: byName('[...new Set(arr)][0]'),
  manyConcat: byName("arr.concat(['y'])[0]"),
  manySlice: byName('arr.slice(0, 1)[0]'),
  manyAt: byName('arr.at(0)'),
  manyFind: byName('arr.find(() => true)'),
  manyMapped: byName('arr.map((k) => k)[0]'),
  manyReduced: byName('arr.reduce((k) => k)'),
  manyJoin: byName("arr.join(',').split(',')[0]"),
  manyText: byName("`${arr}`.split(',')[0]"),
  manySum: byName("(arr + '').split(',')[0]"),
  manyIncludes: byName("arr.includes('parseFloat') ? 'parseFloat' : 'eval'"),
  manyIndex: byName("arr.indexOf('eval') < 0 ? 'parseFloat' : 'eval'"),
  manyJson: byName('JSON.parse(JSON.stringify(arr))[0]'),
  manyClone: byName('structuredClone(arr)[0]'),
  manyGot: byName('Reflect.get(arr, 0)'),
  manyIterated: byName('arr.values().next().value'),
  manyListReferences: ofList(`${often('void list[0];', 500)}\nconst all = list\n/*WRITE*/ all[0].k = 'eval'`),
};

/// Of these agentc does not know the value without the write either: whatever `taking` is, and what has too many
/// places.
export const unknownAnyway = [
  'toWhatever', 'muchNested', ...Object.keys(cases).filter((name) => name.startsWith('many')),
];
