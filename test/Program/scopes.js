// RUN: %validate --dump=values %s | FileCheck %s
// A name is what the nearest scope declares.

function outer(fetch) { return fetch('x') }
// CHECK: call @[[@LINE-1]]:32 unknown: it is a parameter
{ let require = () => 1; require('fs') }
// CHECK: call @[[@LINE-1]]:26 function
require('fs')
// CHECK: call @[[@LINE-1]]:1 global:require
try { x } catch (process) { process.exit() }
// CHECK: call @[[@LINE-1]]:29 unknown: it is a member of something unknown
process.exit();
// CHECK: call @[[@LINE-1]]:1 global:process.exit
(function eval() { eval('x') })
// CHECK: call @[[@LINE-1]]:20 function
eval('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const C = class Map { m() { new Map() } }
// CHECK: new @[[@LINE-1]]:33 class
new Map()
// CHECK: new @[[@LINE-1]]:5 global:Map
for (const fetch of [() => 1]) fetch('x')
// CHECK: call @[[@LINE-1]]:32 function
fetch('x')
// CHECK: call @[[@LINE-1]]:1 global:fetch
hoisted('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
var hoisted = eval
;(() => { var inner = eval })(); inner('x')
// CHECK: call @[[@LINE-1]]:34 global:inner
const closed = eval; (() => () => closed('x'))
// CHECK: call @[[@LINE-1]]:35 global:eval
