// RUN: %validate --dump=values %s | FileCheck %s
// A map that is filled step by step gives for a key what was ever put there, or nothing; where others may write to
// it, anything.

const registry = new Map()
registry.set('a', 1).set('b', 'two')
registry.set('c', process.argv[2])
const one = registry.get('a'), two = registry.get('b'), none = registry.get('d'), any = registry.get(process.argv[3])
// CHECK: let @[[@LINE-1]]:7 (1, undefined)
// CHECK: let @[[@LINE-2]]:32 ("two", undefined)
// CHECK: let @[[@LINE-3]]:57 undefined
// CHECK: let @[[@LINE-4]]:83 ({{.*}}unknown{{.*}})
setTimeout(() => registry.set('e', 5))
const later = registry.get('e')
// CHECK: let @[[@LINE-1]]:7 (5, undefined)
const open = new Map()
open.set('a', 1)
open.set(process.argv[4], 2)
const afterOpen = open.get('a'), notWritten = open.get('b')
// CHECK: let @[[@LINE-1]]:7 (1, 2, undefined)
// CHECK: let @[[@LINE-2]]:34 (2, undefined)
const handed = new Map()
handed.set('a', 1)
require('elsewhere').fill(handed)
const afterHanded = handed.get('a')
// CHECK: let @[[@LINE-1]]:7 (unknown{{.*}} 1, undefined)
const byAlias = new Map(), alias = { in: byAlias }
alias.in.set('a', 1)
alias.in.set('b', 2)
const throughAlias = byAlias.get('a')
// CHECK: let @[[@LINE-1]]:7 (1, undefined)
const zero = new Map()
zero.set(0, 'zero')
const minus = zero.get(-0)
// CHECK: let @[[@LINE-1]]:7 ("zero", undefined)
const numbers = new Map()
numbers.set(1, 'number')
numbers.set('1', 'text')
const number = numbers.get(1), text = numbers.get('1')
// CHECK: let @[[@LINE-1]]:7 ("number", undefined)
// CHECK: let @[[@LINE-2]]:32 ("text", undefined)
const removed = new Map([['b', 2]])
removed.set('a', 1)
removed.set('b', 3)
if (process.argv[5]) removed.delete('a')
const afterRemoved = removed.get('a'), changed = removed.get('b')
// CHECK: let @[[@LINE-1]]:7 (1, undefined)
// CHECK: let @[[@LINE-2]]:40 (2, 3, undefined)

// each element of a list, each call of a function
const listed = new Map()
for (const [name, value] of [['x', 1], ['y', 2]]) listed.set(name, value)
const ofList = listed.get('x')
// CHECK: let @[[@LINE-1]]:7 (1, undefined)
const made = new Map()
for (const name of ['x', 'y']) { const box = { of: name }; made.set(name + '!', box) }
const ofMade = made.get('x!').of
// CHECK: let @[[@LINE-1]]:7 ("x", "y")
const held = new Map()
function put(name, value) { held.set(name, value) }
put('p', 1)
put('q', 2)
const p = held.get('p'), q = held.get('q')
// CHECK: let @[[@LINE-1]]:7 (1, undefined)
// CHECK: let @[[@LINE-2]]:26 (2, undefined)
const each = new Map()
;['v', 'w'].forEach(name => each.set(name, 1))
const ofEach = each.get('v')
// CHECK: let @[[@LINE-1]]:7 {{.*}}1{{.*}}
class Registry {
  #kept = new Map()
  register(name, value) { this.#kept.set(name, value); return this }
  resolve(name) { return this.#kept.get(name) }
}
const services = new Registry()
services.register('s', 1).register('t', 2)
const s = services.resolve('s')
// CHECK: let @[[@LINE-1]]:7 ({{.*}}unknown{{.*}})
const boxes = new Map(), shared = { n: 1 }
for (const [name, box] of [['x', shared], ['y', { n: 2 }]]) boxes.set(name, box)
shared.n = 3
const ofShared = boxes.get('x').n
// CHECK: let @[[@LINE-1]]:7 {{.*}}3{{.*}}

// methods by other ways
const borrowed = new Map([['a', 1]])
Map.prototype.set.call(borrowed, 'a', 2)
const afterBorrowed = borrowed.get('a')
// CHECK: let @[[@LINE-1]]:7 ({{.*}}unknown{{.*}})
const computed = new Map([['a', 1]])
computed[process.argv[6]]('a', 2)
const afterComputed = computed.get('a')
// CHECK: let @[[@LINE-1]]:7 ({{.*}}unknown{{.*}})
const taken = new Map([['a', 1]])
const set = taken.set
set.call(taken, 'a', 2)
const afterTaken = taken.get('a')
// CHECK: let @[[@LINE-1]]:7 ({{.*}}unknown{{.*}})
const bound = new Map([['a', 1]])
const write = bound.set.bind(bound)
write('a', 2)
const afterBound = bound.get('a')
// CHECK: let @[[@LINE-1]]:7 ({{.*}}unknown{{.*}})
const read = new Map([['a', 1]])
const isThere = 'has' + read.get('a'), size = read.size
// CHECK: let @[[@LINE-1]]:7 "has1"

// what is put into one of several maps, and changed when it is taken out
const left = new Map(), right = new Map()
const putInto = (map, box) => { map.set('k', box) }
putInto(left, { n: 1 })
putInto(right, { n: 2 })
left.get('k').n = 3
const ofLeft = left.get('k').n
// CHECK: let @[[@LINE-1]]:7 {{.*}}3{{.*}}
