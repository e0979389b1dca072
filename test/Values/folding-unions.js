// RUN: %validate --dump=constants %s | FileCheck %s
// Of one of several values an operator gives what it gives for each; bytes that are written to aren't followed.

const one = unknown ? 'ev' : 'Functi'
const sum = one + 'al'
// CHECK: sum @[[@LINE-1]]:7 = oneOf("eval", "Functial")
const same = typeof one
// CHECK: same @[[@LINE-1]]:7 = "string"
const mixed = (unknown ? 1 : unknown) + 1
// CHECK: mixed @[[@LINE-1]]:7 = oneOf(2, unknown)
const many = (unknown ? 1 : 2) * (unknown ? 10 : 20)
// CHECK: many @[[@LINE-1]]:7 = oneOf(10, 20, 40)
const truth = !(unknown ? 'a' : [])
// CHECK: truth @[[@LINE-1]]:7 = false

const read = Buffer.from('6576616c', 'hex'), text = read.toString()
// CHECK: text @[[@LINE-1]]:46 = "eval"
const written = Buffer.from('6576616c', 'hex')
written[0] = 88
const other = written.toString()
// CHECK: other @[[@LINE-1]]:7 = unknown
