// RUN: %validate --dump=values %s | FileCheck %s
// Every walk to `Function` by constructors and prototypes.

[].at.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
;(async () => {}).constructor('x')
// CHECK: call @[[@LINE-1]]:2 global:Function
''.constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
;({}).constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:2 global:Function
Object.getPrototypeOf(async function () {}).constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
Function.prototype.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
const {constructor: F} = function* () {}; F('x')
// CHECK: call @[[@LINE-1]]:43 global:Function
this.constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
unknown.call().constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:{{.*}}
;(a => a.constructor('x'))
// CHECK: call @[[@LINE-1]]:8 any:constructor
;(a => a.__proto__.x('x'))
// CHECK: call @[[@LINE-1]]:8 any:__proto__.x
class A {} new A().constructor('x')
// CHECK: call @[[@LINE-1]]:12 class
Object('x').constructor.name.at(0)
// CHECK: call @[[@LINE-1]]:1 any:constructor.name.at
