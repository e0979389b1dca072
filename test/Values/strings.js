// RUN: %validate --dump=values %s | FileCheck %s
// Constants are folded, whichever way a text is made.

const a = 'e' + "v" + `a` + 'l'
// CHECK: let @[[@LINE-1]]:7 "eval"
const b = `${'ev'}${'al'}${1 + 1}`
// CHECK: let @[[@LINE-1]]:7 "eval2"
const c = '\x65\u0076\u{61}\154'
// CHECK: let @[[@LINE-1]]:7 "eval"
const d = String.fromCharCode(101, 118, 97, 108) + String.fromCodePoint(0x1F600)
// CHECK: let @[[@LINE-1]]:7 "eval😀"
const e = atob('ZXZhbA==') + Buffer.from('6576', 'hex').toString() + Buffer.from('YWw', 'base64')
// CHECK: let @[[@LINE-1]]:7 "evaleval"
const f = 'lave'.split('').reverse().join('')
// CHECK: let @[[@LINE-1]]:7 "eval"
const g = ['e', 'v'].concat(['a'], 'l').join('') + ['a', 'b'] + [1, [].length]
// CHECK: let @[[@LINE-1]]:7 "evala,b1,0"
const h = 'xevalx'.slice(1, -1) + 'evalx'.substring(0, 4) + 'xeval'.substr(1, 2)
// CHECK: let @[[@LINE-1]]:7 "evalevalev"
const i = 'eXXl'.replace('XX', 'va') + 'aXbXc'.replaceAll('X', '--') + 'abc'.replace('', '_')
// CHECK: let @[[@LINE-1]]:7 "evala--b--c_abc"
const j = 'EVAL'.toLowerCase() + 'eval'.toUpperCase() + ' x '.trim() + 'ab'.repeat(2) + ''.repeat(1e18)
// CHECK: let @[[@LINE-1]]:7 "evalEVALxabab"
const k = 'abc'[1] + 'abc'.at(-1) + 'abc'.charAt(0) + 'a😀'.length + 'abc'.charCodeAt(0)
// CHECK: let @[[@LINE-1]]:7 "bca397"
const l = decodeURIComponent('%65val') + unescape('%65') + String.raw`\n`
// CHECK: let @[[@LINE-1]]:7 "evale{{.+}}n"
const m = (255).toString(16) + Number('0x10') + parseInt('z', 36) + (1e21) + 0.1 + -0
// CHECK: let @[[@LINE-1]]:7 "ff16351e+210.10"
const n = ["a", "b", "c"].slice(1).at(-1) + unknown.pop
// CHECK: let @[[@LINE-1]]:7 unknown
const o = 'a' + unknown
// CHECK: let @[[@LINE-1]]:7 unknown: this expression is not evaluated
const p = ~5 + 2 ** 3 - 7 % 4 + (true ? 1 : 2) + ~NaN
// CHECK: let @[[@LINE-1]]:7 -1
const q = true && 'yes' || 'no', r = null ?? 'other', s = !0
// CHECK: let @[[@LINE-1]]:7 "yes"
// CHECK: let @[[@LINE-2]]:34 "other"
// CHECK: let @[[@LINE-3]]:55 true
