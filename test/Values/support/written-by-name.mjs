// Writes by another name, in another module, and by the functions that change an object.
import { byDefault, inside, modules, names, ofArr, ofList, ofN, ofT, read } from './written-sources.mjs';

export const cases = {
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
  host: { 'index.js': "import { cfg } from './cfg.js'\nimport './patch.js'\n" +
            "export default (i) => globalThis[cfg.names.first](i.code)\n",
          'cfg.js': "export const cfg = { names: { first: 'parseFloat' } }",
          'patch.js': "import { cfg } from './cfg.js'\nconst { names } = cfg\n/*WRITE*/ names.first = 'eval'" },
};

/// Of these agentc does not know the value without the write either.
export const unknownAnyway = ['made', 'arguments'];
