// RUN: %validate --dump=values %s | FileCheck %s

// What is copied into a prototype, or put in its place.
function Made() {}
Made.prototype = { run: eval, go() { return this.run('x') } }
// CHECK: call @[[@LINE-1]]:45 global:eval
new Made().run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
new Made().stop('x')
// CHECK: call @[[@LINE-1]]:1 undefined
const methods = { run: eval }
class Mixed { stop() {} }
Object.assign(Mixed.prototype, methods, { go() { return this.run('x') } })
// CHECK: call @[[@LINE-1]]:57 global:eval
new Mixed().run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
new Mixed().stop('x')
// CHECK: call @[[@LINE-1]]:1 function
function Older() {}
Older.prototype.run = eval
function Newer() {}
Object.assign(Newer.prototype, Older.prototype)
new Newer().run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval

// The same of functions.
function tools() {}
Object.assign(tools, methods)
tools.run('x')
// CHECK: call @[[@LINE-1]]:1 global:eval

// What a literal gives by a symbol is all that another symbol can be.
const key = Symbol('key')
const keyed = { [key]: eval, other: 1 }
keyed[key]('x')
// CHECK: call @[[@LINE-1]]:1 (1, global:eval, unknown
