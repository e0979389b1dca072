//--- toString
const f = () => fetch('https://h.example.com/x');
class T { toString() { f(); return 'x'; } } module.exports = async function handler() { return `${new T()}`; };
//--- toString2
const f = () => fetch('https://h.example.com/x');
const o = { toString() { f(); return 'x'; } }; module.exports = async function handler() { return 'a' + o; };
//--- toJSON
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler() { return { toJSON() { return f(); } }; };
//--- then
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler() { return await { then(r) { f(); r(1); } }; };
//--- iterator
const f = () => fetch('https://h.example.com/x');
class L { *[Symbol.iterator]() { f(); yield 1; } } module.exports = async function handler() { for (const x of new L()) ; };
//--- spreadIt
const f = () => fetch('https://h.example.com/x');
class L { *[Symbol.iterator]() { f(); yield 1; } } module.exports = async function handler() { return [...new L()]; };
//--- asyncgen
const f = () => fetch('https://h.example.com/x');
async function* g() { yield f(); } module.exports = async function handler() { for await (const x of g()) ; };
//--- getter
const f = () => fetch('https://h.example.com/x');
class G { get x() { return f(); } } module.exports = async function handler() { return new G().x; };
//--- getterPat
const f = () => fetch('https://h.example.com/x');
class G { get x() { return f(); } } const g = new G(); module.exports = async function handler() { const { x } = g; return x; };
//--- getterParam
const f = () => fetch('https://h.example.com/x');
class G { get x() { return f(); } } const g = new G(); const t = ({ x }) => x; module.exports = async function handler() { return t(g); };
//--- setter
const f = () => fetch('https://h.example.com/x');
class G { set x(v) { f(); } } module.exports = async function handler() { new G().x = 1; };
//--- static
const f = () => fetch('https://h.example.com/x');
class G { static get x() { return f(); } } module.exports = async function handler() { return G.x; };
//--- proxy
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { get() { return f(); } }); module.exports = async function handler() { return p.a; };
//--- proxy2
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler() { const p = new Proxy({}, { get() { return f(); } }); return p.a; };
//--- reduce
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return [1,2].reduce((a, b) => f(), 0); };
//--- sort
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return i.list.sort((a, b) => f()); };
//--- replace
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return i.text.replace(/a/g, () => f()); };
//--- from
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return Array.from({length: 2}, f); };
//--- settimeout
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { setTimeout(f, 1); };
//--- promise
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return new Promise((r) => r(f())); };
//--- thencb
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return Promise.resolve(1).then(f); };
//--- bind
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return f.bind(null)(); };
//--- apply
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return f.apply(null, []); };
//--- reflect
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return Reflect.apply(f, null, []); };
//--- tag
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { return f`x`; };
//--- weak
const f = () => fetch('https://h.example.com/x');
const m = new WeakMap(); const k = {}; m.set(k, f); module.exports = async function handler(i) { return m.get(k)(); };
//--- set
const f = () => fetch('https://h.example.com/x');
const s = new Set(); s.add(f); module.exports = async function handler(i) { for (const g of s) g(); };
//--- mapforeach
const f = () => fetch('https://h.example.com/x');
const s = new Map([['a', f]]); module.exports = async function handler(i) { s.forEach((g) => g()); };
//--- mapvalues
const f = () => fetch('https://h.example.com/x');
const s = new Map([['a', f]]); module.exports = async function handler(i) { for (const g of s.values()) g(); };
//--- objvalues
const f = () => fetch('https://h.example.com/x');
const s = { a: f }; module.exports = async function handler(i) { return Object.values(s).map((g) => g()); };
//--- forin
const f = () => fetch('https://h.example.com/x');
const s = { a: f }; module.exports = async function handler(i) { for (const k in s) s[k](); };
//--- proto
const f = () => fetch('https://h.example.com/x');
function G() {} G.prototype.go = f; module.exports = async function handler(i) { return new G().go(); };
//--- mixin
const f = () => fetch('https://h.example.com/x');
const M = (B) => class extends B { go() { return f(); } }; class C extends M(Object) {} module.exports = async function handler(i) { return new C().go(); };
//--- super
const f = () => fetch('https://h.example.com/x');
class A { go() { return f(); } } class B extends A { go() { return super.go(); } } module.exports = async function handler(i) { return new B().go(); };
//--- field
const f = () => fetch('https://h.example.com/x');
class A { x = f(); } module.exports = async function handler(i) { return new A(); };
//--- reassign
const f = () => fetch('https://h.example.com/x');
let g = () => 1; g = f; module.exports = async function handler(i) { return g(); };
//--- param
const f = () => fetch('https://h.example.com/x');
const run = (g) => { g = g ?? f; return g(); }; module.exports = async function handler(i) { return run(); };
//--- default
const f = () => fetch('https://h.example.com/x');
const run = (g = f) => g(); module.exports = async function handler(i) { return run(); };
//--- arguments
const f = () => fetch('https://h.example.com/x');
function run() { return arguments[0](); } module.exports = async function handler(i) { return run(f); };
//--- rest
const f = () => fetch('https://h.example.com/x');
const run = (...gs) => gs.map((g) => g()); module.exports = async function handler(i) { return run(f, f); };
//--- push
const f = () => fetch('https://h.example.com/x');
const q = []; module.exports = async function handler(i) { q.push(f); q.pop()(); };
//--- queue
const f = () => fetch('https://h.example.com/x');
class Q { constructor() { this.q = []; } add(t) { this.q.push(t); } go() { const t = this.q.shift(); return t(); } } module.exports = async function handler(i) { const q = new Q(); q.add(f); return q.go(); };
//--- assign
const f = () => fetch('https://h.example.com/x');
const o = {}; module.exports = async function handler(i) { Object.assign(o, { f }); return o.f(); };
//--- paramwrite
const f = () => fetch('https://h.example.com/x');
const put = (o) => { o.go = f; }; module.exports = async function handler(i) { const o = {}; put(o); return o.go(); };
//--- instwrite
const f = () => fetch('https://h.example.com/x');
class C { constructor() { this.go = () => 1; } } const put = (c) => { c.go = f; }; module.exports = async function handler(i) { const c = new C(); put(c); return c.go(); };
//--- subclass
const f = () => fetch('https://h.example.com/x');
const E = require('events'); class C extends E { constructor() { super(); this.on('x', this.go); } go() { return f(); } } module.exports = async function handler(i) { new C().emit('x'); };
//--- transform
const f = () => fetch('https://h.example.com/x');
const { Transform } = require('stream'); class C extends Transform { _transform(a, b, c) { f(); c(); } } module.exports = async function handler(i) { new C().write('x'); };
//--- flag
const f = () => fetch('https://h.example.com/x');
let ready; const init = () => { ready = 'yes'; }; module.exports = async function handler(i) { init(); if (ready) return f(); };
//--- flag2
const f = () => fetch('https://h.example.com/x');
const s = { ready: undefined }; const init = (o) => { o.ready = 'yes'; }; module.exports = async function handler(i) { init(s); if (s.ready) return f(); };
//--- flag3
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { const s = {}; [1].forEach(() => { s.ready = 1; }); if (s.ready) return f(); };
//--- flag4
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { const s = {}; const t = s; t.ready = 1; if (s.ready) return f(); };
//--- flag5
const f = () => fetch('https://h.example.com/x');
class C { constructor() { this.s = {}; } set() { this.s.ready = 1; } go() { if (this.s.ready) return f(); } } module.exports = async function handler(i) { const c = new C(); c.set(); return c.go(); };
//--- flag6
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { let s = {}; const { a } = s; const o = { inner: s }; o.inner.ready = 1; if (s.ready) return f(); };
//--- hostchange
const f = () => fetch('https://h.example.com/x');
module.exports = async function handler(i) { const s = {}; Object.assign(s, { ready: 1 }); if (s.ready) return f(); };
//--- listenerInSpread
const f = () => fetch('https://h.example.com/x');
const bus = new (require('events'))(); bus.on(...['x', () => f()]); module.exports = async function handler() { bus.emit('x'); };
//--- pushedInSpread
const f = () => fetch('https://h.example.com/x');
const all = []; all.push(...[() => f()]); module.exports = async function handler(i) { all[i.n](); };
