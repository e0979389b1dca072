2var yield = 1, await = 2, let = 3; yield
/x/g; with (a) b; <!-- c
--> d
function f(a, a) { return new.target, arguments, 010, '\01' }
if (1) function g() {} else async
function h() {}
