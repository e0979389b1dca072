// RUN: %validate --dump=values %s | FileCheck %s
// Functions, callbacks and constructors are run on known values; what a run cannot tell is unknown.

const decode = text => { let out = ''; for (let i = 0; i < text.length; i++) out += String.fromCharCode(text.charCodeAt(i) ^ 1); return out }
globalThis[decode('dw`m')]('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const add = a => b => a + b, sum = add('x')('y')
// CHECK: let @[[@LINE-1]]:30 "xy"
const fact = n => n < 2 ? 1 : n * fact(n - 1), f10 = fact(10)
// CHECK: let @[[@LINE-1]]:48 3628800
const text = [3, 1, 2].sort((a, b) => a - b).map(x => x * 2).filter(x => x > 2).reduce((a, b) => a + '-' + b, '')
// CHECK: let @[[@LINE-1]]:7 "-4-6"
class Name { constructor(first) { this.first = first } get loud() { return this.first.toUpperCase() } say(greeting) { return greeting + this.loud } }
const said = new Name('bo').say('hi ')
// CHECK: let @[[@LINE-1]]:7 "hi BO"
const kind = word => { switch (word) { case 'a': return 1; default: try { throw word } catch (e) { return e + '!' } } }
const one = kind('a'), other = kind('b')
// CHECK: let @[[@LINE-1]]:7 1
// CHECK: let @[[@LINE-2]]:24 "b!"
const pick = way => { if (globalThis.x) return way; return eval }
pick(fetch)('x')
// CHECK: call @[[@LINE-1]]:1 (global:fetch, global:eval)
const bound = decode.bind(null, 'ds`m'), word = bound()
// CHECK: let @[[@LINE-1]]:42 "eral"
const counter = () => { let n = 0; return {inc() { n++ }, get() { return n }} }
const count = counter(); count.inc(); const lost = count.get()
// CHECK: let @[[@LINE-1]]:45 unknown
const object = {v: 7, add(x) { this.v += x; return this }}; const seven = object.add(1).v
// CHECK: let @[[@LINE-1]]:67 (7, {{.*}}unknown: {{.*}})
const endless = () => { while (true); }, none = endless()
// CHECK: let @[[@LINE-1]]:42 {{undefined|unknown.*}}
const spin = n => { for (;;) n++; return n }, turn = n => { while (n) n++; return n }, roll = n => { do n++; while (n); return n }
const waste = [spin(1), turn(1), roll(1)], still = decode('dw`m')
// CHECK: let @[[@LINE-1]]:44 "eval"
const plus = p => { p = p + 4; return p }, five = plus(1)
// CHECK: let @[[@LINE-1]]:44 5
