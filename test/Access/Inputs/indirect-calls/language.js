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
