// RUN: %validate --dump=constants %s | FileCheck %s
// Bytes and codings: URIs, base64, Buffer, TextDecoder.

const v0 = [encodeURIComponent("a b&é😀"), encodeURI("a b&é?"), escape("aé€"), unescape("%u20AC%E9%zz"), decodeURIComponent("%F0%9F%98%80"), decodeURI("%26%41")]
// CHECK: v0 @[[@LINE-1]]:7 = ["a%20b%26%C3%A9%F0%9F%98%80", "a%20b&%C3%A9?", "a%E9%u20AC", "\u20ac\u00e9%zz", "\ud83d\ude00", "%26A"]{{$}}
const v1 = [atob("ZXZh bA=="), atob("ZXZhbA"), btoa("eval\xff")]
// CHECK: v1 @[[@LINE-1]]:7 = ["eval", "eval", "ZXZhbP8="]{{$}}
const v2 = [Buffer.from("6576616c", "hex").toString(), Buffer.from("ZXZhbA", "base64").toString("latin1"), Buffer.from("é").toString("hex"), Buffer.from([101, 118, 353, 108]) + "", Buffer.from("é").toString("base64url")]
// CHECK: v2 @[[@LINE-1]]:7 = ["eval", "eval", "c3a9", "eval", "w6k"]{{$}}
const v3 = [Buffer.concat([Buffer.from("ev"), Buffer.from("al")]).toString(), Buffer.from("ab", "utf16le").toString("hex"), Buffer.from("ff41", "hex").toString(), Buffer.from("é").length]
// CHECK: v3 @[[@LINE-1]]:7 = ["eval", "61006200", "\ufffdA", 2]{{$}}
const v4 = [new TextDecoder().decode(Uint8Array.from([0xef, 0xbb, 0xbf, 101])), new TextDecoder("utf-8").decode(new TextEncoder().encode("x")), new Uint8Array([256 + 97])[0]]
// CHECK: v4 @[[@LINE-1]]:7 = ["e", "x", 97]{{$}}

// What throws, differs between engines or depends on what is unknown has no constant.
const v5 = decodeURIComponent("%")
// CHECK: v5 @[[@LINE-1]]:7 = unknown
const v6 = encodeURIComponent("\ud800")
// CHECK: v6 @[[@LINE-1]]:7 = unknown
const v7 = atob("a")
// CHECK: v7 @[[@LINE-1]]:7 = unknown
const v8 = btoa("€")
// CHECK: v8 @[[@LINE-1]]:7 = unknown
const v9 = Buffer.from("a*b=c", "base64").toString()
// CHECK: v9 @[[@LINE-1]]:7 = unknown
