// RUN: %validate --dump=values %s | FileCheck %s
// What a function gets is what its calls give it, however it gets there.

function helper(ctx) { return ctx.require('fs').readFileSync('x') }
module.exports = async (input, ctx) => helper(ctx)
// CHECK: call @[[@LINE-2]]:31 module:fs.readFileSync
;[eval].map(f => f('x'))
// CHECK: call @[[@LINE-1]]:18 global:eval
const each = (list, visit) => { for (const one of list) visit(one) }
each([eval], g => g('x'))
// CHECK: call @[[@LINE-1]]:19 global:eval
class Tool { constructor(run) { this.run = run } go() { return this.run('x') } }
class Better extends Tool {}
new Better(eval).go()
// CHECK: call @[[@LINE-3]]:64 {{.*}}global:eval
function back(h) { forth(h || 0) }
function forth(h) { h('x'); if (globalThis.more) back(h) }
forth(eval)
// CHECK: call @[[@LINE-2]]:21 {{.*}}global:eval
function all() { arguments[0]('x') }
all(eval)
// CHECK: call @[[@LINE-2]]:18 {{.*}}global:eval
const lib = {apply(k) { k('x') }}
lib.apply(eval)
// CHECK: call @[[@LINE-2]]:25 {{.*}}global:eval
const only = (text, rest = 1) => { const is = text; return is }
only('constant')
// CHECK: let @[[@LINE-2]]:42 "constant"
const free = unknown => { unknown('x') }
globalThis.keep = free
// CHECK: call @[[@LINE-2]]:27 unknown: it is a parameter
function mapped(k) { arguments[0] = eval; k('x') }
mapped(parseInt)
// CHECK: call @[[@LINE-2]]:43 (global:parseInt, global:eval)
function unmapped(k) { 'use strict'; arguments[0] = eval; k('x') }
unmapped(parseInt)
// CHECK: call @[[@LINE-2]]:59 global:parseInt
