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
