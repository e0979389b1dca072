// RUN: %validate --dump=constants %s | FileCheck %s
// Numbers are written and read as JavaScript does it.

const v0 = [0.1 + 0.2, 1e21, 123456789012345680000, 1e-7, 5e-324, 1.7976931348623157e308].join(" ")
// CHECK: v0 @[[@LINE-1]]:7 = "0.30000000000000004 1e+21 123456789012345680000 1e-7 5e-324 1.7976931348623157e+308"{{$}}
const v1 = [(255).toString(16), (0.1).toString(3), (-7.5).toString(2), (1e-7).toString(36)]
// CHECK: v1 @[[@LINE-1]]:7 = ["ff", "0.0022002200220022002200220022002201", "-111.1", "0.000061oezo085tl"]{{$}}
const v2 = [(1.005).toFixed(2), (2.5).toFixed(0), (-1.5).toFixed(0), (1e21).toFixed(2), (0.000001).toFixed(7), (0).toFixed(2)]
// CHECK: v2 @[[@LINE-1]]:7 = ["1.00", "3", "-2", "1e+21", "0.0000010", "0.00"]{{$}}
const v3 = [(123.456).toPrecision(4), (0.00001).toPrecision(1), (1e21).toPrecision(3), (25).toExponential(), (12345).toExponential(2)]
// CHECK: v3 @[[@LINE-1]]:7 = ["123.5", "0.00001", "1.00e+21", "2.5e+1", "1.23e+4"]{{$}}
const v4 = [parseInt("12px"), parseInt("0x1f"), parseInt("z", 36), parseInt("8", 8), parseInt(""), parseInt(null, 36), parseFloat("3.14abc"), parseFloat(".5."), parseFloat("-Infinityx")]
// CHECK: v4 @[[@LINE-1]]:7 = [12, 31, 35, NaN, NaN, 1112745, 3.14, 0.5, -Infinity]{{$}}
const v5 = [Number("0o17"), Number(null), Number(undefined), Number([]), Number("1e1000"), Number(12n), Number(" \n")]
// CHECK: v5 @[[@LINE-1]]:7 = [15, 0, NaN, 0, Infinity, 12, 0]{{$}}
const v6 = [Math.round(-0.5), Math.round(2.5), Math.round(0.49999999999999994), Math.max(), Math.min(0, -0), Math.sign(-3), Math.trunc(-1.9)]
// CHECK: v6 @[[@LINE-1]]:7 = [-0, 3, 0, -Infinity, -0, -1, -1]{{$}}
const v7 = [Math.imul(4294967295, 5), Math.clz32(1), Math.fround(5.5), Math.sqrt(2), Math.hypot.name, Math.PI]
// CHECK: v7 @[[@LINE-1]]:7 = [-5, 31, 5.5, 1.4142135623730951, "hypot", 3.141592653589793]{{$}}
const halves = [1.337, 65519, 65520, -1e9, 5e-8, 2 ** -25, -(2 ** -26), NaN, 5e-324].map(Math.f16round)
// CHECK: halves @[[@LINE-1]]:7 = [1.3369140625, 65504, Infinity, -Infinity, 5.960464477539063e-8, 0, -0, NaN, 0]{{$}}
const v8 = [Number.MAX_SAFE_INTEGER, Number.EPSILON, isNaN("x"), Number.isNaN("x"), Number.isInteger(5.0), Number.isSafeInteger(2 ** 53)]
// CHECK: v8 @[[@LINE-1]]:7 = [9007199254740991, 2.220446049250313e-16, true, false, true, false]{{$}}
const v9 = [BigInt("0xff"), BigInt(2 ** 53), BigInt(true), (255n).toString(16), String(10n)]
// CHECK: v9 @[[@LINE-1]]:7 = [255n, 9007199254740992n, 1n, "ff", "10"]{{$}}
const v10 = Boolean("") || Boolean([])
// CHECK: v10 @[[@LINE-1]]:7 = true{{$}}

// What throws, differs between engines or depends on what is unknown has no constant.
const v11 = Math.random()
// CHECK: v11 @[[@LINE-1]]:7 = unknown
const v12 = Math.sin(1)
// CHECK: v12 @[[@LINE-1]]:7 = unknown
const v13 = (1).toFixed(101)
// CHECK: v13 @[[@LINE-1]]:7 = unknown
const v14 = BigInt(1.5)
// CHECK: v14 @[[@LINE-1]]:7 = unknown
const v15 = (2 ** 60).toString(7)
// CHECK: v15 @[[@LINE-1]]:7 = unknown
const v16 = Math.max(1, unknown)
// CHECK: v16 @[[@LINE-1]]:7 = unknown
