// RUN: %validate --dump=constants %s | FileCheck %s
// Methods of strings work on UTF-16 units.

const v0 = ["abc".at(-1), "abc".at(5), "abc".charAt(9), "abc"[1], "a😀".length, "a😀"[1], "😀".charCodeAt(1), "😀".codePointAt(0), "x".charCodeAt(1)]
// CHECK: v0 @[[@LINE-1]]:7 = ["c", undefined, "", "b", 3, "\ud83d", 56832, 128512, NaN]{{$}}
const v1 = ["abcdef".slice(-3, -1), "abcdef".substring(4, 1), "abcdef".substr(-3, 2), "abc".slice(2, 1), "a😀b".slice(1, 2)]
// CHECK: v1 @[[@LINE-1]]:7 = ["de", "bcd", "de", "", "\ud83d"]{{$}}
const v2 = ["banana".indexOf("an", 2), "banana".lastIndexOf("an"), "banana".lastIndexOf("an", 0), "abc".includes("bc"), "abc".startsWith("b", 1), "abc".endsWith("b", 2), "x".indexOf()]
// CHECK: v2 @[[@LINE-1]]:7 = [3, 3, -1, true, true, true, -1]{{$}}
const v3 = ["7".padStart(3, "ab"), "7".padEnd(3), "ab".repeat(2.9), " \u00a0x\ufeff".trim() + "|", " x ".trimStart() + "|", " x ".trimEnd() + "|"]
// CHECK: v3 @[[@LINE-1]]:7 = ["ab7", "7  ", "abab", "x|", "x |", " x|"]{{$}}
const v4 = ["a-b-c".replace("-", "[$&$`$']"), "a-b-c".replaceAll("-", "$$"), "abc".replace("", "_"), "aaa".replaceAll("", "-")]
// CHECK: v4 @[[@LINE-1]]:7 = ["a[-ab-c]b-c", "a$b$c", "_abc", "-a-a-a-"]{{$}}
const v5 = ["a,b,,c".split(","), "abc".split(""), "abc".split("", 2), "abc".split(), "".split(","), "".split(""), "a1b22c".split(/\d+/), "ab".split(/(b)/)]
// CHECK: v5 @[[@LINE-1]]:7 = {{\[\[}}"a", "b", "", "c"], ["a", "b", "c"], ["a", "b"], ["abc"], [""], [], ["a", "b", "c"], ["a", "b", ""{{\]\]}}{{$}}
const v6 = ["Hello".replace(/l+/, (m, at) => "L"), "aXbX".replace(/x/gi, "$&$&"), "john smith".replace(/(\w+) (\w+)/, "$2, $1"), "abc".replace(/(?=b)|c/g, "-")]
// CHECK: v6 @[[@LINE-1]]:7 = ["HeLo", "aXXbXX", "smith, john", "a-b-"]{{$}}
const v7 = ["2020-01-02".match(/(\d+)-(\d+)/), "abcabc".match(/b/g), "abc".match(/x/), "abc".search(/c/), /^a.c$/.test("abc"), /(a)|(b)/.exec("b")]
// CHECK: v7 @[[@LINE-1]]:7 = {{\[\[}}"2020-01", "2020", "01"], ["b", "b"], null, 2, true, ["b", undefined, "b"{{\]\]}}{{$}}
const v8 = ["ab".concat(1, null), "a".bold(), "a".link("\"x"), "é".toString(), "ABC".toLowerCase(), String.raw`a\n${1}`]
// CHECK: v8 @[[@LINE-1]]:7 = ["ab1null", "<b>a</b>", "<a href=\"&quot;x\">a</a>", "\u00e9", "abc", "a\\n1"]{{$}}
const v9 = [String.fromCharCode(101, 65536 + 118, "97"), String.fromCodePoint(0x1f600), "\ud83d".isWellFormed(), "abc".normalize()]
// CHECK: v9 @[[@LINE-1]]:7 = ["eva", "\ud83d\ude00", false, "abc"]{{$}}
const v10 = ["(a*)*b", "aaaa"].map.name + "aaaaaaaa".replace(/(a*)*c/, "x")
// CHECK: v10 @[[@LINE-1]]:7 = "mapaaaaaaaa"{{$}}

// What throws, differs between engines or depends on what is unknown has no constant.
const v11 = "É".toLowerCase()
// CHECK: v11 @[[@LINE-1]]:7 = unknown
const v12 = "a".localeCompare("b")
// CHECK: v12 @[[@LINE-1]]:7 = unknown
const v13 = "a".repeat(-1)
// CHECK: v13 @[[@LINE-1]]:7 = unknown
const v14 = "abc".replace(/(?<=a)b/, "x")
// CHECK: v14 @[[@LINE-1]]:7 = unknown
const v15 = "é".replace(/É/i, "x")
// CHECK: v15 @[[@LINE-1]]:7 = unknown
const v16 = "a".at(unknown)
// CHECK: v16 @[[@LINE-1]]:7 = unknown
const v17 = "x".repeat(2 ** 28)
// CHECK: v17 @[[@LINE-1]]:7 = unknown
