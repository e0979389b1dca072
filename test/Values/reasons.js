// RUN: %validate --dump=values %s | FileCheck %s
// What isn't known says why.

const a = (parameter => parameter())
// CHECK: call @[[@LINE-1]]:25 unknown: it is a parameter
const b = globalThis.take(p => p())
// CHECK: call @[[@LINE-1]]:32 unknown: it is a parameter
const c = (function* () {})()
// CHECK: let @[[@LINE-1]]:7 unknown: it is the result of a call that is not followed
const d = (p => p.member())
// CHECK: call @[[@LINE-1]]:17 unknown: it is a member of something unknown, or has an unknown key
const e = a < b
// CHECK: let @[[@LINE-1]]:7 unknown: this expression is not evaluated
const f = () => g(), g = () => f(), h = f()
// CHECK: let @[[@LINE-1]]:37 unknown: it depends on itself
const i = require('./none.js')
// CHECK: let @[[@LINE-1]]:7 unknown: the import leads nowhere in the bundle
const j = 'x'.repeat(1e6) + 'x'.repeat(1e6)
// CHECK: let @[[@LINE-1]]:7 unknown: a limit of evaluation was reached
