// RUN: %validate --dump=values %s | FileCheck %s
// An iterator over an array gives what its methods make of the elements, where nobody has stepped it before and the
// function that it calls sees nothing but elements.

const list = ['a', 'b'], twice = list.values().map(x => x + x).toArray().join(), spread = [...list.values()].join()
// CHECK: let @[[@LINE-1]]:26 "aa,bb"
// CHECK: let @[[@LINE-2]]:82 "a,b"
const one = list.values().filter(x => x > 'a').toArray().join(), all = list.values().reduce((a, x) => a + x, '')
// CHECK: let @[[@LINE-1]]:7 "b"
// CHECK: let @[[@LINE-2]]:66 "ab"
const kept = list.values(), step = kept.next(), rest = kept.toArray(), head = rest[0], joined = [...kept].join()
// CHECK: let @[[@LINE-1]]:49 array of 1 or more
// CHECK: let @[[@LINE-2]]:72 ("a", "b", undefined, unknown
// CHECK: let @[[@LINE-3]]:88 {{unknown|global:Array.prototype.join}}
const itself = list.values().map((x, i, all) => all).toArray(), text = String(list.values())
// CHECK: let @[[@LINE-1]]:7 unknown
// CHECK: let @[[@LINE-2]]:65 "[object Array Iterator]"
const given = []
const pending = list.values().map(x => given.push(x)), count = given.length
// CHECK: let @[[@LINE-1]]:56 unknown
const [first] = list.values().map(x => eval).toArray()
first('1')
// CHECK: call @[[@LINE-1]]:1 global:eval
