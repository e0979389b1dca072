// RUN: %validate --dump=values %s | FileCheck %s
// Texts, numbers and bytes that the host gives have members that are nobody's API, however long the way.
const path = require('node:path')

process.cwd().body.kill('x')
// CHECK: call @[[@LINE-1]]:1 unknown
process.argv[2].kill('x')
// CHECK: call @[[@LINE-1]]:1 unknown
process.execArgv[key].kill('x')
// CHECK: call @[[@LINE-1]]:1 unknown
path.dirname(name).spawn('x')
// CHECK: call @[[@LINE-1]]:1 unknown
performance.now().body.run('x')
// CHECK: call @[[@LINE-1]]:1 unknown
new Int32Array(4)[0].body.run('x')
// CHECK: call @[[@LINE-1]]:1 unknown
Number.prototype.twice = half
;(4).twice.body.run('x')
// CHECK: call @[[@LINE-1]]:2 unknown

// The way to code from text stays one.
process.cwd().constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
process.argv[2].constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
new Int32Array(4)[0].constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
;(4).twice.constructor('x')
// CHECK: call @[[@LINE-1]]:2 global:Function

// What a constructor of the language makes has that constructor, but `Object` gives back what it is given.
new Int32Array(4).constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Int32Array
new Map().constructor.constructor('x')
// CHECK: call @[[@LINE-1]]:1 global:Function
Object(half).constructor('x')
// CHECK: call @[[@LINE-1]]:1 {{.*}}any:constructor
new Proxy(half, {}).constructor('x')
// CHECK-NOT: call @[[@LINE-1]]:1 global:Proxy{{$}}

// Objects of the host that are more than data are followed.
process.argv.slice(2)
// CHECK: call @[[@LINE-1]]:1 global:process.argv.slice
process.stdout.write('x')
// CHECK: call @[[@LINE-1]]:1 global:process.stdout.write
path.resolve('x')
// CHECK: call @[[@LINE-1]]:1 module:path.resolve
new Proxy(() => 1, { apply(target, self, list) { return new target.constructor(...list) } })('x')
// CHECK: new @[[@LINE-1]]:61 global:Function
const handler = { get: (target) => target.constructor }, held = new Proxy(function () {}, handler)
// CHECK: member @[[@LINE-1]]:36 global:Function
