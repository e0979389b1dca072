// Writes to what the language or Node gives on, calls or keeps.
import { inside, names, ofList, ofN, ofT, read } from './written-sources.mjs';

export const cases = {
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
  eventTarget: ofN(
    "const e = new EventTarget()\ne.addEventListener('x', (e) => { e.detail.k = 'eval' })\n" +
    "/*WRITE*/ e.dispatchEvent(new CustomEvent('x', { detail: n }))",
  ),
  pushCall: ofN("const all = []\nArray.prototype.push.call(all, n)\n/*WRITE*/ all[0].k = 'eval'"),
  concatCall: ofN("/*WRITE*/ Array.prototype.concat.call([], n)[0].k = 'eval'"),
  emitter: ofN(
    "import { EventEmitter } from 'node:events'\nconst e = new EventEmitter()\n" +
    "e.on('x', (x) => { x.k = 'eval' })\n/*WRITE*/ e.emit('x', n)",
  ),
  emitterOnce: ofN(
    "import { EventEmitter } from 'node:events'\nclass E extends EventEmitter {}\nconst e = new E()\n" +
    "e.once('x', (x) => { x.k = 'eval' })\n/*WRITE*/ e.emit('x', n)",
  ),
  eventTarget: ofN(
    "const e = new EventTarget()\ne.addEventListener('x', (e) => { e.detail.k = 'eval' })\n" +
    "/*WRITE*/ e.dispatchEvent(new CustomEvent('x', { detail: n }))",
  ),
  globalMember2: ofN("globalThis.held = n\n/*WRITE*/ globalThis.held.k = 'eval'"),
  genNext: ofN("function* g() { const x = yield; x.k = 'eval' }\nconst i = g(); i.next();\n/*WRITE*/ i.next(n)"),
  genThrow: ofN(
    "function* g() { try { yield } catch (x) { x.k = 'eval' } }\nconst i = g(); i.next();\n" +
    "/*WRITE*/ i.throw(n)",
  ),
  genReturn: ofN("function* g() { yield 1 }\nconst i = g();\n/*WRITE*/ i.return(n).value.k = 'eval'"),
  genReturned: ofN("function* g() { return n }\n/*WRITE*/ g().next().value.k = 'eval'"),
  yieldStar: ofN(
    "function* h() { return n }\nfunction* g() { const x = yield* h();\n/*WRITE*/ x.k = 'eval'\n}\n" +
    "[...g()]",
  ),
  dynImport: {
    'names.js': names,
    'index.js': read,
    'patch.js': "/*WRITE*/ (await import('./names.js')).names.k = 'eval'",
  },
  dynImportThen: {
    'names.js': names,
    'index.js': read,
    'patch.js': "/*WRITE*/ await import('./names.js').then((m) => { m.names.k = 'eval' })",
  },
  dynImportThen2: {
    'names.js': names,
    'index.js': read,
    'patch.js': "/*WRITE*/ await import('./names.js').then(({ names: x }) => { x.k = 'eval' })",
  },
  dynAll: {
    'names.js': names,
    'index.js': read,
    'patch.js': "/*WRITE*/ const [m] = await Promise.all([import('./names.js')]); m.names.k = 'eval'",
  },
  als: ofN(
    "import { AsyncLocalStorage } from 'node:async_hooks'\nconst s = new AsyncLocalStorage()\n" +
    "/*WRITE*/ s.run(n, () => { s.getStore().k = 'eval' })",
  ),
  readable: ofN(
    "import { Readable } from 'node:stream'\n" +
    "/*WRITE*/ for await (const x of Readable.from([n])) x.k = 'eval'",
  ),
  timersPromises: ofN(
    "import { setTimeout as wait } from 'node:timers/promises'\n/*WRITE*/ (await wait(1, n)).k = 'eval'",
  ),
  promisify: ofN(
    "import { promisify } from 'node:util'\nconst f = promisify((done) => done(null, n));\n" +
    "/*WRITE*/ (await f()).k = 'eval'",
  ),
  callCall: ofN("/*WRITE*/ Function.prototype.call.call(function () { this.k = 'eval' }, n)"),
  protoGetter: ofN("/*WRITE*/ Object.create(n).__proto__.k = 'eval'"),
  protoOf: ofN("const c = Object.create(n)\n/*WRITE*/ Reflect.getPrototypeOf(c).k = 'eval'"),
  getterObject: ofN("const o = { get it() { return n } }\n/*WRITE*/ o.it.k = 'eval'"),
  defineGetterAccess: ofN(
    "const o = {}\nObject.defineProperty(o, 'it', { get: () => n })\n/*WRITE*/ o.it.k = 'eval'",
  ),
  staticGetter: ofN("class A { static get it() { return n } }\n/*WRITE*/ A.it.k = 'eval'"),
  setter: ofN("const o = { set it(x) { x.k = 'eval' } }\n/*WRITE*/ o.it = n"),
  setterClass: ofN("class A { set it(x) { x.k = 'eval' } }\n/*WRITE*/ new A().it = n"),
  closureLater: ofN("let f\n{ const m = n; f = () => { m.k = 'eval' } }\n/*WRITE*/ f()"),
  objectOfFns: ofN("const ops = { set: (x) => { x.k = 'eval' } }\nconst name = 'set'\n/*WRITE*/ ops[name](n)"),
  mapOfFns: ofN("const ops = new Map([['set', (x) => { x.k = 'eval' }]])\n/*WRITE*/ ops.get('set')(n)"),
  listOfFns: ofN("/*WRITE*/ for (const f of [(x) => { x.k = 'eval' }]) f(n)"),
  compose: ofN(
    "const pipe = (...fs) => (x) => fs.reduce((y, f) => f(y), x)\n" +
    "/*WRITE*/ pipe((x) => { x.k = 'eval' })(n)",
  ),
  curry: ofN("const set = (x) => (v) => { x.k = v }\n/*WRITE*/ set(n)('eval')"),
  memo: ofN(
    "const cache = new Map()\n" +
    "const get = (k) => { if (!cache.has(k)) cache.set(k, n); return cache.get(k) }\n" +
    "/*WRITE*/ get('a').k = 'eval'",
  ),
  weakMap: ofN("const w = new WeakMap(), key = {}\nw.set(key, n)\n/*WRITE*/ w.get(key).k = 'eval'"),
  privateStatic: ofN("class A { static #o = n; static set() { A.#o.k = 'eval' } }\n/*WRITE*/ A.set()"),
  newTarget: ofN("function F(x) { new.target; x.k = 'eval' }\n/*WRITE*/ new F(n)"),
  defaultParam: ofN("function f(a, b = a) { b.k = 'eval' }\n/*WRITE*/ f(n)"),
  nestedPattern: ofN("const { a: [{ b: x }] } = { a: [{ b: n }] }\n/*WRITE*/ x.k = 'eval'"),
  paramPattern: ofN("const f = ({ a: { b } }) => { b.k = 'eval' }\n/*WRITE*/ f({ a: { b: n } })"),
  forOfPattern: ofN("/*WRITE*/ for (const { a } of [{ a: n }]) a.k = 'eval'"),
  catchPattern: ofN("/*WRITE*/ try { throw { a: n } } catch ({ a }) { a.k = 'eval' }"),
  errorClass: ofN(
    "class E extends Error { constructor(o) { super(); this.o = o } }\n" +
    "/*WRITE*/ try { throw new E(n) } catch (e) { e.o.k = 'eval' }",
  ),
  assignChain: ofN("let a, b\na = b = n\n/*WRITE*/ a.k = 'eval'"),
  comma: ofN("const f = () => (0, n)\n/*WRITE*/ f().k = 'eval'"),
  condChain: ofN("const f = (y) => y ? {} : n\n/*WRITE*/ f(0).k = 'eval'"),
  iife: ofN("const m = (() => ({ n }))()\n/*WRITE*/ m.n.k = 'eval'"),
  assignThis: ofN("function F() { this.n = n }\n/*WRITE*/ new F().n.k = 'eval'"),
  protoMethod: ofN(
    "function F() { this.n = n }\nF.prototype.set = function () { this.n.k = 'eval' }\n" +
    "/*WRITE*/ new F().set()",
  ),
  mixin: ofN(
    "const M = (B) => class extends B { set() { this.n.k = 'eval' } }\nclass A { n = n }\n" +
    "/*WRITE*/ new (M(A))().set()",
  ),
  arrowThis: ofN("class A { n = n; set = () => { this.n.k = 'eval' } }\n/*WRITE*/ new A().set()"),
  accessor: ofN("class A { #n = n; get n() { return this.#n } }\n/*WRITE*/ new A().n.k = 'eval'"),
  asyncIter: ofN(
    "const it = { async *[Symbol.asyncIterator]() { yield n } }\n" +
    "/*WRITE*/ for await (const x of it) x.k = 'eval'",
  ),
  customIter: ofN("const it = { *[Symbol.iterator]() { yield n } }\n/*WRITE*/ for (const x of it) x.k = 'eval'"),
  customIterSpread: ofN("const it = { *[Symbol.iterator]() { yield n } };\n/*WRITE*/ [...it][0].k = 'eval'"),
  manualIter: ofN(
    "const it = { [Symbol.iterator]() { return { next: () => ({ done: false, value: n }) } } }\n" +
    "/*WRITE*/ const [x] = it; x.k = 'eval'",
  ),
  thenable: ofN("const th = { then(ok) { ok(n) } };\n/*WRITE*/ (await th).k = 'eval'"),
  toPrimitive: ofN("const o = { valueOf() {\n/*WRITE*/ n.k = 'eval'\nreturn 1 } };\n+o"),
  sortCompare: ofN("/*WRITE*/ [n, {}].sort((a, b) => { a.k = b.k = 'eval'; return 0 })"),
  replaceFn: ofN("const o = { n }\n/*WRITE*/ 'x'.replace(/x/, () => { o.n.k = 'eval'; return '' })"),
  jsonReviverThis: ofN("const o = { n }\n/*WRITE*/ JSON.parse('{}', () => { o.n.k = 'eval' })"),
  finalReg: ofN("const o = [n]\n/*WRITE*/ o.pop().k = 'eval'"),
  shift: ofN("const o = [n]\n/*WRITE*/ o.shift().k = 'eval'"),
  spliceOut: ofN("const o = [n]\n/*WRITE*/ o.splice(0, 1)[0].k = 'eval'"),
  copyWithin: ofN("const o = [n, {}]\n/*WRITE*/ o.copyWithin(1, 0)[1].k = 'eval'"),
  concat: ofN("/*WRITE*/ [].concat(n)[0].k = 'eval'"),
  concat2: ofN("/*WRITE*/ [].concat([n])[0].k = 'eval'"),
  lengthKey: ofN("const o = [n]\n/*WRITE*/ o[o.length - 1].k = 'eval'"),
  objKeysLoop: ofN("const o = { n }\n/*WRITE*/ Object.keys(o).forEach((key) => { o[key].k = 'eval' })"),
  objEntriesReduce: ofN(
    "const o = { n }\n" +
    "/*WRITE*/ Object.entries(o).reduce((acc, [key, x]) => { x.k = 'eval'; return acc }, {})",
  ),
  fromEntries: ofN("/*WRITE*/ Object.fromEntries(new Map([['n', n]])).n.k = 'eval'"),
  mapForEach: ofN("/*WRITE*/ new Map([['n', n]]).forEach((x) => { x.k = 'eval' })"),
  mapKeys: ofN("/*WRITE*/ for (const x of new Map([[n, 1]]).keys()) x.k = 'eval'"),
  setSpread: ofN("/*WRITE*/ [...new Set([n])][0].k = 'eval'"),
  deepClosure: ofN(
    "const make = () => { const inner = { n }; return { get: () => inner } }\n" +
    "/*WRITE*/ make().get().n.k = 'eval'",
  ),
  argumentsSpread: ofN("function f() { g(...arguments) }\nfunction g(x) { x.k = 'eval' }\n/*WRITE*/ f(n)"),
  applyArguments: ofN("function f() { g.apply(null, arguments) }\nfunction g(x) { x.k = 'eval' }\n/*WRITE*/ f(n)"),
  callbackArg: ofN("const f = (cb) => cb(n)\n/*WRITE*/ f((x) => { x.k = 'eval' })"),
  nodeCallback: ofN(
    "const f = (cb) => setImmediate(() => cb(null, n))\n" +
    "/*WRITE*/ await new Promise((ok) => f((e, x) => { x.k = 'eval'; ok() }))",
  ),
  exportedFn: {
    'names.js': names + 'export const get = () => names\n',
    'index.js': read,
    'patch.js': "import { get } from './names.js'\n/*WRITE*/ get().k = 'eval'",
  },
  exportedClass: {
    'names.js': names + 'export class Box { static get() { return names } }\n',
    'index.js': read,
    'patch.js': "import { Box } from './names.js'\n/*WRITE*/ Box.get().k = 'eval'",
  },
  passedCtx: {
    'names.js': names,
    'index.js':
      "import { names } from './names.js'\nimport { patch } from './patch.js'\n/*WRITE*/ patch({ names })\n" +
      "export default (i) => globalThis[names.k](i.code)\n",
    'patch.js': "export const patch = (ctx) => { ctx.names.k = 'eval' }",
  },
  passedCtxClass: {
    'names.js': names,
    'index.js':
      "import { names } from './names.js'\nimport { Patch } from './patch.js'\n" +
      "/*WRITE*/ new Patch({ names }).run()\nexport default (i) => globalThis[names.k](i.code)\n",
    'patch.js': "export class Patch { constructor(ctx) { this.ctx = ctx } run() { this.ctx.names.k = 'eval' } }",
  },
  registry: {
    'names.js': names,
    'index.js':
      "import { names } from './names.js'\nimport { register, runAll } from './patch.js'\n" +
      "register('n', names)\n/*WRITE*/ runAll()\nexport default (i) => globalThis[names.k](i.code)\n",
    'patch.js':
      "const all = {}\nexport const register = (name, x) => { all[name] = x }\n" +
      "export const runAll = () => { for (const name in all) all[name].k = 'eval' }",
  },
};

/// Of these agentc does not know the value without the write either.
export const unknownAnyway = [
  'promisify', 'closureLater', 'privateStatic', 'protoMethod', 'mixin', 'arrowThis', 'thenable', 'callbackArg',
  'nodeCallback', 'registry',
];
