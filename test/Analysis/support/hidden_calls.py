"""Ways of calling a function that no plain call shows; each must be inferred as reached."""
import json
import os
import subprocess
import sys

first = "const f = () => fetch('https://h.example.com/x');\n"
cases = {
    'toString': "class T { toString() { f(); return 'x'; } } module.exports = async function handler() { return `${new T()}`; };",
    'toString2': "const o = { toString() { f(); return 'x'; } }; module.exports = async function handler() { return 'a' + o; };",
    'toJSON': 'module.exports = async function handler() { return { toJSON() { return f(); } }; };',
    'then': 'module.exports = async function handler() { return await { then(r) { f(); r(1); } }; };',
    'iterator': 'class L { *[Symbol.iterator]() { f(); yield 1; } } module.exports = async function handler() { for (const x of new L()) ; };',
    'spreadIt': 'class L { *[Symbol.iterator]() { f(); yield 1; } } module.exports = async function handler() { return [...new L()]; };',
    'asyncgen': 'async function* g() { yield f(); } module.exports = async function handler() { for await (const x of g()) ; };',
    'getter': 'class G { get x() { return f(); } } module.exports = async function handler() { return new G().x; };',
    'getterPat': 'class G { get x() { return f(); } } const g = new G(); module.exports = async function handler() { const { x } = g; return x; };',
    'getterParam': 'class G { get x() { return f(); } } const g = new G(); const t = ({ x }) => x; module.exports = async function handler() { return t(g); };',
    'setter': 'class G { set x(v) { f(); } } module.exports = async function handler() { new G().x = 1; };',
    'static': 'class G { static get x() { return f(); } } module.exports = async function handler() { return G.x; };',
    'proxy': 'const p = new Proxy({}, { get() { return f(); } }); module.exports = async function handler() { return p.a; };',
    'proxy2': 'module.exports = async function handler() { const p = new Proxy({}, { get() { return f(); } }); return p.a; };',
    'reduce': 'module.exports = async function handler(i) { return [1,2].reduce((a, b) => f(), 0); };',
    'sort': 'module.exports = async function handler(i) { return i.list.sort((a, b) => f()); };',
    'replace': 'module.exports = async function handler(i) { return i.text.replace(/a/g, () => f()); };',
    'from': 'module.exports = async function handler(i) { return Array.from({length: 2}, f); };',
    'settimeout': 'module.exports = async function handler(i) { setTimeout(f, 1); };',
    'promise': 'module.exports = async function handler(i) { return new Promise((r) => r(f())); };',
    'thencb': 'module.exports = async function handler(i) { return Promise.resolve(1).then(f); };',
    'bind': 'module.exports = async function handler(i) { return f.bind(null)(); };',
    'apply': 'module.exports = async function handler(i) { return f.apply(null, []); };',
    'reflect': 'module.exports = async function handler(i) { return Reflect.apply(f, null, []); };',
    'tag': 'module.exports = async function handler(i) { return f`x`; };',
    'weak': 'const m = new WeakMap(); const k = {}; m.set(k, f); module.exports = async function handler(i) { return m.get(k)(); };',
    'set': 'const s = new Set(); s.add(f); module.exports = async function handler(i) { for (const g of s) g(); };',
    'mapforeach': "const s = new Map([['a', f]]); module.exports = async function handler(i) { s.forEach((g) => g()); };",
    'mapvalues': "const s = new Map([['a', f]]); module.exports = async function handler(i) { for (const g of s.values()) g(); };",
    'objvalues': 'const s = { a: f }; module.exports = async function handler(i) { return Object.values(s).map((g) => g()); };',
    'forin': 'const s = { a: f }; module.exports = async function handler(i) { for (const k in s) s[k](); };',
    'proto': 'function G() {} G.prototype.go = f; module.exports = async function handler(i) { return new G().go(); };',
    'mixin': 'const M = (B) => class extends B { go() { return f(); } }; class C extends M(Object) {} module.exports = async function handler(i) { return new C().go(); };',
    'super': 'class A { go() { return f(); } } class B extends A { go() { return super.go(); } } module.exports = async function handler(i) { return new B().go(); };',
    'field': 'class A { x = f(); } module.exports = async function handler(i) { return new A(); };',
    'reassign': 'let g = () => 1; g = f; module.exports = async function handler(i) { return g(); };',
    'param': 'const run = (g) => { g = g ?? f; return g(); }; module.exports = async function handler(i) { return run(); };',
    'default': 'const run = (g = f) => g(); module.exports = async function handler(i) { return run(); };',
    'arguments': 'function run() { return arguments[0](); } module.exports = async function handler(i) { return run(f); };',
    'rest': 'const run = (...gs) => gs.map((g) => g()); module.exports = async function handler(i) { return run(f, f); };',
    'push': 'const q = []; module.exports = async function handler(i) { q.push(f); q.pop()(); };',
    'queue': 'class Q { constructor() { this.q = []; } add(t) { this.q.push(t); } go() { const t = this.q.shift(); return t(); } } module.exports = async function handler(i) { const q = new Q(); q.add(f); return q.go(); };',
    'assign': 'const o = {}; module.exports = async function handler(i) { Object.assign(o, { f }); return o.f(); };',
    'paramwrite': 'const put = (o) => { o.go = f; }; module.exports = async function handler(i) { const o = {}; put(o); return o.go(); };',
    'instwrite': 'class C { constructor() { this.go = () => 1; } } const put = (c) => { c.go = f; }; module.exports = async function handler(i) { const c = new C(); put(c); return c.go(); };',
    'subclass': "const E = require('events'); class C extends E { constructor() { super(); this.on('x', this.go); } go() { return f(); } } module.exports = async function handler(i) { new C().emit('x'); };",
    'transform': "const { Transform } = require('stream'); class C extends Transform { _transform(a, b, c) { f(); c(); } } module.exports = async function handler(i) { new C().write('x'); };",
    'flag': "let ready; const init = () => { ready = 'yes'; }; module.exports = async function handler(i) { init(); if (ready) return f(); };",
    'flag2': "const s = { ready: undefined }; const init = (o) => { o.ready = 'yes'; }; module.exports = async function handler(i) { init(s); if (s.ready) return f(); };",
    'flag3': 'module.exports = async function handler(i) { const s = {}; [1].forEach(() => { s.ready = 1; }); if (s.ready) return f(); };',
    'flag4': 'module.exports = async function handler(i) { const s = {}; const t = s; t.ready = 1; if (s.ready) return f(); };',
    'flag5': 'class C { constructor() { this.s = {}; } set() { this.s.ready = 1; } go() { if (this.s.ready) return f(); } } module.exports = async function handler(i) { const c = new C(); c.set(); return c.go(); };',
    'flag6': 'module.exports = async function handler(i) { let s = {}; const { a } = s; const o = { inner: s }; o.inner.ready = 1; if (s.ready) return f(); };',
    'hostchange': 'module.exports = async function handler(i) { const s = {}; Object.assign(s, { ready: 1 }); if (s.ready) return f(); };',
}


def main(agentc, folder):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'package.json'), 'w', encoding='utf-8') as file:
        json.dump({'name': 'hidden', 'version': '1.0.0', 'main': 'index.js', 'agentc': {'agentType': 'function'}}, file)
    missed = 0
    for name, text in cases.items():
        with open(os.path.join(folder, 'index.js'), 'w', encoding='utf-8') as file:
            file.write(first + text)
        run = subprocess.run([agentc, 'extract-config', '--plain', folder], capture_output=True, check=False)
        access = json.loads(run.stdout)['agents'][0].get('access', {})
        if 'h.example.com' not in access.get('hosts', []):
            missed += 1
            print(f'{name}: {text}')
    print(f'{len(cases)} ways, {missed} missed')


main(*sys.argv[1:])
