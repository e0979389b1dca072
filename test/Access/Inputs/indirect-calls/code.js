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
