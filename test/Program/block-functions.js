// RUN: %validate --dump=values %s | FileCheck %s
// Functions and classes wherever a statement may stand; sloppy code sees a block's function outside of it, too.

{ function fetch() {} }
fetch('x')
// CHECK: call @[[@LINE-1]]:1 function
switch (1) { case 1: atob('x'); function atob() {} class URL {} new URL() }
// CHECK: call @[[@LINE-1]]:22 function
// CHECK: new @[[@LINE-2]]:69 class
new URL()
// CHECK: new @[[@LINE-1]]:5 global:URL
outer: inner: function btoa() {}
btoa('x')
// CHECK: call @[[@LINE-1]]:1 function
if (1) function escape() {} else function unescape() {}
escape('x'), unescape('x')
// CHECK: call @[[@LINE-1]]:1 function
// CHECK: call @[[@LINE-2]]:14 function
decodeURI('x')
// CHECK: call @[[@LINE-1]]:1 global:decodeURI
