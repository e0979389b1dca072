// RUN: %validate --dump=values %s | FileCheck %s

let a; ({x: {y: [a]}} = {x: {y: [eval]}}); a('x')
// CHECK: call @[[@LINE-1]]:44 global:eval
const {n: {m: [, b = eval] = []}} = {n: {m: [1]}}; b('x')
// CHECK: call @[[@LINE-1]]:52 global:eval
const [first, ...rest] = [1, eval]; rest[0]('x'), first('x')
// CHECK: call @[[@LINE-1]]:37 global:eval
// CHECK: call @[[@LINE-2]]:51 1
const {used, ...others} = {used: 1, run: eval}; others.run('x')
// CHECK: call @[[@LINE-1]]:49 global:eval
let c = globalThis; c = c.eval; c('x')
// CHECK: call @[[@LINE-1]]:33 global:eval
const d = unknown ? eval : fetch; d('x')
// CHECK: call @[[@LINE-1]]:35 (global:eval, global:fetch)
let e = null; e ??= eval; e('x')
// CHECK: call @[[@LINE-1]]:27 global:eval
for (const f of [eval, fetch]) f('x')
// CHECK: call @[[@LINE-1]]:32 (global:eval, global:fetch)
const g = () => eval; g()('x')
// CHECK: call @[[@LINE-1]]:23 global:eval
async function h() { if (unknown) return eval; return fetch } ;(async () => (await h())('x'))
// CHECK: call @[[@LINE-1]]:78 (global:eval, global:fetch)
const i = [eval].pop(); i('x')
// CHECK: call @[[@LINE-1]]:25 global:eval
const {[unknown]: j} = {run: eval}; j('x')
// CHECK: call @[[@LINE-1]]:37 (global:eval, unknown: {{.*}})
const {['ev' + 'al']: k} = globalThis; k('x')
// CHECK: call @[[@LINE-1]]:40 global:eval
