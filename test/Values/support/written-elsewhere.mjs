// written-elsewhere.mjs AGENTC FOLDER [WORD]: objects that are written to by another name than the one that reads them.
// Each case runs `globalThis[…](code)` with what was written; it must not be judged by what stands in the literal, and
// the same without the write must be. Node says that the cases do what they claim.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const [agentc, folder, word = ''] = process.argv.slice(2);

/// WRITE marks what the neighbour lacks. The entry's default export gets called with `{code: '42'}`.
const names = "export const names = { k: 'parseFloat' }\n";
const read =
  "import { names } from './names.js'\nimport './patch.js'\nexport default (i) => globalThis[names.k](i.code)\n";
const modules = (patch, definition = names, entry = read) => ({
  'names.js': definition,
  'patch.js': patch,
  'index.js': entry,
});
const inside = (text) => ({
  'index.js': `const t = { a: { k: 'parseFloat' } }, list = [{ k: 'parseFloat' }]\n` +
    `const arr = ['parseFloat', 'x'], n = { k: 'parseFloat' };\n${text}\n` });
const ofT = (text) => inside(`${text}\nexport default (i) => globalThis[t.a.k](i.code)`);
const ofN = (text) => inside(`${text}\nexport default (i) => globalThis[n.k](i.code)`);
const ofList = (text) => inside(`${text}\nexport default (i) => globalThis[list[0].k](i.code)`);
const ofArr = (text) => inside(`${text}\nexport default (i) => globalThis[arr[0]](i.code)`);
const byDefault = "import n from './names.js'\nimport './patch.js'\nexport default (i) => globalThis[n.k](i.code)\n";
const cases = {
  import: modules("import { names } from './names.js'\n/*WRITE*/ names.k = 'eval'"),
  importDefault: modules(
    "import n from './names.js'\n/*WRITE*/ n.k = 'eval'",
    "export default { k: 'parseFloat' }",
    byDefault,
  ),
  importNamespace: modules("import * as m from './names.js'\n/*WRITE*/ m.names.k = 'eval'"),
  barrel: {
    ...modules("import { x } from './barrel.js'\n/*WRITE*/ x.k = 'eval'"),
    'barrel.js': "export { names as x } from './names.js'",
  },
  readsItself: modules(
    "import { names } from './names.js'\n/*WRITE*/ names.k = 'eval'",
    names + 'export const run = (i) => globalThis[names.k](i.code)\n',
    "import { run } from './names.js'\nimport './patch.js'\nexport default run\n",
  ),
  json: {
    'names.json': '{"k": "parseFloat"}',
    'patch.js': "import n from './names.json' with { type: 'json' }\n/*WRITE*/ n.k = 'eval'",
    'index.js':
      "import n from './names.json' with { type: 'json' }\nimport './patch.js'\n" +
      'export default (i) => globalThis[n.k](i.code)\n',
  },
  commonJs: {
    'names.cjs': "exports.k = 'parseFloat'",
    'patch.js': "import n from './names.cjs'\n/*WRITE*/ n.k = 'eval'",
    'index.js': "import n from './names.cjs'\nimport './patch.js'\nexport default (i) => globalThis[n.k](i.code)\n",
  },
  commonJsObject: {
    'names.cjs': "module.exports = { k: 'parseFloat' }",
    'patch.cjs': "const n = require('./names.cjs')\n/*WRITE*/ n.k = 'eval'",
    'index.js': "import n from './names.cjs'\nimport './patch.cjs'\nexport default (i) => globalThis[n.k](i.code)\n",
  },
  assign: modules("import { names } from './names.js'\n/*WRITE*/ Object.assign(names, { k: 'eval' })"),
  element: modules(
    "import { names } from './names.js'\n/*WRITE*/ names[0] = 'eval'",
    "export const names = ['parseFloat']",
    read.replace('names.k', 'names[0]'),
  ),
  splice: modules(
    "import { names } from './names.js'\n/*WRITE*/ names.splice(0, 1, 'eval')",
    "export const names = ['parseFloat']",
    read.replace('names.k', 'names[0]'),
  ),
  reverse: modules(
    "import { names } from './names.js'\n/*WRITE*/ names.reverse()",
    "export const names = ['parseFloat', 'eval']",
    read.replace('names.k', 'names[0]'),
  ),
  static: modules(
    "import { names } from './names.js'\n/*WRITE*/ names.k = 'eval'",
    "export class names { static k = 'parseFloat' }",
  ),
  handedToParameter: modules(
    "import { names } from './names.js'\nconst set = (o, v) => { o.k = v }\n/*WRITE*/ set(names, 'eval')",
  ),
  destructured: ofT("const { a } = t\n/*WRITE*/ a.k = 'eval'"),
  alias: ofT("const a = t.a\n/*WRITE*/ a.k = 'eval'"),
  forEach: ofList("/*WRITE*/ list.forEach((x) => { x.k = 'eval' })"),
  forOf: ofList("/*WRITE*/ for (const x of list) x.k = 'eval'"),
  find: ofList("/*WRITE*/ list.find((x) => x.k).k = 'eval'"),
  map: ofList("/*WRITE*/ list.map((x) => x)[0].k = 'eval'"),
  entries: ofT("/*WRITE*/ for (const [, v] of Object.entries(t)) v.k = 'eval'"),
  replacer: ofT("/*WRITE*/ JSON.stringify(t, (k, v) => { if (v.k) v.k = 'eval' ; return v })"),
  replacersThis: ofT("/*WRITE*/ JSON.stringify(t, function (k, v) { if (k === 'k') this.k = 'eval' ; return v })"),
  flat: ofT("/*WRITE*/ Object.values({ p: [[t.a]] }).flat(3)[0].k = 'eval'"),
  flatOfMember: ofT("const x = { p: [[t.a]] }\n/*WRITE*/ for (const p in x) x[p].flat()[0].k = 'eval'"),
  flatMap: ofList("/*WRITE*/ list.flatMap((x) => [x])[0].k = 'eval'"),
  values: ofT("/*WRITE*/ Object.values(t).forEach((v) => { v.k = 'eval' })"),
  forIn: ofT("/*WRITE*/ for (const p in t) t[p].k = 'eval'"),
  call: ofT("const get = () => t\n/*WRITE*/ get().a.k = 'eval'"),
  holder: ofT("const holder = { t }\n/*WRITE*/ holder.t.a.k = 'eval'"),
  inArray: ofT("/*WRITE*/ [t][0].a.k = 'eval'"),
  mapGet: ofN("const map = new Map([['n', n]])\n/*WRITE*/ map.get('n').k = 'eval'"),
  mapSet: ofN("const map = new Map()\nmap.set('n', n)\n/*WRITE*/ map.get('n').k = 'eval'"),
  this: ofT("const o = { t, set() {\n/*WRITE*/ this.t.a.k = 'eval'\n} }\no.set()"),
  parameter: ofT("/*WRITE*/ ((x) => { x.k = 'eval' })(t.a)"),
  assignMember: ofT("/*WRITE*/ Object.assign(t.a, { k: 'eval' })"),
  reflectSet: ofT("/*WRITE*/ Reflect.set(t.a, 'k', 'eval')"),
  defineProperty: ofT("/*WRITE*/ Object.defineProperty(t.a, 'k', { value: 'eval' })"),
  then: ofN("/*WRITE*/ await Promise.resolve(n).then((x) => { x.k = 'eval' })"),
  getter: ofN("class C { #o = n\nget o() { return this.#o } }\nconst c = new C()\n/*WRITE*/ c.o.k = 'eval'"),
  staticBlock: inside("const all = ['parseFloat', 'eval']\nclass P { static i = 0\nstatic {\n/*WRITE*/ P.i++\n} }\n" +
                      'export default (i) => globalThis[all[P.i]](i.code)'),
  arrayTarget: ofN("/*WRITE*/ [n.k] = ['eval']"),
  objectTarget: ofN("/*WRITE*/ ({ x: n.k } = { x: 'eval' })"),
  loopTarget: ofN("/*WRITE*/ for (n.k of ['eval']);"),
  keyTarget: ofN("/*WRITE*/ for (n.k in { eval: 1 });"),
  defineGetter: ofN("/*WRITE*/ n.__defineGetter__('k', () => 'eval')"),
  setPrototype: inside("const empty = {}\n/*WRITE*/ Object.setPrototypeOf(empty, { k: 'eval' })\n" +
                       "export default (i) => globalThis[empty.k ?? 'parseFloat'](i.code)"),
  openKey: ofN("const keys = Object.keys(JSON.parse('{\"k\": 1}'))\n/*WRITE*/ for (const key of keys) n[key] = 'eval'"),
  pushed: ofN("const all = []\nall.push(n)\n/*WRITE*/ for (const x of all) x.k = 'eval'"),
  kept: ofN("const keep = {}\nkeep.n = n\n/*WRITE*/ keep.n.k = 'eval'"),
  fields: ofN("class Box { constructor(o) { this.o = o } set() {\n/*WRITE*/ this.o.k = 'eval'\n} }\nnew Box(n).set()"),
  rest: ofN("const set = (...all) => {\n/*WRITE*/ all[0].k = 'eval'\n}\nset(n)"),
  spread: ofList("const copy = [...list]\n/*WRITE*/ copy[0].k = 'eval'"),
  made: inside(
    "const make = () => { const o = { k: 'parseFloat' }\nreturn { o, set(v) { o.k = v } } }\nconst m = make()\n" +
      "/*WRITE*/ m.set('eval')\nexport default (i) => globalThis[m.o.k](i.code)",
  ),
  arguments: {
    'index.js': "import run from './run.cjs'\nexport default (i) => run('parseFloat', i.code)\n",
    'run.cjs': "module.exports = function (k, code) {\n/*WRITE*/ arguments[0] = 'eval'\nreturn globalThis[k](code)\n}",
  },
  arrayByName: ofArr("const same = arr\n/*WRITE*/ same[0] = 'eval'"),
  arrayFrom: ofN("/*WRITE*/ Array.from([1], () => n)[0].k = 'eval'"),
  arrayFromElements: ofList("/*WRITE*/ Array.from(list, (x) => { x.k = 'eval' })"),
  arrayFromAsync: ofList("/*WRITE*/ (await Array.fromAsync(list))[0].k = 'eval'"),
  arrayFromAsyncCall: ofN("/*WRITE*/ await Array.fromAsync([1], () => n).then((all) => { all[0].k = 'eval' })"),
  promiseTry: ofN("/*WRITE*/ await Promise.try(() => n).then((x) => { x.k = 'eval' })"),
  groupBy: ofList("/*WRITE*/ Object.groupBy(list, () => 'a').a[0].k = 'eval'"),
  groupByCall: ofList("/*WRITE*/ Object.groupBy(list, (x) => { x.k = 'eval' })"),
  mapGroupBy: ofList("/*WRITE*/ Map.groupBy(list, () => 1).get(1)[0].k = 'eval'"),
  toSpliced: ofN("/*WRITE*/ [1].toSpliced(0, 1, n)[0].k = 'eval'"),
  with: ofN("/*WRITE*/ [1].with(0, n)[0].k = 'eval'"),
  fill: ofN("/*WRITE*/ [1].fill(n)[0].k = 'eval'"),
  findLast: ofList("/*WRITE*/ list.findLast((x) => x.k).k = 'eval'"),
  findLastIndex: ofList("/*WRITE*/ list.findLastIndex((x) => { x.k = 'eval' })"),
  toSorted: ofList("/*WRITE*/ list.toSorted()[0].k = 'eval'"),
  toReversed: ofList("/*WRITE*/ list.toReversed()[0].k = 'eval'"),
  at: ofList("/*WRITE*/ list.at(-1).k = 'eval'"),
  listEntries: ofList("/*WRITE*/ for (const [, x] of list.entries()) x.k = 'eval'"),
  iteratorNext: ofList("/*WRITE*/ list.values().next().value.k = 'eval'"),
  iteratorSymbol: ofList("/*WRITE*/ list[Symbol.iterator]().next().value.k = 'eval'"),
  iteratorMap: ofN("/*WRITE*/ [1].values().map(() => n).next().value.k = 'eval'"),
  iteratorMapToArray: ofN("/*WRITE*/ [1].values().map(() => n).toArray()[0].k = 'eval'"),
  iteratorTake: ofList("/*WRITE*/ list.values().take(1).toArray()[0].k = 'eval'"),
  iteratorDrop: ofList("/*WRITE*/ for (const x of list.values().drop(0)) x.k = 'eval'"),
  iteratorToArray: ofList("/*WRITE*/ list.values().toArray()[0].k = 'eval'"),
  iteratorFrom: ofList("/*WRITE*/ Iterator.from(list).toArray()[0].k = 'eval'"),
  iteratorForEach: ofList("/*WRITE*/ list.values().forEach((x) => { x.k = 'eval' })"),
  setUnion: ofN("/*WRITE*/ new Set([n]).union(new Set()).forEach((x) => { x.k = 'eval' })"),
  setOfOther: ofN("/*WRITE*/ for (const x of new Set().union(new Set([n]))) x.k = 'eval'"),
  setValues: ofN("/*WRITE*/ for (const x of new Set([n]).values()) x.k = 'eval'"),
  mapEntries: ofN("/*WRITE*/ for (const [, x] of new Map([[1, n]]).entries()) x.k = 'eval'"),
  descriptor: ofT("/*WRITE*/ Object.getOwnPropertyDescriptor(t, 'a').value.k = 'eval'"),
  descriptors: ofT("/*WRITE*/ Object.getOwnPropertyDescriptors(t).a.value.k = 'eval'"),
  reflectGet: ofT("/*WRITE*/ Reflect.get(t, 'a').k = 'eval'"),
  reflectApply: ofN("/*WRITE*/ Reflect.apply((x) => { x.k = 'eval' }, null, [n])"),
  reflectConstruct: ofN("/*WRITE*/ Reflect.construct(class { constructor(x) { x.k = 'eval' } }, [n])"),
  sliceCall: ofList("/*WRITE*/ Array.prototype.slice.call(list)[0].k = 'eval'"),
  atCall: ofList("/*WRITE*/ Array.prototype.at.call(list, 0).k = 'eval'"),
  mapCall: ofList("/*WRITE*/ Array.prototype.map.call(list, (x) => x)[0].k = 'eval'"),
  forEachCall: ofList("/*WRITE*/ Array.prototype.forEach.call(list, (x) => { x.k = 'eval' })"),
  generator: ofN("function* g() { yield n }\n/*WRITE*/ g().next().value.k = 'eval'"),
  generatorList: ofList("function* g() { yield* list }\n/*WRITE*/ for (const x of g()) x.k = 'eval'"),
  asyncGenerator: ofN("async function* g() { yield n }\n/*WRITE*/ for await (const x of g()) x.k = 'eval'"),
  asyncFunction: ofN("const f = async () => n;\n/*WRITE*/ (await f()).k = 'eval'"),
  errorCause: ofN("/*WRITE*/ new Error('', { cause: n }).cause.k = 'eval'"),
  thrown: ofN("/*WRITE*/ try { throw n } catch (x) { x.k = 'eval' }"),
  rejected: ofN("/*WRITE*/ await Promise.reject(n).catch((x) => { x.k = 'eval' })"),
  rejectedThen: ofN("/*WRITE*/ await Promise.reject(n).then(null, (x) => { x.k = 'eval' })"),
  newPromise: ofN("/*WRITE*/ (await new Promise((done) => done(n))).k = 'eval'"),
  withResolvers: ofN("const p = Promise.withResolvers()\np.resolve(n);\n/*WRITE*/ (await p.promise).k = 'eval'"),
  promiseAll: ofN("/*WRITE*/ (await Promise.all([n]))[0].k = 'eval'"),
  allSettled: ofN("/*WRITE*/ (await Promise.allSettled([n]))[0].value.k = 'eval'"),
  promiseRace: ofN("/*WRITE*/ (await Promise.race([n])).k = 'eval'"),
  abortReason: ofN("/*WRITE*/ AbortSignal.abort(n).reason.k = 'eval'"),
  event: ofN("/*WRITE*/ new CustomEvent('x', { detail: n }).detail.k = 'eval'"),
  weakRef: ofN("/*WRITE*/ new WeakRef(n).deref().k = 'eval'"),
  proxy: ofN("/*WRITE*/ new Proxy(n, {}).k = 'eval'"),
  prototypeOf: ofN("/*WRITE*/ Object.getPrototypeOf(Object.create(n)).k = 'eval'"),
  bound: ofN("/*WRITE*/ ((x) => { x.k = 'eval' }).bind(null, n)()"),
  boundThis: ofN("/*WRITE*/ (function () { this.k = 'eval' }).bind(n)()"),
  reverseCall: inside("const all = ['parseFloat', 'eval']\n/*WRITE*/ Array.prototype.reverse.call(all)\n" +
                      'export default (i) => globalThis[all[0]](i.code)'),
  sortApply: inside("const all = ['parseFloat', 'eval']\n/*WRITE*/ Array.prototype.sort.apply(all)\n" +
                    'export default (i) => globalThis[all[0]](i.code)'),
  spreadCall: ofList("/*WRITE*/ ((x) => { x.k = 'eval' })(...list)"),
  spreadNew: ofList("/*WRITE*/ new (class { constructor(x) { x.k = 'eval' } })(...list)"),
  thrownByFunction: ofN("const f = () => { throw n }\n/*WRITE*/ try { f() } catch (x) { x.k = 'eval' }"),
  rejectedByFunction: ofN("const f = async () => { throw n }\n/*WRITE*/ await f().catch((x) => { x.k = 'eval' })"),
  tag: ofN("const tag = (parts, x) => { x.k = 'eval' }\n/*WRITE*/ tag`${n}`"),
  optional: ofT("/*WRITE*/ if (t?.a) t?.['a'] && (t?.a).k !== 1 && Object.assign(t?.a, { k: 'eval' })"),
  conditional: ofN("/*WRITE*/ (globalThis.x ? {} : n).k = 'eval'"),
  sequence: ofN("/*WRITE*/ (0, n).k = 'eval'"),
  logical: ofN("let m = null\n/*WRITE*/ m ??= n; m.k = 'eval'"),
  swapped: ofN("let a = {}, b = n\n/*WRITE*/ ;[a, b] = [b, a]; a.k = 'eval'"),
  defaulted: ofN("/*WRITE*/ ((x = n) => { x.k = 'eval' })()"),
  patternDefault: ofN("const { m = n } = {}\n/*WRITE*/ m.k = 'eval'"),
  patternRest: ofT("const { ...others } = t\n/*WRITE*/ others.a.k = 'eval'"),
  listRest: ofList("const [...others] = list\n/*WRITE*/ others[0].k = 'eval'"),
  objectSpread: ofT("/*WRITE*/ ({ ...t }).a.k = 'eval'"),
  superField: ofN("class A { o = n } class B extends A { set() {\n/*WRITE*/ this.o.k = 'eval'\n} }\nnew B().set()"),
  staticField: ofN("class A { static o = n }\n/*WRITE*/ A.o.k = 'eval'"),
  symbolKey: ofN("const s = Symbol(), o = { [s]: n }\n/*WRITE*/ o[s].k = 'eval'"),
  processMember: ofN("process.held = n\n/*WRITE*/ process.held.k = 'eval'"),
  functionMember: ofN("const f = () => 1\nf.o = n\n/*WRITE*/ f.o.k = 'eval'"),
  toJSON: ofN("const o = { toJSON() {\n/*WRITE*/ n.k = 'eval'\n} }\nJSON.stringify(o)"),
  reviver: ofN("/*WRITE*/ JSON.parse('1', () => { n.k = 'eval' })"),
  microtask: ofN("/*WRITE*/ queueMicrotask(() => { n.k = 'eval' })\nawait 1"),
  timer: ofN("/*WRITE*/ await new Promise((done) => setTimeout((x) => { x.k = 'eval'; done() }, 1, n))"),
  host: { 'index.js': "import { cfg } from './cfg.js'\nimport './patch.js'\n" +
            "export default (i) => globalThis[cfg.names.first](i.code)\n",
          'cfg.js': "export const cfg = { names: { first: 'parseFloat' } }",
          'patch.js': "import { cfg } from './cfg.js'\nconst { names } = cfg\n/*WRITE*/ names.first = 'eval'" },
};

