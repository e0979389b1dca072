// RUN: %validate --dump=values %s | FileCheck %s
// One path names what the bundle doesn't define, however it is reached.

globalThis['ev' + 'al']('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const {eval: z} = globalThis; z('x')
// CHECK: call @[[@LINE-1]]:31 global:eval
globalThis.window.self.global.eval('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
Reflect.get(globalThis, 'eval')('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
Object.getOwnPropertyDescriptor(globalThis, 'eval').value('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
;(0, eval)('x'), eval?.('x')
// CHECK: call @[[@LINE-1]]:3 global:eval
// CHECK: call @[[@LINE-2]]:18 global:eval
eval.bind(null)('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const got = eval.call(null, 'x')
// CHECK: result @[[@LINE-1]]:13 global:eval()
const applied = Reflect.apply(eval, null, ['x'])
// CHECK: result @[[@LINE-1]]:17 global:eval()
const made = Reflect.construct(Function, ['x'])
// CHECK: result @[[@LINE-1]]:14 global:Function()
eval`x`
// CHECK: tag @[[@LINE-1]]:1 global:eval
globalThis[key]('x')
// CHECK: call @[[@LINE-1]]:1 global:[?]
process.env['A' + 'B'].trim()
// CHECK: call @[[@LINE-1]]:1 global:process.env.AB.trim
evaluate('x')
// CHECK: call @[[@LINE-1]]:1 global:evaluate
;({eval() {}}).eval('x')
// CHECK: call @[[@LINE-1]]:2 function
