// RUN: %validate --dump=values %s | FileCheck %s
// What is written to a member later counts wherever it is read.

const o = {a: 1}; o.b = eval; o.c = o.b; o.b('x'); o.c('x')
// CHECK: call @[[@LINE-1]]:42 global:eval
// CHECK: result @[[@LINE-2]]:52 {{.*}}global:eval()
const p = {a: 1}; p.a = eval; p.a('x')
// CHECK: call @[[@LINE-1]]:31 global:eval
const q = {}; q[unknown] = eval; q.x('x')
// CHECK: call @[[@LINE-1]]:34 unknown: it is a member of something unknown
function F() {} F.run = eval; F.run('x')
// CHECK: call @[[@LINE-1]]:31 global:eval
const arrow = () => {}; arrow.run = eval; arrow.run('x')
// CHECK: call @[[@LINE-1]]:43 global:eval
class A {} A.run = eval; A.run('x')
// CHECK: call @[[@LINE-1]]:26 global:eval
A.prototype.go = eval; new A().go('x')
// CHECK: call @[[@LINE-1]]:24 global:eval
class B extends A {} B.run('x')
// CHECK: call @[[@LINE-1]]:22 global:eval
const made = new A(); made.own = eval; made.own('x')
// CHECK: call @[[@LINE-1]]:40 global:eval
new A().own()
// CHECK: call @[[@LINE-1]]:1 undefined
const list = ['ev']; list.push('al'); globalThis[list.join('')]('x')
// CHECK: call @[[@LINE-1]]:39 global:eval
const some = []; if (unknown) some.push(eval); some[0]('x')
// CHECK: call @[[@LINE-1]]:48 (global:eval, undefined)
const indexed = []; indexed[0] = eval; indexed[0]('x')
// CHECK: call @[[@LINE-1]]:40 global:eval
F.none('x')
// CHECK: call @[[@LINE-1]]:1 unknown
