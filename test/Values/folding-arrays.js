// RUN: %validate --dump=constants %s | FileCheck %s
// Methods of arrays, and functions that make arrays.

const v0 = [[3, 1, 10].sort(), ["b", undefined, "a"].sort(), [1, 2, 3].reverse(), [1, 2, 3].toReversed(), [3, 1].toSorted()]
// CHECK: v0 @[[@LINE-1]]:7 = {{\[\[}}1, 10, 3], ["a", "b", undefined], [3, 2, 1], [3, 2, 1], [1, 3{{\]\]}}{{$}}
const v1 = [[1, [2, [3, [4]]]].flat(), [1, [2, [3, [4]]]].flat(Infinity), [1].concat(2, [3, [4]]), [1, 2, 3, 4].copyWithin(0, 2)]
// CHECK: v1 @[[@LINE-1]]:7 = {{\[\[}}1, 2, [3, [4{{\]\]}}], [1, 2, 3, 4], [1, 2, 3, [4{{\]\]}}, [3, 4, 3, 4{{\]\]}}{{$}}
const v2 = [[1, 2, 3].slice(-2), [1, 2, 3].at(-1), [1, 2, 3].with(1, 9), [1, 2, 3].toSpliced(1, 1, "x", "y"), [1, 2, 3].splice(1, 1), [0, 0, 0].fill(7, 1)]
// CHECK: v2 @[[@LINE-1]]:7 = {{\[\[}}2, 3], 3, [1, 9, 3], [1, "x", "y", 3], [2], [0, 7, 7{{\]\]}}{{$}}
const v3 = [[1, NaN].includes(NaN), [1, NaN].indexOf(NaN), [1, 2, 1].lastIndexOf(1), ["1"].indexOf(1), [1, 2, 1].indexOf(1, -1)]
// CHECK: v3 @[[@LINE-1]]:7 = [true, -1, 2, -1, 2]{{$}}
const v4 = [[1, null, [2, undefined]].join("-"), [].join(), [[]] + "", [1, 2].toString()]
// CHECK: v4 @[[@LINE-1]]:7 = ["1--2,", "", "", "1,2"]{{$}}
const v5 = [Array.from("a😀"), Array.from({ length: 2, 1: "x" }), Array.of(7), Array(3).join("-"), Array(1, 2), new Array(2).fill(0), Array.isArray([])]
// CHECK: v5 @[[@LINE-1]]:7 = {{\[\[}}"a", "\ud83d\ude00"], [undefined, "x"], [7], "--", [1, 2], [0, 0], true]{{$}}

// What throws, differs between engines or depends on what is unknown has no constant.
const v6 = [1, , 3].indexOf(undefined)
// CHECK: v6 @[[@LINE-1]]:7 = unknown
const v7 = [1, , 3].flat()
// CHECK: v7 @[[@LINE-1]]:7 = unknown
const v8 = [1, unknown].indexOf(2)
// CHECK: v8 @[[@LINE-1]]:7 = unknown
const v9 = [unknown].join()
// CHECK: v9 @[[@LINE-1]]:7 = unknown
const v10 = [2, 1].sort(unknown)
// CHECK: v10 @[[@LINE-1]]:7 = unknown
const v11 = [...unknown].length
// CHECK: v11 @[[@LINE-1]]:7 = unknown
