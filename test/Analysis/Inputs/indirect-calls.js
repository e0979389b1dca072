//--- map
const f = () => fetch('https://h.example.com/x');
const hs = new Map();
hs.set("a", f);
module.exports = (i) => hs.get(i.name)(i.u);
//--- mapreg
const f = () => fetch('https://h.example.com/x');
const hs = new Map();
function register(n, f) { hs.set(n, f); }
register("a", f);
module.exports = (i) => hs.get(i.name)(i.u);
//--- objreg
const f = () => fetch('https://h.example.com/x');
const hs = {};
function register(n, f) { hs[n] = f; }
register("a", f);
module.exports = (i) => hs[i.name](i.u);
//--- objregdot
const f = () => fetch('https://h.example.com/x');
const hs = {};
function register(n, f) { hs[n] = f; }
register("a", f);
module.exports = (i) => hs.a(i.u);
//--- emitter
const f = () => fetch('https://h.example.com/x');
const { EventEmitter } = require("events");
const e = new EventEmitter();
e.on("go", f);
module.exports = (i) => { e.emit("go", i.u); };
//--- own emitter
const f = () => fetch('https://h.example.com/x');
class E { constructor() { this.ls = {}; } on(n, f) { (this.ls[n] ||= []).push(f); } emit(n, ...a) { return Promise.all((this.ls[n] || []).map((f) => f(...a))); } }
const e = new E();
e.on("go", f);
module.exports = (i) => e.emit("go", i.u);
//--- middleware
const f = () => fetch('https://h.example.com/x');
const chain = [];
const use = (f) => chain.push(f);
use(async (c, next) => { c.x = 1; return next(); });
use(async (c) => { const r = await f(); return r.text(); });
const run = (c, k = 0) => chain[k](c, () => run(c, k + 1));
module.exports = (i) => run({ ...i });
//--- compose
const f = () => fetch('https://h.example.com/x');
const compose = (...fs) => (x) => fs.reduceRight((v, f) => f(v), x);
const go = compose((x) => x, f);
module.exports = (i) => go(i.u);
//--- pipe
const f = () => fetch('https://h.example.com/x');
const pipe = (...fs) => async (x) => { let v = x; for (const f of fs) v = await f(v); return v; };
const go = pipe((x) => x.u, f);
module.exports = (i) => go(i);
//--- di
const f = () => fetch('https://h.example.com/x');
class Http { async get(u) { const r = await f(); return r.text(); } }
class Service { constructor(http) { this.http = http; } load(u) { return this.http.get(u); } }
const s = new Service(new Http());
module.exports = (i) => s.load(i.u);
//--- dicontainer
const f = () => fetch('https://h.example.com/x');
class Container { #m = new Map(); bind(k, make) { this.#m.set(k, make); return this; } get(k) { return this.#m.get(k)(this); } }
class Http { async get(u) { const r = await f(); return r.text(); } }
const c = new Container().bind("http", () => new Http());
module.exports = (i) => c.get("http").get(i.u);
//--- singleton
const f = () => fetch('https://h.example.com/x');
class Http { static #one; static get instance() { return this.#one ??= new Http(); } async get() { return f(); } }
module.exports = () => Http.instance.get();
//--- proxy
const f = () => fetch('https://h.example.com/x');
const target = { async get() { return f(); } };
const p = new Proxy(target, { get: (t, k) => t[k] });
module.exports = () => p.get();
//--- proxytrap
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { get: (t, k) => async () => f() });
module.exports = () => p.anything();
//--- symbol
const f = () => fetch('https://h.example.com/x');
const S = Symbol("go");
const o = { [S]: f };
module.exports = (i) => o[S](i.u);
//--- generator
const f = () => fetch('https://h.example.com/x');
function* steps() { yield f; }
module.exports = async (i) => { for (const f of steps()) await f(i.u); };
//--- gennext
const f = () => fetch('https://h.example.com/x');
function* steps() { yield f; }
module.exports = async (i) => { const g = steps(); return g.next().value(i.u); };
//--- asyncgen
const f = () => fetch('https://h.example.com/x');
async function* steps() { yield f; }
module.exports = async (i) => { for await (const f of steps()) await f(i.u); };
//--- promise
const f = () => fetch('https://h.example.com/x');
const ready = Promise.resolve(f);
module.exports = async (i) => (await ready)(i.u);
//--- then
const f = () => fetch('https://h.example.com/x');
const ready = Promise.resolve(f);
module.exports = (i) => ready.then((f) => f(i.u));
//--- newpromise
const f = () => fetch('https://h.example.com/x');
const ready = new Promise((ok) => ok(f));
module.exports = async (i) => (await ready)(i.u);
//--- setter
const f = () => fetch('https://h.example.com/x');
const o = { set f(v) { this._f = v; }, get f() { return this._f; } };
o.f = f;
module.exports = (i) => o.f(i.u);
//--- classset
const f = () => fetch('https://h.example.com/x');
class O { set f(v) { this._f = v; } get f() { return this._f; } }
const o = new O();
o.f = f;
module.exports = (i) => o.f(i.u);
//--- builder
const f = () => fetch('https://h.example.com/x');
class B { with(f) { this.f = f; return this; } build() { const f = this.f; return { run: (u) => f(u) }; } }
const t = new B().with(f).build();
module.exports = (i) => t.run(i.u);
//--- mixin
const f = () => fetch('https://h.example.com/x');
const withNet = (Base) => class extends Base { async go() { return f(); } };
class A {}
const T = withNet(A);
module.exports = () => new T().go();
//--- mixinassign
const f = () => fetch('https://h.example.com/x');
const net = { async go() { return f(); } };
class A {}
Object.assign(A.prototype, net);
module.exports = () => new A().go();
//--- memo
const f = () => fetch('https://h.example.com/x');
const memo = (f) => { const c = new Map(); return (k) => { if (!c.has(k)) c.set(k, f(k)); return c.get(k); }; };
const go = memo(f);
module.exports = (i) => go(i.u);
//--- debounce
const f = () => fetch('https://h.example.com/x');
const later = (f, ms) => (...a) => new Promise((ok) => setTimeout(() => ok(f(...a)), ms));
const go = later(f, 10);
module.exports = (i) => go(i.u);
//--- retry
const f = () => fetch('https://h.example.com/x');
async function retry(f, n) { for (let k = 0; ; k++) try { return await f(); } catch (e) { if (k >= n) throw e; } }
module.exports = (i) => retry(async () => f(), 3);
//--- queue
const f = () => fetch('https://h.example.com/x');
const q = [];
let busy = false;
async function drain() { if (busy) return; busy = true; while (q.length) await q.shift()(); busy = false; }
module.exports = async (i) => { q.push(async () => f()); await drain(); };
//--- queueload
const f = () => fetch('https://h.example.com/x');
const q = [];
q.push(async () => f());
module.exports = async (i) => { while (q.length) await q.shift()(); };
//--- weakmap
const f = () => fetch('https://h.example.com/x');
const priv = new WeakMap();
class A { constructor() { priv.set(this, { go: f }); } run(u) { return priv.get(this).go(u); } }
const a = new A();
module.exports = (i) => a.run(i.u);
//--- set
const f = () => fetch('https://h.example.com/x');
const all = new Set();
all.add(f);
module.exports = async (i) => { for (const f of all) await f(i.u); };
//--- setforeach
const f = () => fetch('https://h.example.com/x');
const all = new Set([f]);
module.exports = async (i) => { all.forEach((f) => f(i.u)); };
//--- entries
const f = () => fetch('https://h.example.com/x');
const o = { a: f };
module.exports = async (i) => { for (const [k, f] of Object.entries(o)) await f(i.u); };
//--- values
const f = () => fetch('https://h.example.com/x');
const o = { a: f };
module.exports = (i) => Promise.all(Object.values(o).map((f) => f(i.u)));
//--- fromentries
const f = () => fetch('https://h.example.com/x');
const o = Object.fromEntries([["a", f]]);
module.exports = (i) => o.a(i.u);
//--- fromentriesdyn
const f = () => fetch('https://h.example.com/x');
const o = Object.fromEntries([["a", f]].map(([k, f]) => [k.toUpperCase(), f]));
module.exports = (i) => o[i.k](i.u);
//--- find
const f = () => fetch('https://h.example.com/x');
const list = [{ n: "a", f: f }];
module.exports = (i) => list.find((x) => x.n === i.n).f(i.u);
//--- filter
const f = () => fetch('https://h.example.com/x');
const list = [{ n: "a", f: f }];
module.exports = (i) => Promise.all(list.filter((x) => x.n === i.n).map((x) => x.f(i.u)));
//--- at
const f = () => fetch('https://h.example.com/x');
const list = [f];
module.exports = (i) => list.at(-1)(i.u);
//--- pop
const f = () => fetch('https://h.example.com/x');
const list = [f];
module.exports = (i) => list.pop()(i.u);
//--- destr
const f = () => fetch('https://h.example.com/x');
const { a: { b: [f] } } = { a: { b: [f] } };
module.exports = (i) => f(i.u);
//--- closure
const f = () => fetch('https://h.example.com/x');
let f;
function init() { f = f; }
init();
module.exports = (i) => f(i.u);
//--- lazy
const f = () => fetch('https://h.example.com/x');
let f;
const get = () => f ??= f;
module.exports = (i) => get()(i.u);
//--- globalThis
const f = () => fetch('https://h.example.com/x');
globalThis.go = f;
module.exports = (i) => go(i.u);
//--- global2
const f = () => fetch('https://h.example.com/x');
globalThis.net = { go: f };
module.exports = (i) => globalThis.net.go(i.u);
//--- curry
const f = () => fetch('https://h.example.com/x');
const curry = (f) => (a) => (b) => f(a, b);
const go = curry(async (a, u) => f());
module.exports = (i) => go(1)(i.u);
//--- bind
const f = () => fetch('https://h.example.com/x');
class A { constructor() { this.go = this.go.bind(this); } async go() { return f(); } }
const { go } = new A();
module.exports = () => go();
//--- callbackprop
const f = () => fetch('https://h.example.com/x');
class A { constructor(o) { this.o = o; } run(u) { return this.o.onGo(u); } }
const a = new A({ onGo: f });
module.exports = (i) => a.run(i.u);
//--- optmerge
const f = () => fetch('https://h.example.com/x');
const defaults = { go: f };
const make = (o) => { const s = { ...defaults, ...o }; return (u) => s.go(u); };
const run = make({ x: 1 });
module.exports = (i) => run(i.u);
//--- optmergedyn
const f = () => fetch('https://h.example.com/x');
const defaults = { go: f };
const make = (o) => { const s = Object.assign({}, defaults, o); return (u) => s.go(u); };
module.exports = (i) => make(i.options)(i.u);
//--- inherit
const f = () => fetch('https://h.example.com/x');
class Base { run(u) { return this.step(u); } }
class Net extends Base { async step(u) { return f(); } }
const all = { net: Net };
module.exports = (i) => new all[i.kind]().run(i.u);
//--- factory
const f = () => fetch('https://h.example.com/x');
const kinds = { net: class { async run() { return f(); } } };
const create = (k) => new kinds[k]();
module.exports = (i) => create(i.kind).run();
//--- registryclass
const f = () => fetch('https://h.example.com/x');
class Registry { constructor() { this.items = {}; } add(n, x) { this.items[n] = x; return this; } get(n) { return this.items[n]; } }
const r = new Registry().add("net", { run: f });
module.exports = (i) => r.get(i.n).run(i.u);
//--- registrymap
const f = () => fetch('https://h.example.com/x');
class Registry { constructor() { this.items = new Map(); } add(n, x) { this.items.set(n, x); return this; } get(n) { return this.items.get(n); } }
const r = new Registry().add("net", { run: f });
module.exports = (i) => r.get(i.n).run(i.u);
//--- decor
const f = () => fetch('https://h.example.com/x');
function log(t, k, d) { const f = d.value; d.value = function (...a) { return f.apply(this, a); }; return d; }
class A { async go() { return f(); } }
Object.defineProperty(A.prototype, "go", log(A.prototype, "go", Object.getOwnPropertyDescriptor(A.prototype, "go")));
module.exports = () => new A().go();
//--- wrapmethods
const f = () => fetch('https://h.example.com/x');
class A { async go() { return f(); } }
for (const k of Object.getOwnPropertyNames(A.prototype)) { const f = A.prototype[k]; if (k !== "constructor") A.prototype[k] = function (...a) { return f.apply(this, a); }; }
module.exports = () => new A().go();
//--- tostring
const f = () => fetch('https://h.example.com/x');
const o = { toString() { f(); return "x"; } };
module.exports = () => `${o}`;
//--- valueof
const f = () => fetch('https://h.example.com/x');
const o = { valueOf() { f(); return 1; } };
module.exports = () => o + 1;
//--- toprim
const f = () => fetch('https://h.example.com/x');
const o = { [Symbol.toPrimitive]() { f(); return 1; } };
module.exports = () => +o;
//--- tojson
const f = () => fetch('https://h.example.com/x');
const o = { toJSON() { f(); return 1; } };
module.exports = () => JSON.stringify(o);
//--- iterator
const f = () => fetch('https://h.example.com/x');
const o = { *[Symbol.iterator]() { f(); yield 1; } };
module.exports = () => [...o];
//--- iterator2
const f = () => fetch('https://h.example.com/x');
class L { *[Symbol.iterator]() { f(); yield 1; } }
module.exports = () => { let s = 0; for (const x of new L()) s += x; return s; };
//--- then-able
const f = () => fetch('https://h.example.com/x');
const o = { then(ok) { f(); ok(1); } };
module.exports = async () => await o;
//--- hasinstance
const f = () => fetch('https://h.example.com/x');
const o = { [Symbol.hasInstance]() { f(); return true; } };
module.exports = () => ({}) instanceof o;
//--- thenclass
const f = () => fetch('https://h.example.com/x');
class T { then(ok) { f(); ok(1); } }
module.exports = async () => await new T();
//--- tostringclass
const f = () => fetch('https://h.example.com/x');
class T { toString() { f(); return "x"; } }
module.exports = () => "" + new T();
//--- sortcmp
const f = () => fetch('https://h.example.com/x');
const cmp = (a, b) => { f(); return 0; };
module.exports = (i) => i.list.sort(cmp);
//--- replacer
const f = () => fetch('https://h.example.com/x');
const f = (m) => { f(); return m; };
module.exports = (i) => i.text.replace(/x/g, f);
//--- argsarr
const f = () => fetch('https://h.example.com/x');
function call() { return arguments[0](arguments[1]); }
module.exports = (i) => call(f, i.u);
//--- super
const f = () => fetch('https://h.example.com/x');
class A { async go() { return f(); } }
class B extends A { go() { return super.go(); } }
module.exports = () => new B().go();
//--- staticblock
const f = () => fetch('https://h.example.com/x');
class A { static f; static { A.f = f; } }
module.exports = (i) => A.f(i.u);
//--- private
const f = () => fetch('https://h.example.com/x');
class A { #go = f; run(u) { return this.#go(u); } }
module.exports = (i) => new A().run(i.u);
//--- newtarget
const f = () => fetch('https://h.example.com/x');
function A() { if (!new.target) return new A(); this.go = f; }
module.exports = (i) => A().go(i.u);
//--- protofn
const f = () => fetch('https://h.example.com/x');
function A() {}
A.prototype = { go: f };
module.exports = (i) => new A().go(i.u);
//--- protoassign
const f = () => fetch('https://h.example.com/x');
function A() {}
A.prototype.go = f;
function B() { A.call(this); }
B.prototype = Object.create(A.prototype);
module.exports = (i) => new B().go(i.u);
//--- utilinherits
const f = () => fetch('https://h.example.com/x');
const util = require("util");
function A() {}
A.prototype.go = f;
function B() { A.call(this); }
util.inherits(B, A);
module.exports = (i) => new B().go(i.u);
//--- objcreate
const f = () => fetch('https://h.example.com/x');
const base = { go: f };
const o = Object.create(base);
module.exports = (i) => o.go(i.u);
//--- setproto
const f = () => fetch('https://h.example.com/x');
const base = { go: f };
const o = Object.setPrototypeOf({}, base);
module.exports = (i) => o.go(i.u);
//--- structured
const f = () => fetch('https://h.example.com/x');
const ops = [["a", f]];
const m = new Map(ops);
module.exports = (i) => m.get(i.n)?.(i.u);
//--- switch
const f = () => fetch('https://h.example.com/x');
const f = f;
const pick = (n) => { switch (n) { case "a": return f; default: return null; } };
module.exports = (i) => pick(i.n)(i.u);
//--- trycatch
const f = () => fetch('https://h.example.com/x');
const f = f;
module.exports = (i) => { try { throw f; } catch (g) { return g(i.u); } };
//--- errprop
const f = () => fetch('https://h.example.com/x');
class E extends Error { constructor(f) { super("x"); this.f = f; } }
module.exports = (i) => { try { throw new E(f); } catch (e) { return e.f(i.u); } };
//--- cbstyle
const f = () => fetch('https://h.example.com/x');
const load = (u, done) => { f().then((r) => done(null, r), done); };
const { promisify } = require("util");
const loadAsync = promisify(load);
module.exports = (i) => loadAsync(i.u);
//--- als
const f = () => fetch('https://h.example.com/x');
const { AsyncLocalStorage } = require("async_hooks");
const als = new AsyncLocalStorage();
module.exports = (i) => als.run({ go: f }, () => als.getStore().go(i.u));
//--- finreg
const f = () => fetch('https://h.example.com/x');
const o = {};
O: for (const k of ["a", "b"]) o[k] = f;
module.exports = (i) => o.a(i.u);
//--- tagged
const f = () => fetch('https://h.example.com/x');
const tag = (s, ...v) => f();
module.exports = (i) => tag`x${i.u}`;
//--- defaultparam
const f = () => fetch('https://h.example.com/x');
const go = (u, g = f) => g(u);
module.exports = (i) => go(i.u);
//--- getterclass
const f = () => fetch('https://h.example.com/x');
class A { get data() { return f(); } }
module.exports = () => new A().data;
//--- gettersdef
const f = () => fetch('https://h.example.com/x');
const o = {};
Object.defineProperty(o, "data", { get() { return f(); } });
module.exports = () => o.data;
//--- instgetdef
const f = () => fetch('https://h.example.com/x');
class A { constructor() { Object.defineProperty(this, "data", { get: () => f() }); } }
module.exports = () => new A().data;
//--- reducebuild
const f = () => fetch('https://h.example.com/x');
const o = ["a", "b"].reduce((acc, k) => { acc[k] = f; return acc; }, {});
module.exports = (i) => o[i.k](i.u);
//--- reducespread
const f = () => fetch('https://h.example.com/x');
const o = ["a", "b"].reduce((acc, k) => ({ ...acc, [k]: f }), {});
module.exports = (i) => o[i.k](i.u);
//--- concatarr
const f = () => fetch('https://h.example.com/x');
const base = [];
const all = base.concat([f]);
module.exports = async (i) => { for (const f of all) await f(i.u); };
//--- flat
const f = () => fetch('https://h.example.com/x');
const all = [[f]].flat();
module.exports = async (i) => { for (const f of all) await f(i.u); };
//--- stack
const f = () => fetch('https://h.example.com/x');
const stack = [];
function push(f) { stack.unshift(f); }
push(f);
module.exports = (i) => stack.reduce((p, f) => p.then(() => f(i.u)), Promise.resolve());
//--- nested
const f = () => fetch('https://h.example.com/x');
const api = { v1: { users: { list: f } } };
module.exports = (i) => i.path.split(".").reduce((o, k) => o[k], api)(i.u);
//--- json route
const f = () => fetch('https://h.example.com/x');
const routes = [{ path: "/a", handler: f }];
const router = { match(p) { return routes.find((r) => r.path === p); } };
module.exports = (i) => router.match(i.p)?.handler(i.u);
//--- linked
const f = () => fetch('https://h.example.com/x');
class Node { constructor(f, next) { this.f = f; this.next = next; } }
let head = null;
head = new Node(f, head);
head = new Node((u) => u, head);
module.exports = async (i) => { for (let n = head; n; n = n.next) await n.f(i.u); };
//--- visitor
const f = () => fetch('https://h.example.com/x');
const visitor = { text: (n) => n, link: f };
const visit = (n) => visitor[n.type](n.u);
module.exports = (i) => Promise.all(i.nodes.map(visit));
//--- statemachine
const f = () => fetch('https://h.example.com/x');
const states = { start: () => states.load, load: async () => { await f(); return null; } };
module.exports = async () => { let s = states.start; while (s) s = await s(); };
//--- trampoline
const f = () => fetch('https://h.example.com/x');
const tramp = (f) => { let r = f(); while (typeof r === "function") r = r(); return r; };
module.exports = () => tramp(() => () => f());
//--- written: direct
function C() {}
Object.defineProperty(C.prototype, "value", { get: function () { return fetch; } });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: box
function C() {}
const box = { value: Object }; box.value.defineProperty(C.prototype, "value", { get: function () { return fetch; } });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: boxassign
function C() {}
const box = { value: Object }; box.value.assign(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: reflect
class C {}
const [o] = [Reflect]; o.defineProperty(C.prototype, "value", { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: idfn
class C {}
((v) => v)(Object).assign(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: override
class C { value() { return 1; } }
const [o] = [Object]; o.assign(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: static
class C {}
const [o] = [Object]; o.assign(C, { value: fetch });
module.exports = () => C.value("https://h.example.com/x");
//--- written: staticover
class C { static value() {} }
const [o] = [Object]; o.assign(C, { value: fetch });
module.exports = () => C.value("https://h.example.com/x");
//--- written: instance
class C {}
const c = new C();
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: instover
class C { value() {} }
const c = new C();
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: plain
const c = {};
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: array
const c = [];
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: function
function c() {}
const [o] = [Object]; o.assign(c, { value: fetch });
module.exports = () => c.value("https://h.example.com/x");
//--- written: protokey
class C {}
C.prototype[process.argv[2]] = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: alias
class C {}
const p = C.prototype; p.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: fn
class C {}
function put(p) { p.value = fetch; }
put(C.prototype);
module.exports = () => new C().value("https://h.example.com/x");
//--- written: forin
class C {}
const all = { value: fetch };
for (const k in all) C.prototype[k] = all[k];
module.exports = () => new C().value("https://h.example.com/x");
//--- written: apply
class C {}
Object.assign.apply(null, [C.prototype, { value: fetch }]);
module.exports = () => new C().value("https://h.example.com/x");
//--- written: call
class C {}
Object.assign.call(null, C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: getproto
class C {}
Object.getPrototypeOf(new C()).value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: proto
class C {}
new C().__proto__.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: ctor
class C {}
new C().constructor.prototype.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: setproto
class C {}
Object.setPrototypeOf(C.prototype, { value: fetch });
module.exports = () => new C().value("https://h.example.com/x");
//--- written: arr
class C {}
const box = [C.prototype]; box[0].value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: objholder
class C {}
const box = { p: C.prototype }; box.p.value = fetch;
module.exports = () => new C().value("https://h.example.com/x");
//--- written: spreadargs
class C {}
const args = [C.prototype, { value: fetch }];
Object.assign(...args);
module.exports = () => new C().value("https://h.example.com/x");
//--- inherited getter
const f = () => fetch('https://h.example.com/x');
const settings = Object.create({ get key() { return f(); } });
module.exports = () => settings.key;
//--- two modules set
// lib.js
let g;
exports.set = (x) => { g = x; };
exports.run = (u) => g(u);
// index.js
const f = () => fetch('https://h.example.com/x');
const lib = require('./lib');
lib.set(f);
module.exports = (i) => lib.run(i.u);
//--- extends Map
const f = () => fetch('https://h.example.com/x');
class R extends Map {}
const r = new R();
r.set('a', f);
module.exports = (i) => r.get(i.k)(i.u);
//--- extends Array
const f = () => fetch('https://h.example.com/x');
class L extends Array { runAll(u) { return this.map((g) => g(u)); } }
const l = new L();
l.push(f);
module.exports = (i) => l.runAll(i.u);
//--- function with members
const f = () => fetch('https://h.example.com/x');
function app(u) { return app.handlers.go(u); }
app.handlers = {};
app.handlers.go = f;
module.exports = (i) => app(i.u);
//--- function with unknown members
const f = () => fetch('https://h.example.com/x');
function app() {}
app.handlers = {};
app.on = (n, g) => { app.handlers[n] = g; };
app.on('a', f);
module.exports = (i) => app.handlers[i.k](i.u);
//--- copied by keys
const f = () => fetch('https://h.example.com/x');
const o = { a: f }, out = {};
Object.keys(o).forEach((k) => { out[k] = o[k]; });
module.exports = (i) => out[i.k](i.u);
//--- wrapped by entries
const f = () => fetch('https://h.example.com/x');
const wrap = (g) => (...a) => g(...a);
const tools = {};
for (const [k, v] of Object.entries({ a: f })) tools[k] = wrap(v);
module.exports = (i) => tools[i.k](i.u);
//--- wrapped fromEntries
const f = () => fetch('https://h.example.com/x');
const wrap = (g) => (...a) => g(...a);
const tools = Object.fromEntries(Object.entries({ a: f }).map(([k, v]) => [k, wrap(v)]));
module.exports = (i) => tools.a(i.u);
//--- method bind
const f = () => fetch('https://h.example.com/x');
const o = { go() { return f(); } };
const go = o.go.bind(o);
module.exports = (i) => go(i.u);
//--- partial
const f = () => fetch('https://h.example.com/x');
const go = ((u) => f(u)).bind(null, 'x');
module.exports = () => go();
//--- call call
const f = () => fetch('https://h.example.com/x');
module.exports = (i) => Function.prototype.call.call(f, null, i.u);
//--- ternary
const f = () => fetch('https://h.example.com/x');
const g = (u) => u;
module.exports = (i) => (i.x ? f : g)(i.u);
//--- array index
const f = () => fetch('https://h.example.com/x');
module.exports = (i) => [f][0](i.u);
//--- array unknown index
const f = () => fetch('https://h.example.com/x');
const l = [f, (u) => u];
module.exports = (i) => l[i.n](i.u);
//--- finally
const f = () => fetch('https://h.example.com/x');
const pick = () => { try { return null; } finally { return f; } };
module.exports = (i) => pick()(i.u);
//--- nextTick
const f = () => fetch('https://h.example.com/x');
module.exports = () => { process.nextTick(f); };
//--- queueMicrotask
const f = () => fetch('https://h.example.com/x');
module.exports = () => { queueMicrotask(() => f()); };
//--- own EventEmitter
const f = () => fetch('https://h.example.com/x');
const { EventEmitter } = require('events');
class E extends EventEmitter { constructor() { super(); this.on('go', this.work); } work() { return f(); } }
const e = new E();
module.exports = () => { e.emit('go'); };
//--- EventTarget
const f = () => fetch('https://h.example.com/x');
const t = new EventTarget();
t.addEventListener('go', f);
module.exports = () => { t.dispatchEvent(new Event('go')); };
//--- onevent
const f = () => fetch('https://h.example.com/x');
const t = new EventTarget();
t.ongo = f;
module.exports = () => { t.ongo(); };
//--- reviver
const f = () => fetch('https://h.example.com/x');
module.exports = (i) => JSON.parse(i.text, (k, v) => { f(); return v; });
//--- replacer
const f = () => fetch('https://h.example.com/x');
const r = (k, v) => { f(); return v; };
module.exports = (i) => JSON.stringify(i, r);
//--- symbol replace
const f = () => fetch('https://h.example.com/x');
const p = { [Symbol.replace]() { return f(); } };
module.exports = (i) => i.text.replace(p, 'x');
//--- symbol split
const f = () => fetch('https://h.example.com/x');
class P { [Symbol.split]() { f(); return []; } }
const p = new P();
module.exports = (i) => i.text.split(p);
//--- private method
const f = () => fetch('https://h.example.com/x');
class A { #go(u) { return f(u); } run(u) { return this.#go(u); } }
const a = new A();
module.exports = (i) => a.run(i.u);
//--- static private
const f = () => fetch('https://h.example.com/x');
class A { static #go = f; static run(u) { return A.#go(u); } }
module.exports = (i) => A.run(i.u);
//--- inspect
const f = () => fetch('https://h.example.com/x');
const util = require('util');
const o = { [util.inspect.custom]() { return f(); } };
module.exports = () => { console.log(o); };
//--- inspect symbol
const f = () => fetch('https://h.example.com/x');
const o = { [Symbol.for('nodejs.util.inspect.custom')]() { return f(); } };
module.exports = () => { console.log('%s', o); };
//--- promise all thenable
const f = () => fetch('https://h.example.com/x');
const t = { then(ok) { f(); ok(1); } };
module.exports = () => Promise.all([t]);
//--- async return thenable
const f = () => fetch('https://h.example.com/x');
const t = { then(ok) { f(); ok(1); } };
module.exports = async () => t;
//--- map call
const f = () => fetch('https://h.example.com/x');
module.exports = (i) => Array.prototype.map.call(i.list, f);
//--- create with descriptors
const f = () => fetch('https://h.example.com/x');
const o = Object.create({}, { go: { value: f } });
module.exports = (i) => o.go(i.u);
//--- create with getter
const f = () => fetch('https://h.example.com/x');
const o = Object.create(null, { go: { get() { return f; } } });
module.exports = (i) => o.go(i.u);
//--- create getter runs
const f = () => fetch('https://h.example.com/x');
const o = Object.create(null, { go: { get() { return f(); } } });
module.exports = () => o.go;
//--- defineProperties
const f = () => fetch('https://h.example.com/x');
const o = {};
Object.defineProperties(o, { go: { value: f }, other: { get: () => 1 } });
module.exports = (i) => o.go(i.u);
//--- defineProperties getter
const f = () => fetch('https://h.example.com/x');
const o = {};
Object.defineProperties(o, { go: { get: () => f() } });
module.exports = () => o.go;
//--- defineGetter
const f = () => fetch('https://h.example.com/x');
const o = {};
o.__defineGetter__('go', f);
module.exports = () => o.go;
//--- getter gives function
const f = () => fetch('https://h.example.com/x');
class A { get go() { return f; } }
const a = new A();
module.exports = (i) => a.go(i.u);
//--- map of lists
const f = () => fetch('https://h.example.com/x');
const m = new Map();
const on = (k, g) => { if (!m.has(k)) m.set(k, []); m.get(k).push(g); };
on('a', f);
module.exports = (i) => m.get(i.k).forEach((g) => g(i.u));
//--- map of maps
const f = () => fetch('https://h.example.com/x');
const m = new Map();
m.set('a', new Map([['b', f]]));
module.exports = (i) => m.get(i.k).get(i.l)(i.u);
//--- debounce
const f = () => fetch('https://h.example.com/x');
const _ = require('lodash');
const go = _.debounce(f, 10);
module.exports = (i) => go(i.u);
//--- flow
const f = () => fetch('https://h.example.com/x');
const { flow } = require('lodash');
const go = flow([(x) => x, f]);
module.exports = (i) => go(i.u);
//--- limit
const f = () => fetch('https://h.example.com/x');
const limit = require('p-limit')(1);
module.exports = (i) => limit(() => f(i.u));
//--- namespace
// lib.mjs
const f = () => fetch('https://h.example.com/x');
export const go = f;
export { go as default };
// index.mjs
import * as ns from './lib.mjs';
export default (i) => ns[i.k](i.u);
//--- dynamic import
// lib.mjs
const f = () => fetch('https://h.example.com/x');
export const go = f;
// index.mjs
export default async (i) => (await import('./lib.mjs')).go(i.u);
//--- dynamic import then
// lib.mjs
const f = () => fetch('https://h.example.com/x');
export const go = f;
// index.mjs
export default (i) => import('./lib.mjs').then((m) => m.go(i.u));
//--- dynamic import template
// lib.mjs
const f = () => fetch('https://h.example.com/x');
export const go = f;
// index.mjs
const name = 'lib';
export default (i) => import(`./${name}.mjs`).then(({ go }) => go(i.u));
//--- require by key
// lib.js
const f = () => fetch('https://h.example.com/x');
exports.a = exports.b = f;
// index.js
module.exports = (i) => require('./lib')[i.k](i.u);
//--- lazy require
// lib.js
const f = () => fetch('https://h.example.com/x');
module.exports = { go: f };
// index.js
let lib;
const load = () => lib || (lib = require('./lib'));
module.exports = (i) => load().go(i.u);
//--- plugin modules
// core.js
const plugins = [];
exports.register = (p) => plugins.push(p);
exports.run = (n, u) => plugins.find((p) => p.name === n).execute(u);
// plugin.js
const f = () => fetch('https://h.example.com/x');
const core = require('./core');
core.register({ name: 'net', execute: f });
// index.js
const core = require('./core');
require('./plugin');
module.exports = (i) => core.run(i.n, i.u);
//--- class plugins
// core.js
const kinds = {};
class Base { static register(k) { kinds[k.kind] = k; } static make(k) { return new kinds[k](); } }
module.exports = Base;
// plugin.js
const f = () => fetch('https://h.example.com/x');
const Base = require('./core');
class Net extends Base { static kind = 'net'; async run(u) { return f(u); } }
Base.register(Net);
// index.js
const Base = require('./core');
require('./plugin');
module.exports = (i) => Base.make(i.k).run(i.u);
//--- co
const f = () => fetch('https://h.example.com/x');
const co = (g) => { const it = g(); const step = (v) => { const r = it.next(v); return r.done ? r.value : Promise.resolve(r.value).then(step); }; return step(); };
module.exports = () => co(function* () { const r = yield f(); return r; });
//--- yield star
const f = () => fetch('https://h.example.com/x');
function* inner() { yield f; }
function* outer() { yield* inner(); }
module.exports = (i) => { for (const g of outer()) g(i.u); };
//--- state field
const f = () => fetch('https://h.example.com/x');
class A { constructor() { this.state = this.idle; } idle() { this.state = this.busy; } busy() { return f(); } step() { return this.state(); } }
const a = new A();
module.exports = () => { a.step(); return a.step(); };
//--- returned object methods
const f = () => fetch('https://h.example.com/x');
const make = () => { const self = { a: () => self.b(), b: f }; return self; };
const o = make();
module.exports = () => o.a();
//--- this alias
const f = () => fetch('https://h.example.com/x');
function A() { const self = this; self.go = f; self.run = function () { return self.go(); }; }
const a = new A();
module.exports = () => a.run();
//--- prototype loop
const f = () => fetch('https://h.example.com/x');
function A() {}
['get', 'post'].forEach((m) => { A.prototype[m] = function (u) { return f(u); }; });
module.exports = (i) => new A().get(i.u);
//--- prototype extend
const f = () => fetch('https://h.example.com/x');
function A() {}
const extend = (t, s) => { for (const k in s) if (Object.prototype.hasOwnProperty.call(s, k)) t[k] = s[k]; return t; };
extend(A.prototype, { go: f });
module.exports = (i) => new A().go(i.u);
//--- extend object
const f = () => fetch('https://h.example.com/x');
const extend = (t, ...ss) => { ss.forEach((s) => Object.keys(s).forEach((k) => { t[k] = s[k]; })); return t; };
const o = extend({}, { go: f });
module.exports = (i) => o.go(i.u);
//--- assign create
const f = () => fetch('https://h.example.com/x');
function B() {}
function A() {}
A.prototype = Object.assign(Object.create(B.prototype), { constructor: A, go: f });
module.exports = (i) => new A().go(i.u);
//--- class expression factory
const f = () => fetch('https://h.example.com/x');
const define = (methods) => { class K {} Object.assign(K.prototype, methods); return K; };
const K = define({ go: f });
module.exports = (i) => new K().go(i.u);
//--- decorator applied
const f = () => fetch('https://h.example.com/x');
const logged = (g) => function (...a) { return g.apply(this, a); };
class A { go(u) { return f(u); } }
A.prototype.go = logged(A.prototype.go);
module.exports = (i) => new A().go(i.u);
//--- proxy apply
const f = () => fetch('https://h.example.com/x');
const p = new Proxy(f, {});
module.exports = (i) => p(i.u);
//--- proxy apply trap
const f = () => fetch('https://h.example.com/x');
const p = new Proxy(() => 1, { apply: () => f() });
module.exports = () => p();
//--- proxy construct trap
const f = () => fetch('https://h.example.com/x');
const P = new Proxy(class {}, { construct: () => ({ x: f() }) });
module.exports = () => new P();
//--- proxy has trap
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { has: () => f() });
module.exports = () => 'x' in p;
//--- proxy set trap
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { set: () => f() });
module.exports = () => { p.x = 1; };
//--- proxy delete trap
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { deleteProperty: () => f() });
module.exports = () => { delete p.x; };
//--- proxy keys trap
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { ownKeys: () => { f(); return []; } });
module.exports = () => Object.keys(p);
//--- proxy in for in
const f = () => fetch('https://h.example.com/x');
const p = new Proxy({}, { ownKeys: () => { f(); return []; } });
module.exports = () => { for (const k in p) return k; };
//--- setter by assign
const f = () => fetch('https://h.example.com/x');
const o = { set x(v) { f(); } };
module.exports = () => { Object.assign(o, { x: 1 }); };
//--- getter by spread
const f = () => fetch('https://h.example.com/x');
const o = { get x() { return f(); } };
module.exports = () => ({ ...o });
//--- getter by json
const f = () => fetch('https://h.example.com/x');
const o = { get x() { return f(); } };
module.exports = () => JSON.stringify(o);
//--- getter by result
const f = () => fetch('https://h.example.com/x');
const o = { get x() { return f(); } };
module.exports = () => o;
//--- getter by values
const f = () => fetch('https://h.example.com/x');
const o = { get x() { return f(); } };
module.exports = () => Object.values(o);
//--- to string key
const f = () => fetch('https://h.example.com/x');
const k = { toString() { f(); return 'a'; } };
const o = { a: 1 };
module.exports = () => o[k];
//--- to string join
const f = () => fetch('https://h.example.com/x');
const k = { toString() { f(); return 'a'; } };
module.exports = () => [k].join();
//--- loose equal
const f = () => fetch('https://h.example.com/x');
const k = { valueOf() { f(); return 1; } };
module.exports = (i) => k == 1;
//--- less
const f = () => fetch('https://h.example.com/x');
const k = { valueOf() { f(); return 1; } };
module.exports = (i) => k < 1;
//--- date
const f = () => fetch('https://h.example.com/x');
const k = { valueOf() { f(); return 1; } };
module.exports = (i) => new Date(k);
//--- number
const f = () => fetch('https://h.example.com/x');
const k = { valueOf() { f(); return 1; } };
module.exports = (i) => Number(k) + Math.max(k, 1);
//--- string function
const f = () => fetch('https://h.example.com/x');
const k = { toString() { f(); return 'a'; } };
module.exports = () => String(k);
//--- for await
const f = () => fetch('https://h.example.com/x');
const o = { async *[Symbol.asyncIterator]() { yield f(); } };
module.exports = async () => { for await (const x of o) return x; };
//--- destructured iterator
const f = () => fetch('https://h.example.com/x');
const o = { *[Symbol.iterator]() { yield f(); } };
module.exports = () => { const [x] = o; return x; };
//--- map from iterator
const f = () => fetch('https://h.example.com/x');
const o = { *[Symbol.iterator]() { yield f(); } };
module.exports = () => new Map(o);
//--- promise race iterator
const f = () => fetch('https://h.example.com/x');
const o = { *[Symbol.iterator]() { yield f(); } };
module.exports = () => Promise.race(o);
//--- callback in options object
const f = () => fetch('https://h.example.com/x');
const run = (o) => o.done && o.done('x');
module.exports = () => run({ done: f });
//--- args object method
const f = () => fetch('https://h.example.com/x');
function run() { return Array.prototype.slice.call(arguments).map((g) => g()); }
module.exports = () => run(f);
//--- recursion builder
const f = () => fetch('https://h.example.com/x');
const build = (n) => n ? { next: build(n - 1) } : { go: f };
const t = build(3);
module.exports = (i) => { let x = t; while (x.next) x = x.next; return x.go(i.u); };
//--- json path
const f = () => fetch('https://h.example.com/x');
const tree = { a: { b: { go: f } } };
module.exports = (i) => { let x = tree; for (const k of i.path) x = x[k]; return x(i.u); };
//--- with default export object
// lib.mjs
const f = () => fetch('https://h.example.com/x');
export default { async go(u) { return f(u); } };
// index.mjs
import lib from './lib.mjs';
export default (i) => lib.go(i.u);
//--- reexport star
// a.mjs
const f = () => fetch('https://h.example.com/x');
export const go = f;
// b.mjs
export * from './a.mjs';
// index.mjs
import { go } from './b.mjs';
export default (i) => go(i.u);
//--- circular
// a.js
exports.go = (u) => require('./b').go(u);
// b.js
const f = () => fetch('https://h.example.com/x');
const a = require('./a');
exports.go = (u) => f(u);
exports.a = a;
// index.js
module.exports = (i) => require('./a').go(i.u);
//--- express
const f = () => fetch('https://h.example.com/x');
const express = require('express');
const app = express();
app.get('/a', f);
module.exports = (i) => app.handle(i);
//--- axios interceptor
const f = () => fetch('https://h.example.com/x');
const axios = require('axios');
const c = axios.create();
c.interceptors.request.use((x) => { f(); return x; });
module.exports = () => c.get('https://other.example.com/');
//--- zod refine
const f = () => fetch('https://h.example.com/x');
const { z } = require('zod');
const s = z.object({ a: z.string() }).refine((v) => f());
module.exports = (i) => s.parse(i);
//--- zod transform
const f = () => fetch('https://h.example.com/x');
const { z } = require('zod');
const s = z.string().transform(async (v) => f(v));
module.exports = (i) => s.parseAsync(i.u);
//--- rxjs
const f = () => fetch('https://h.example.com/x');
const { of } = require('rxjs');
const { mergeMap } = require('rxjs/operators');
const s = of(1).pipe(mergeMap(f));
module.exports = () => { s.subscribe(); };
//--- dataloader
const f = () => fetch('https://h.example.com/x');
const DataLoader = require('dataloader');
const l = new DataLoader((keys) => Promise.all(keys.map(f)));
module.exports = (i) => l.load(i.k);
//--- lru fetchMethod
const f = () => fetch('https://h.example.com/x');
const { LRUCache } = require('lru-cache');
const c = new LRUCache({ max: 5, fetchMethod: (k) => f(k) });
module.exports = (i) => c.fetch(i.k);
//--- mcp client transport class
const f = () => fetch('https://h.example.com/x');
const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
class T { async start() {} async send(m) { return f(m); } }
const c = new Client({ name: 'x', version: '1' });
const t = new T();
module.exports = async () => { await c.connect(t); };
//--- openai fetch option
const f = () => fetch('https://h.example.com/x');
const OpenAI = require('openai');
const c = new OpenAI({ fetch: f });
module.exports = () => c.chat.completions.create({});
//--- class with injected host
const f = () => fetch('https://h.example.com/x');
class Api { constructor(opts) { this.fetch = opts.fetch; } get(u) { return this.fetch(u); } }
const a = new Api({ fetch: f });
module.exports = (i) => a.get(i.u);
//--- injected default
const f = () => fetch('https://h.example.com/x');
class Api { constructor({ send = f } = {}) { this.send = send; } get(u) { return this.send(u); } }
const a = new Api();
module.exports = (i) => a.get(i.u);
//--- singleton module state
// state.js
exports.state = { client: null };
// init.js
const f = () => fetch('https://h.example.com/x');
const { state } = require('./state');
state.client = { get: f };
// index.js
require('./init');
const { state } = require('./state');
module.exports = (i) => state.client.get(i.u);
//--- context by closure
const f = () => fetch('https://h.example.com/x');
const withClient = (fn) => (i) => fn(i, { get: f });
module.exports = withClient((i, client) => client.get(i.u));
//--- hoc twice
const f = () => fetch('https://h.example.com/x');
const retry = (fn) => async (...a) => { try { return await fn(...a); } catch { return fn(...a); } };
const timed = (fn) => async (...a) => { const r = await fn(...a); return r; };
module.exports = retry(timed((i) => f(i.u)));
//--- reducer of middlewares
const f = () => fetch('https://h.example.com/x');
const mws = [(next) => (i) => next(i), (next) => async (i) => { await f(i.u); return next(i); }];
module.exports = mws.reduceRight((next, mw) => mw(next), (i) => i);
//--- koa compose
const f = () => fetch('https://h.example.com/x');
const compose = (ms) => (ctx) => { const d = (k) => { const m = ms[k]; return m ? Promise.resolve(m(ctx, d.bind(null, k + 1))) : Promise.resolve(); }; return d(0); };
const run = compose([(c, n) => n(), async (c, n) => { await f(c.u); }]);
module.exports = (i) => run({ u: i.u });
//--- command pattern
const f = () => fetch('https://h.example.com/x');
class Cmd { execute() {} }
class Net extends Cmd { execute(u) { return f(u); } }
const cmds = new Map([['net', Net]]);
module.exports = (i) => { const C = cmds.get(i.c); return new C().execute(i.u); };
//--- command instances
const f = () => fetch('https://h.example.com/x');
class Net { execute(u) { return f(u); } }
const cmds = [new Net()];
module.exports = (i) => { for (const c of cmds) if (c.constructor.name === i.c) return c.execute(i.u); };
//--- visitor class
const f = () => fetch('https://h.example.com/x');
class V { visit(n) { const m = this['visit' + n.type]; return m ? m.call(this, n) : null; } visitLink(n) { return f(n.u); } }
const v = new V();
module.exports = (i) => v.visit(i);
//--- dynamic method this
const f = () => fetch('https://h.example.com/x');
class V { run(n, u) { return this[`do_${n}`](u); } do_net(u) { return f(u); } }
const v = new V();
module.exports = (i) => v.run(i.n, i.u);
//--- method table in class
const f = () => fetch('https://h.example.com/x');
class V { table = { net: this.net.bind(this) }; run(n, u) { return this.table[n](u); } net(u) { return f(u); } }
const v = new V();
module.exports = (i) => v.run(i.n, i.u);
//--- static map of classes
const f = () => fetch('https://h.example.com/x');
class V { static kinds = { net: class { go(u) { return f(u); } } }; static of(k) { return new V.kinds[k](); } }
module.exports = (i) => V.of(i.k).go(i.u);
//--- object freeze registry
const f = () => fetch('https://h.example.com/x');
const R = Object.freeze({ net: Object.freeze({ go: f }) });
module.exports = (i) => R[i.k].go(i.u);
//--- symbol registry
const f = () => fetch('https://h.example.com/x');
const R = { [Symbol.for('net')]: f };
module.exports = (i) => R[Symbol.for('net')](i.u);
//--- number keys
const f = () => fetch('https://h.example.com/x');
const R = { 1: f, 2: (u) => u };
module.exports = (i) => R[i.n](i.u);
//--- Array of tuples destructured
const f = () => fetch('https://h.example.com/x');
const R = [['net', f], ['id', (u) => u]];
module.exports = (i) => { for (const [n, g] of R) if (n === i.n) return g(i.u); };
//--- Map entries destructured
const f = () => fetch('https://h.example.com/x');
const R = new Map([['net', { g: f }]]);
module.exports = (i) => { for (const [n, { g }] of R) if (n === i.n) return g(i.u); };
//--- Map forEach
const f = () => fetch('https://h.example.com/x');
const R = new Map();
R.set('net', { g: f });
module.exports = (i) => { R.forEach(({ g }, n) => { if (n === i.n) g(i.u); }); };
//--- optional call
const f = () => fetch('https://h.example.com/x');
const R = { net: f };
module.exports = (i) => R[i.n]?.(i.u) ?? R.none?.(i.u);
//--- eval order swap
const f = () => fetch('https://h.example.com/x');
let a = (u) => u, b = f;
[a, b] = [b, a];
module.exports = (i) => a(i.u);
//--- destructure default
const f = () => fetch('https://h.example.com/x');
const { go = f } = {};
module.exports = (i) => go(i.u);
//--- nested default
const f = () => fetch('https://h.example.com/x');
const cfg = { net: {} };
const { net: { go = f } } = cfg;
module.exports = (i) => go(i.u);
//--- assign in condition
const f = () => fetch('https://h.example.com/x');
let g;
module.exports = (i) => { if ((g = i.x ? f : null)) return g(i.u); };
//--- comma
const f = () => fetch('https://h.example.com/x');
module.exports = (i) => (0, f)(i.u);
//--- while pop
const f = () => fetch('https://h.example.com/x');
const stack = [() => f()];
module.exports = async () => { let g; while ((g = stack.pop())) await g(); };
//--- label generator object
const f = () => fetch('https://h.example.com/x');
const it = { i: 0, next() { return this.i++ ? { done: true } : { value: f, done: false }; }, [Symbol.iterator]() { return this; } };
module.exports = (i) => { for (const g of it) g(i.u); };
//--- async queue class
const f = () => fetch('https://h.example.com/x');
class Q { #q = []; push(t) { this.#q.push(t); } async run() { for (const t of this.#q.splice(0)) await t(); } }
const q = new Q();
q.push(() => f());
module.exports = () => q.run();
//--- scheduler
const f = () => fetch('https://h.example.com/x');
const tasks = {};
const every = (n, fn) => { tasks[n] = { fn, at: 0 }; };
every('net', f);
module.exports = async (i) => { for (const t of Object.values(tasks)) await t.fn(i.u); };
//--- event bus class map
const f = () => fetch('https://h.example.com/x');
class Bus { constructor() { this.m = new Map(); } on(k, g) { const l = this.m.get(k) ?? []; l.push(g); this.m.set(k, l); } emit(k, ...a) { return (this.m.get(k) ?? []).map((g) => g(...a)); } }
const bus = new Bus();
bus.on('net', f);
module.exports = (i) => bus.emit('net', i.u);
//--- event bus set
const f = () => fetch('https://h.example.com/x');
class Bus { constructor() { this.m = {}; } on(k, g) { (this.m[k] = this.m[k] || new Set()).add(g); return () => this.m[k].delete(g); } emit(k, a) { for (const g of this.m[k] || []) g(a); } }
const bus = new Bus();
bus.on('net', f);
module.exports = (i) => bus.emit('net', i.u);
//--- store subscribe
const f = () => fetch('https://h.example.com/x');
const create = (r, s) => { const ls = []; return { subscribe: (l) => ls.push(l), dispatch: (a) => { s = r(s, a); ls.forEach((l) => l(s)); return a; } }; };
const store = create((s, a) => s, {});
store.subscribe(f);
module.exports = (i) => store.dispatch(i);
//--- thunk
const f = () => fetch('https://h.example.com/x');
const dispatch = (a) => typeof a === 'function' ? a(dispatch) : a;
const load = (u) => (d) => f(u);
module.exports = (i) => dispatch(load(i.u));
//--- signals
const f = () => fetch('https://h.example.com/x');
const effects = [];
const effect = (fn) => { effects.push(fn); };
const signal = (v) => ({ get value() { return v; }, set value(n) { v = n; effects.forEach((e) => e()); } });
const s = signal(0);
effect(() => f());
module.exports = () => { s.value = 1; };
//--- proxy rpc
const f = () => fetch('https://h.example.com/x');
const rpc = (base) => new Proxy({}, { get: (_, m) => (...a) => f(base + m, a) });
const api = rpc('x');
module.exports = (i) => api.users(i.u);
//--- nested proxy
const f = () => fetch('https://h.example.com/x');
const make = (p) => new Proxy(() => {}, { get: (_, k) => make([...p, k]), apply: (_, t, a) => f(p, a) });
const api = make([]);
module.exports = (i) => api.a.b.c(i.u);
//--- fluent
const f = () => fetch('https://h.example.com/x');
class B { #s = []; then_(g) { this.#s.push(g); return this; } run(x) { return this.#s.reduce((v, g) => g(v), x); } }
const b = new B().then_((x) => x).then_(f);
module.exports = (i) => b.run(i.u);
//--- abstract template
const f = () => fetch('https://h.example.com/x');
class Base { async run(u) { await this.before(u); return this.main(u); } before() {} }
class Impl extends Base { main(u) { return f(u); } }
const o = new Impl();
module.exports = (i) => o.run(i.u);
//--- super property
const f = () => fetch('https://h.example.com/x');
class Base { main(u) { return f(u); } }
class Impl extends Base { main(u) { return super['main'](u); } }
module.exports = (i) => new Impl().main(i.u);
//--- inherited static
const f = () => fetch('https://h.example.com/x');
class Base { static main(u) { return f(u); } }
class Impl extends Base {}
module.exports = (i) => Impl.main(i.u);
//--- constructor name
const f = () => fetch('https://h.example.com/x');
class Impl { main(u) { return f(u); } }
const o = new Impl();
module.exports = (i) => new o.constructor().main(i.u);
//--- class in map by unknown
const f = () => fetch('https://h.example.com/x');
const m = {};
m['x' + process.pid] = class { main(u) { return f(u); } };
module.exports = (i) => { const [C] = Object.values(m); return new C().main(i.u); };
//--- weakref
const f = () => fetch('https://h.example.com/x');
const w = new WeakRef({ go: f });
module.exports = (i) => w.deref()?.go(i.u);
//--- structured then
const f = () => fetch('https://h.example.com/x');
const p = (async () => ({ go: f }))();
module.exports = async (i) => (await p).go(i.u);
//--- async init
const f = () => fetch('https://h.example.com/x');
let client;
const init = async () => { client ??= { go: f }; return client; };
module.exports = async (i) => (await init()).go(i.u);
//--- promise all destructured
const f = () => fetch('https://h.example.com/x');
const load = async () => f;
module.exports = async (i) => { const [g] = await Promise.all([load()]); return g(i.u); };
//--- allSettled
const f = () => fetch('https://h.example.com/x');
const load = async () => f;
module.exports = async (i) => { const [r] = await Promise.allSettled([load()]); return r.value(i.u); };
//--- race
const f = () => fetch('https://h.example.com/x');
const load = async () => f;
module.exports = async (i) => (await Promise.race([load()]))(i.u);
//--- withResolvers
const f = () => fetch('https://h.example.com/x');
const d = Promise.withResolvers();
d.resolve(f);
module.exports = async (i) => (await d.promise)(i.u);
//--- deferred
const f = () => fetch('https://h.example.com/x');
const d = {};
d.promise = new Promise((ok) => { d.resolve = ok; });
d.resolve(f);
module.exports = async (i) => (await d.promise)(i.u);
//--- stream handler
const f = () => fetch('https://h.example.com/x');
const { Readable } = require('stream');
module.exports = (i) => { Readable.from(i.list).on('data', f); };
//--- pipeline transform
const f = () => fetch('https://h.example.com/x');
const { pipeline } = require('stream/promises');
module.exports = (i) => pipeline(i.list, async function* (src) { for await (const x of src) yield f(x); });
//--- timers promises
const f = () => fetch('https://h.example.com/x');
const { setTimeout: wait } = require('timers/promises');
module.exports = async (i) => { await wait(1); return f(i.u); };
//--- import alias default
// lib.js
const f = () => fetch('https://h.example.com/x');
module.exports = { __esModule: true, default: { go: f } };
// index.js
const lib_1 = require('./lib');
module.exports = (i) => lib_1.default.go(i.u);
//--- interop
// lib.js
const f = () => fetch('https://h.example.com/x');
module.exports = f;
// index.js
const d = (m) => m && m.__esModule ? m : { default: m };
const lib = d(require('./lib'));
module.exports = (i) => (0, lib.default)(i.u);
//--- exports star getter
// a.js
const f = () => fetch('https://h.example.com/x');
exports.go = f;
// b.js
const a = require('./a');
Object.keys(a).forEach((k) => { if (k !== 'default') Object.defineProperty(exports, k, { enumerable: true, get: () => a[k] }); });
// index.js
const b = require('./b');
module.exports = (i) => b.go(i.u);
//--- json handler names
const f = () => fetch('https://h.example.com/x');
const impl = { net: f };
const table = JSON.parse('{"a":"net"}');
module.exports = (i) => impl[table[i.k]](i.u);
//--- string method names
const f = () => fetch('https://h.example.com/x');
const o = { runNet: f };
module.exports = (i) => o['run' + i.k[0].toUpperCase() + i.k.slice(1)](i.u);
//--- bound this in class list
const f = () => fetch('https://h.example.com/x');
class A { constructor() { this.hs = [this.a, this.b].map((g) => g.bind(this)); } a() {} b(u) { return f(u); } run(u) { return this.hs.map((g) => g(u)); } }
const a = new A();
module.exports = (i) => a.run(i.u);
//--- args forwarded
const f = () => fetch('https://h.example.com/x');
function outer() { return inner.apply(this, arguments); }
function inner(g, u) { return g(u); }
module.exports = (i) => outer(f, i.u);
//--- function toString name
const f = () => fetch('https://h.example.com/x');
const fs = { f };
module.exports = (i) => Reflect.get(fs, i.k)(i.u);
//--- reflect own
const f = () => fetch('https://h.example.com/x');
const o = { go: f };
module.exports = (i) => { for (const k of Reflect.ownKeys(o)) o[k](i.u); };
//--- descriptors value
const f = () => fetch('https://h.example.com/x');
const o = { go: f };
module.exports = (i) => Object.getOwnPropertyDescriptor(o, 'go').value(i.u);
//--- descriptors all
const f = () => fetch('https://h.example.com/x');
const o = { go: f };
module.exports = (i) => Object.values(Object.getOwnPropertyDescriptors(o))[0].value(i.u);
//--- clone with descriptors
const f = () => fetch('https://h.example.com/x');
const o = { go: f };
const c = Object.defineProperties({}, Object.getOwnPropertyDescriptors(o));
module.exports = (i) => c.go(i.u);
//--- structured entries map
const f = () => fetch('https://h.example.com/x');
const o = { go: f };
const m = new Map(Object.entries(o));
module.exports = (i) => m.get('go')(i.u);
//--- groupBy
const f = () => fetch('https://h.example.com/x');
const l = [{ k: 'a', go: f }];
const g = Object.groupBy(l, (x) => x.k);
module.exports = (i) => g[i.k][0].go(i.u);
//--- toSorted
const f = () => fetch('https://h.example.com/x');
const l = [{ n: 1, go: f }, { n: 0, go: (u) => u }];
const s = l.toSorted((a, b) => b.n - a.n);
module.exports = (i) => s[0].go(i.u);
//--- sort in place
const f = () => fetch('https://h.example.com/x');
const l = [{ n: 1, go: f }, { n: 0, go: (u) => u }];
l.sort((a, b) => b.n - a.n);
module.exports = (i) => l[0].go(i.u);
//--- slice chain
const f = () => fetch('https://h.example.com/x');
const l = [f];
module.exports = (i) => l.slice().reverse().concat([]).at(0)(i.u);
//--- entries of array
const f = () => fetch('https://h.example.com/x');
const l = [f];
module.exports = (i) => { for (const [k, g] of l.entries()) g(i.u); };
//--- iterator next
const f = () => fetch('https://h.example.com/x');
const l = [f];
module.exports = (i) => l[Symbol.iterator]().next().value(i.u);
//--- flatMap
const f = () => fetch('https://h.example.com/x');
const l = [[f]];
module.exports = (i) => l.flatMap((x) => x).map((g) => g(i.u));
//--- from set
const f = () => fetch('https://h.example.com/x');
const l = Array.from(new Set([f]));
module.exports = (i) => l[0](i.u);
//--- spread set
const f = () => fetch('https://h.example.com/x');
const l = [...new Set([f])];
module.exports = (i) => l[0](i.u);
//--- spread map values
const f = () => fetch('https://h.example.com/x');
const l = [...new Map([['a', f]]).values()];
module.exports = (i) => l.map((g) => g(i.u));
//--- proxy of proxies
const f = () => fetch('https://h.example.com/x');
const make = (p) => new Proxy(() => {}, { get: (_, k) => make([...p, k]), apply: () => f() });
const api = make([]);
module.exports = (i) => api.a(i.u);
//--- none: another name
const kept = { send: () => fetch('https://h.example.com/x') };
exports.kept = kept;
module.exports = (i) => i.held.other(i.text);
//--- none: a method of texts
const index = { search: () => fetch('https://h.example.com/x'), trim: () => fetch('https://h.example.com/x') };
exports.index = index;
module.exports = (i) => i.text.trim().search(/x/);
//--- none: a member that is told
const send = { send: () => fetch('https://h.example.com/x') };
const held = { send: (text) => text };
exports.send = send;
module.exports = (i) => held.send(i.text);
//--- none: an object's own prototype
function Client() {}
Client.prototype = { receive: () => fetch('https://h.example.com/x'), send: () => 1 };
module.exports = () => new Client().send();
//--- none: compared
const held = { valueOf: () => fetch('https://h.example.com/x') };
module.exports = (i) => held === i || held == null || typeof held;
