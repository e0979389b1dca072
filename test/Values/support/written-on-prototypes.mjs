// Writes to what objects of a class inherit.
import { inside } from './written-sources.mjs';

const ofClass = (write, more = '') =>
  inside(
    `class C { k() { return 'parseFloat' } }\nclass D extends C {}\n${more}\n/*WRITE*/ ${write}\n` +
    'export default (i) => globalThis[new C().k()](i.code)',
  );
const ofFunction = (write, more = '') =>
  inside(
    `function F() {}\nF.prototype.k = () => 'parseFloat'\n${more}\n/*WRITE*/ ${write}\n` +
    'export default (i) => globalThis[new F().k()](i.code)',
  );
const ofGetter = (write, more = '') =>
  inside(
    `class C { get k() { return 'parseFloat' } }\n${more}\n/*WRITE*/ ${write}\n` +
    'export default (i) => globalThis[new C().k](i.code)',
  );

export const cases = {
  direct: ofClass("C.prototype.k = () => 'eval'"),
  alias: ofClass("p.k = () => 'eval'", 'const p = C.prototype'),
  pattern: ofClass("prototype.k = () => 'eval'", 'const { prototype } = C'),
  assigned: ofClass("Object.assign(C.prototype, { k: () => 'eval' })"),
  assignedAlias: ofClass("Object.assign(p, { k: () => 'eval' })", 'const p = C.prototype'),
  defined: ofClass("Object.defineProperty(C.prototype, 'k', { value: () => 'eval' })"),
  definedAlias: ofClass("Object.defineProperty(p, 'k', { value: () => 'eval' })", 'const p = C.prototype'),
  reflected: ofClass("Reflect.set(C.prototype, 'k', () => 'eval')"),
  ofInstance: ofClass("Object.getPrototypeOf(new C()).k = () => 'eval'"),
  ofHeir: ofClass("Object.getPrototypeOf(D.prototype).k = () => 'eval'"),
  underscores: ofClass("new C().__proto__.k = () => 'eval'"),
  byConstructor: ofClass("new C().constructor.prototype.k = () => 'eval'"),
  mixin: ofClass('mix(C.prototype)', "const mix = (t) => { t.k = () => 'eval' }"),
  mixinOfClass: ofClass('mix(C)', "const mix = (t) => { t.prototype.k = () => 'eval' }"),
  mixinOfAny: ofClass('mix(C)', "const mix = (t) => { for (const n of ['k']) t.prototype[n] = () => 'eval' }"),
  loop: ofClass("for (const t of [C.prototype]) t.k = () => 'eval'"),
  loopOfClasses: ofClass("for (const t of [C, D]) t.prototype.k = () => 'eval'"),
  decorator: ofClass('wrap(C)', "const wrap = (t) => { const p = t.prototype; p.k = () => 'eval'; return t }"),
  byAlias: ofClass("E.prototype.k = () => 'eval'", 'const E = C'),
  byAliasOfAlias: ofClass("p.k = () => 'eval'", 'const E = C, p = E.prototype'),
  inStaticBlock: inside(
    "class C {\nk() { return 'parseFloat' }\n/*WRITE*/ static { const t = this; t.prototype.k = () => 'eval' }\n}\n" +
    'export default (i) => globalThis[new C().k()](i.code)',
  ),
  inStaticMethod: inside(
    "class C {\nk() { return 'parseFloat' }\n/*WRITE*/ static s() { const t = this.prototype; t.k = () => 'eval' }\n" +
    'static s2() { C.s?.() }\n}\nC.s2()\nexport default (i) => globalThis[new C().k()](i.code)',
  ),
  bySuper: inside(
    "class C { k() { return 'parseFloat' } }\nclass D extends C { static change() { const p = super.prototype\n" +
    "/*WRITE*/ p.k = () => 'eval'\n} }\nD.change()\nexport default (i) => globalThis[new C().k()](i.code)",
  ),
  kept: ofClass("all.c.k = () => 'eval'", 'const all = { c: C.prototype }'),
  inList: ofClass("all[0].k = () => 'eval'", 'const all = [C.prototype]'),
  removed: ofClass('delete C.prototype.k; Object.prototype.k = () => "eval"'),
  removedAlias: ofClass('delete p.k; Object.prototype.k = () => "eval"', 'const p = C.prototype'),
  onFunction: ofFunction("F.prototype.k = () => 'eval'"),
  onFunctionAlias: ofFunction("p.k = () => 'eval'", 'const p = F.prototype'),
  onFunctionMixin: ofFunction('mix(F.prototype)', "const mix = (t) => { t.k = () => 'eval' }"),
  getter: ofGetter("Object.defineProperty(C.prototype, 'k', { get: () => 'eval' })"),
  getterAlias: ofGetter("Object.defineProperty(p, 'k', { get: () => 'eval' })", 'const p = C.prototype'),
};

export const unknownAnyway = [];
