// RUN: %validate --dump=constants %s | FileCheck %s
// Operators follow ECMA-262: conversions, 32-bit integers, comparisons, equality, BigInts.

const v0 = [1 + 2, "1" + 2, 1 + true, null + 1, undefined + 1, [] + {}, [1, [2, 3]] + ""]
// CHECK: v0 @[[@LINE-1]]:7 = [3, "12", 2, 1, NaN, "[object Object]", "1,2,3"]{{$}}
const v1 = [7 % -3, -7 % 3, 2 ** 10, 1 ** Infinity, 2 ** -1, 0 / 0, -1 / 0]
// CHECK: v1 @[[@LINE-1]]:7 = [1, -1, 1024, NaN, 0.5, NaN, -Infinity]{{$}}
const v2 = [5 & 3, 5 | 3, 5 ^ 3, ~5, 1 << 31, -1 >> 1, -1 >>> 0, 1 << 33, 4294967297 | 0]
// CHECK: v2 @[[@LINE-1]]:7 = [1, 7, 6, -6, -2147483648, -1, 4294967295, 2, 1]{{$}}
const v3 = [+"0x1F", +"0b11", +" 12 ", +"1e3", +"", +"1_0", +"\ufeff7", +[], +[5], +{}, -"3"]
// CHECK: v3 @[[@LINE-1]]:7 = [31, 3, 12, 1000, 0, NaN, 7, 0, 5, NaN, -3]{{$}}
const v4 = ["10" < "9", "10" < 9, "a" < "B", "\ud83d\ude00" < "\uffff", NaN < 1, null >= 0, 2n > 1.5, "2" > 1n]
// CHECK: v4 @[[@LINE-1]]:7 = [true, false, false, true, false, true, true, true]{{$}}
const v5 = [null == undefined, null == 0, "1" == 1, [1] == 1, "1,2" == [1, 2], 1n == "1", NaN == NaN, [] == []]
// CHECK: v5 @[[@LINE-1]]:7 = [true, false, true, true, true, true, false, false]{{$}}
const v6 = ["a" === "a", 1 === 1n, 0 === -0, [] === [], /a/ !== /a/]
// CHECK: v6 @[[@LINE-1]]:7 = [true, false, true, false, true]{{$}}
const v7 = [typeof 1, typeof "", typeof null, typeof undefined, typeof 1n, typeof [], typeof (() => 1), typeof parseInt]
// CHECK: v7 @[[@LINE-1]]:7 = ["number", "string", "object", "undefined", "bigint", "object", "function", "function"]{{$}}
const v8 = [2n ** 64n, -7n / 2n, -7n % 2n, 5n & 3n, -5n >> 1n, 1n << 70n, ~0n, BigInt.asIntN(8, 255n)]
// CHECK: v8 @[[@LINE-1]]:7 = [18446744073709551616n, -3n, -1n, 1n, -3n, 1180591620717411303424n, -1n, -1n]{{$}}
const v9 = ["a" in { a: 1 }, "toString" in {}, 0 in [1], 5 in [1], [] instanceof Array, 1 instanceof Object]
// CHECK: v9 @[[@LINE-1]]:7 = [true, true, true, false, true, false]{{$}}
const v10 = "a\ud83d" + "\ude00" === "a😀"
// CHECK: v10 @[[@LINE-1]]:7 = true{{$}}
const v11 = [void 0, !"", !!"0", ![], -0]
// CHECK: v11 @[[@LINE-1]]:7 = [undefined, true, true, false, -0]{{$}}

// What throws, differs between engines or depends on what is unknown has no constant.
const v12 = 1n + 1
// CHECK: v12 @[[@LINE-1]]:7 = unknown
const v13 = 2 ** 0.5
// CHECK: v13 @[[@LINE-1]]:7 = unknown
const v14 = [] == unknown
// CHECK: v14 @[[@LINE-1]]:7 = unknown
const v15 = typeof unknown
// CHECK: v15 @[[@LINE-1]]:7 = unknown
const v16 = 1n / 0n
// CHECK: v16 @[[@LINE-1]]:7 = unknown
const v17 = ({ valueOf: () => 1 }) + 1
// CHECK: v17 @[[@LINE-1]]:7 = unknown
const v18 = [unknown] + ""
// CHECK: v18 @[[@LINE-1]]:7 = unknown
const v19 = 1 in [1, , 3]
// CHECK: v19 @[[@LINE-1]]:7 = unknown
const v20 = [1, 2].find((one) => one > unknown) ?? 3
// CHECK: v20 @[[@LINE-1]]:7 = oneOf(1, 2, 3)
const v21 = [0, 2].find((one) => one > unknown) || 3
// CHECK: v21 @[[@LINE-1]]:7 = oneOf(2, 3)
