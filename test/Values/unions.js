// RUN: %validate --dump=values %s | FileCheck %s
// Too many values to list: what reaches out of the bundle is kept, and that there are others.

let big
const later = () => { big = 1; big = 2; big = 3; big = 4; big = 5; big = 6; big = 7; big = 8; big = 9
big = 10; big = 11; big = 12; big = 13; big = 14; big = 15; big = 16; big = 17; big = eval }
big('x')
// CHECK: call @[[@LINE-1]]:1 (global:eval, unknown: a limit of evaluation was reached)
let small
const soon = () => { small = 1; small = 2; small = eval }
small('x')
// CHECK: call @[[@LINE-1]]:1 (1, 2, global:eval)
let same
same = 'a'; same = 'a'; same = 'a'
const text = same
// CHECK: let @[[@LINE-1]]:7 "a"
