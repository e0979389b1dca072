// RUN: %validate --dump=values %s | FileCheck %s
// Maps and sets are known where all that is done to them is: nobody changes them, or the run that makes them does.

const names = new Set(['a', 'b', 'a']), hasA = names.has('a'), hasC = names.has('c'), size = names.size, all = [...names].join()
// CHECK: let @[[@LINE-1]]:41 true
// CHECK: let @[[@LINE-2]]:64 false
// CHECK: let @[[@LINE-3]]:87 2
// CHECK: let @[[@LINE-4]]:106 "a,b"
const prices = new Map([['x', 1], ['y', 2], ['x', 3]]), x = prices.get('x'), z = prices.get('z'), keys = Array.from(prices.keys()).join()
// CHECK: let @[[@LINE-1]]:57 3
// CHECK: let @[[@LINE-2]]:78 undefined
// CHECK: let @[[@LINE-3]]:99 "x,y"
const build = list => { const seen = new Set(); for (const one of list) { if (!seen.has(one)) seen.add(one) } seen.delete('b'); return [...seen].join() }
const built = build(['a', 'b', 'c', 'a'])
// CHECK: let @[[@LINE-1]]:7 "a,c"
const count = text => { const counts = new Map(); for (const c of text) counts.set(c, (counts.get(c) ?? 0) + 1); return counts.get('l') }
const three = count('lull')
// CHECK: let @[[@LINE-1]]:7 3
const make = list => { const made = new Set(list); if (list.length > 5) made.clear(); return made }
const kept = make(['q']).has('q')
// CHECK: let @[[@LINE-1]]:7 true
const later = new Set(['a']), before = later.has('b')
// CHECK: let @[[@LINE-1]]:31 unknown
setTimeout(() => later.add('b'))
const given = new Set(['a']), perhaps = given.has('b')
// CHECK: let @[[@LINE-1]]:31 unknown
require('elsewhere').fill(given)
const held = { in: new Set(['a']) }, held1 = held.in.has('b')
// CHECK: let @[[@LINE-1]]:38 unknown
const alias = held.in
alias.add('b')
const object = {}, objects = new Set([object]), hasOther = objects.has({}), maybe = new Set([globalThis.y]).has(1)
// CHECK: let @[[@LINE-1]]:49 false
// CHECK: let @[[@LINE-2]]:77 unknown
const passed = new Set(['a']), seen = passed.has('b'), put = set => set.add('b')
// CHECK: let @[[@LINE-1]]:32 unknown
put(passed)
const options = { a: 1, b: 2 }, listed = (given => Object.keys(given).join())(options)
// CHECK: let @[[@LINE-1]]:33 "a,b"
const few = new Set(['a', 'b']), isIn = few.isSubsetOf(names), isOver = few.isSupersetOf(new Set(['c', 'a']))
// CHECK: let @[[@LINE-1]]:34 true
// CHECK: let @[[@LINE-2]]:64 false
const isApart = few.isDisjointFrom(new Set([1, 'c'])), isAbove = few.isSupersetOf(new Set('b')), isNone = new Set().isSubsetOf(few)
// CHECK: let @[[@LINE-1]]:7 true
// CHECK: let @[[@LINE-2]]:56 {{unknown|true}}
// CHECK: let @[[@LINE-3]]:98 true
const isMore = few.isSubsetOf(new Set(['a'])), isLater = few.isSubsetOf(later), isOfMap = few.isSubsetOf(new Map([['a', 1], ['b', 2]]))
// CHECK: let @[[@LINE-1]]:7 false
// CHECK: let @[[@LINE-2]]:48 unknown
// CHECK: let @[[@LINE-3]]:81 unknown
const joined = few.union(names), hasJoined = joined.has('c')
// CHECK: let @[[@LINE-1]]:34 unknown