/// Of these agentc does not know the value without the write either.
const unknownAnyway = ['made', 'arguments'];
let failures = 0;
function say(name, what) {
  console.log(`${name}: ${what}`);
  failures++;
}
function judge(name, files) {
  const at = path.join(folder, name);
  fs.mkdirSync(at, { recursive: true });
  fs.writeFileSync(path.join(at, 'package.json'),
                   JSON.stringify({ name: 'case', version: '1.0.0', main: 'index.js', type: 'module' }));
  for (const [file, text] of Object.entries(files))
    fs.writeFileSync(path.join(at, file), text);
  const judged = spawnSync(agentc, ['validate', '--trust=registry', '--no-load-test', at], { encoding: 'utf8' });
  const run = spawnSync(
    process.execPath,
    [
      '-e',
      'globalThis.eval = () => "evaluated"; ' +
        `import(${JSON.stringify('file://' + path.resolve(at, 'index.js'))}).then((m) => console.log(m.default({ ` +
        `code: "42" })))`,
    ],
    { encoding: 'utf8' },
  );
  return [
    judged.status === 1,
    run.stdout.trim() +
      run.stderr
        .split('\n')
        .filter((line) => /Error/.test(line))
        .join(),
    judged,
  ];
}
let count = 0;
for (const [name, files] of Object.entries(cases)) {
  if (!name.includes(word))
    continue;
  count++;
  const [isDanger, ran, judged] = judge(name, files);
  if (ran !== 'evaluated') say(name, `runs as ${ran}`);
  if (!isDanger) say(name, `is not found; exit code ${judged.status}`);
  const without = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, text.replace(/^\/\*WRITE\*\/.*$/m, '')]),
  );
  const [isNoise, calm, noise] = judge(name + '-without', without);
  if (calm !== '42')
    say(name, `runs without the write as ${calm}`);
  if (isNoise !== unknownAnyway.includes(name))
    say(name, `is ${isNoise ? '' : 'not '}found without the write: ${noise.stdout}${noise.stderr}`);
}
console.log(`${count} cases, ${failures} failures`);
process.exit(failures ? 1 : 0);
