// RUN: %validate --dump=values %s | FileCheck %s
// A module is strict: a block keeps its functions.

{ function fetch() {} fetch('x') }
// CHECK: call @[[@LINE-1]]:23 function
fetch('x')
// CHECK: call @[[@LINE-1]]:1 global:fetch
