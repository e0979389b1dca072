// RUN: %validate --dump=values %s | FileCheck %s
// The statements that give a variable its values are run; names after them have what it ends with.

let name = ''; for (const code of [101, 118, 97, 108]) name += String.fromCharCode(code)
globalThis[name]('x')
// CHECK: call @[[@LINE-1]]:1 global:eval
const parts = []; for (let i = 0; i < 3; i++) parts.push('k' + i)
const joined = parts.join()
// CHECK: let @[[@LINE-1]]:7 "k0,k1,k2"
const table = {}; ['a', 'b'].forEach(key => { table[key] = key + key })
const bb = table.b
// CHECK: let @[[@LINE-1]]:7 "bb"
var words = ['b', 'a']; (function (list, n) { while (--n) list.push(list.shift()) })(words, 2)
const first = words[0]
// CHECK: let @[[@LINE-1]]:7 {{.*}}"a"
let either = 1; if (globalThis.x) either = 2
const both = either
// CHECK: let @[[@LINE-1]]:7 (2, 1)
let early = 'a'; use(early); early += 'b'
// CHECK: argument @[[@LINE-1]]:22 ("a" | unknown
let later = 'a'; const set = () => { later = 'b' }; const seen = later
// CHECK: let @[[@LINE-1]]:59 ("a", "b")
const list = [1, 2], alias = list; alias.reverse(); const head = list[0]
// CHECK: let @[[@LINE-1]]:59 (1, 2, unknown: {{.*}})
class Agent { constructor() { this.tools = [] } add(tool) { this.tools.push(tool) } }
const agent = new Agent(); agent.add(eval); agent.tools[0]('x')
// CHECK: call @[[@LINE-1]]:45 (global:eval, unknown
