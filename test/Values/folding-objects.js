// RUN: %validate --dump=constants %s | FileCheck %s
// Functions of Object, Reflect and JSON; indices come first.

const v0 = [Object.keys({ b: 1, 2: 0, a: 2, 1: 0 }), Object.values({ b: 1, 2: 0 }), Object.entries({ a: [] }), Object.getOwnPropertyNames({ x: 1 }), Reflect.ownKeys({ y: 1 })]
// CHECK: v0 @[[@LINE-1]]:7 = {{\[\[}}"1", "2", "b", "a"], [0, 1], {{\[\[}}"a", [{{\]\]}}], ["x"], ["y"{{\]\]}}{{$}}
const v1 = Object.assign({ a: 1 }, { a: 2, b: 3 }, null, "xy")
// CHECK: v1 @[[@LINE-1]]:7 = {["a"]: 2, ["b"]: 3, ["0"]: "x", ["1"]: "y"}{{$}}
const v2 = Object.fromEntries([["a", 1], ["b", 2], ["a", 3]])
// CHECK: v2 @[[@LINE-1]]:7 = {["a"]: 3, ["b"]: 2}{{$}}
const v3 = [Object.is(NaN, NaN), Object.is(0, -0), Object.hasOwn({ a: 1 }, "a"), Reflect.has({}, "toString"), ({ a: 1 }).hasOwnProperty("b"), Reflect.get({ a: 5 }, "a")]
// CHECK: v3 @[[@LINE-1]]:7 = [true, false, true, true, false, 5]{{$}}
const v4 = JSON.parse('{"a": [1, -2.5e3, true, null], "b": {"c": "\\u0041\\ud83d\\ude00"}, "a": 0}')
// CHECK: v4 @[[@LINE-1]]:7 = {["a"]: 0, ["b"]: {["c"]: "A\ud83d\ude00"}}{{$}}
const v5 = JSON.stringify({ z: undefined, 2: [undefined, () => 1, NaN], 1: "\u2028\"\n\ud800", n: { e: {} } })
// CHECK: v5 @[[@LINE-1]]:7 = "{\"1\":\"\u2028\\\"\\n\\ud800\",\"2\":[null,null,null],\"n\":{\"e\":{}}}"{{$}}
const v6 = JSON.stringify([1, { a: [] }, []], null, 2)
// CHECK: v6 @[[@LINE-1]]:7 = "[\n  1,\n  {\n    \"a\": []\n  },\n  []\n]"{{$}}
const v7 = [JSON.stringify(undefined), JSON.stringify("x"), JSON.stringify({}, null, 4), JSON.stringify({ a: 1 }, null, "--")]
// CHECK: v7 @[[@LINE-1]]:7 = [undefined, "\"x\"", "{}", "{\n--\"a\": 1\n}"]{{$}}
const v8 = [Object.getOwnPropertyDescriptor({ a: 7 }, "a").value, Object.getOwnPropertyDescriptor({}, "a")]
// CHECK: v8 @[[@LINE-1]]:7 = [7, undefined]{{$}}
const v9 = [Object.getOwnPropertyDescriptors(globalThis).eval.value, Object.getOwnPropertyDescriptor(globalThis, "ev" + "al").value]
// CHECK: v9 @[[@LINE-1]]:7 = [api("global:eval"), api("global:eval")]{{$}}

// What throws, differs between engines or depends on what is unknown has no constant.
const v10 = JSON.parse("{a: 1}")
// CHECK: v10 @[[@LINE-1]]:7 = unknown
const v11 = JSON.parse("01")
// CHECK: v11 @[[@LINE-1]]:7 = unknown
const v12 = JSON.stringify({ toJSON: () => 1 })
// CHECK: v12 @[[@LINE-1]]:7 = unknown
const v13 = JSON.parse("[1]", unknown)
// CHECK: v13 @[[@LINE-1]]:7 = unknown
const v14 = Object.keys(unknown)
// CHECK: v14 @[[@LINE-1]]:7 = unknown
const v15 = JSON.stringify(1n)
// CHECK: v15 @[[@LINE-1]]:7 = unknown
