// RUN: %validate --dump=values %s | FileCheck %s

const base = {a: 1, ['b' + 'c']: 2, 'd e': 3, 4: 5, method() {}, get got() { return eval }}
// CHECK: let @[[@LINE-1]]:7 {a, bc, d e, 4, method, got}
base.got('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const spread = {...base, a: 'last', ...null}
// CHECK: let @[[@LINE-1]]:7 {a, bc, d e, 4, method, got}
const last = spread.a
// CHECK: let @[[@LINE-1]]:7 "last"
const open = {a: 1, ...unknown}
// CHECK: let @[[@LINE-1]]:7 {a, …}
const computed = {[unknown]: 1}
// CHECK: let @[[@LINE-1]]:7 {…}
const none = base.none, open2 = open.other
// CHECK: let @[[@LINE-1]]:7 undefined
// CHECK: let @[[@LINE-2]]:25 unknown: it is a member of something unknown
base.toString(), base.hasOwnProperty('x')
// CHECK: call @[[@LINE-1]]:1 global:Object.prototype.toString
const assigned = Object.assign({}, {run: eval}); assigned.run('x')
// CHECK: call @[[@LINE-1]]:50 global:eval
const mixed = Object.assign({run: eval}, unknown); mixed.run('x')
// CHECK: call @[[@LINE-1]]:52 (global:eval, unknown
Object.values({run: eval})[0]('x'), Object.entries({run: eval})[0][1]('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
// CHECK: call @[[@LINE-2]]:37 global:eval
Object.freeze({run: eval}).run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const table = {a: 1, b: 2, run: eval}; table[unknown]('x')
// CHECK: call @[[@LINE-1]]:40 (1, 2, global:eval, {{.*}})
const self = {run: eval, go() { this.run('x') }}
// CHECK: call @[[@LINE-1]]:33 global:eval
