#include "agentc/Values/Builtins.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace agentc {

namespace {

/// The names that ECMAScript and its Annex B define, as far as every version of Node that a bundle
/// may ask for has them. Later ones may be missing, so that code that asks for them is not decided.
struct BuiltinNames {
  llvm::StringLiteral owner;
  llvm::StringLiteral names;
};

constexpr BuiltinNames functions[] = {
    {"", "parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI "
         "decodeURIComponent escape unescape eval"},
    {"Object.prototype", "hasOwnProperty isPrototypeOf propertyIsEnumerable toString valueOf "
                         "toLocaleString __defineGetter__ __defineSetter__ __lookupGetter__ "
                         "__lookupSetter__"},
    {"Array.prototype", "at concat copyWithin entries every fill filter find findIndex findLast "
                        "findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf "
                        "map pop push reduce reduceRight reverse shift slice some sort splice "
                        "toLocaleString toString unshift values"},
    {"String.prototype",
     "anchor at big blink bold charAt charCodeAt codePointAt concat endsWith fixed fontcolor "
     "fontsize includes indexOf italics lastIndexOf link localeCompare match matchAll normalize "
     "padEnd padStart repeat replace replaceAll search slice small split startsWith strike sub "
     "substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toString toUpperCase "
     "trim trimEnd trimStart valueOf"},
    {"Number.prototype", "toExponential toFixed toLocaleString toPrecision toString valueOf"},
    {"BigInt.prototype", "toLocaleString toString valueOf"},
    {"Boolean.prototype", "toString valueOf"},
    {"Function.prototype", "apply bind call toString"},
    {"RegExp.prototype", "exec test toString compile"},
    {"Array", "from isArray of"},
    {"BigInt", "asIntN asUintN"},
    {"Number", "isFinite isInteger isNaN isSafeInteger parseFloat parseInt"},
    {"Object", "assign create defineProperties defineProperty entries freeze fromEntries "
               "getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames "
               "getOwnPropertySymbols getPrototypeOf hasOwn is isExtensible isFrozen isSealed keys "
               "preventExtensions seal setPrototypeOf values"},
    {"Reflect", "apply construct defineProperty deleteProperty get getOwnPropertyDescriptor "
                "getPrototypeOf has isExtensible ownKeys preventExtensions set setPrototypeOf"},
    {"String", "fromCharCode fromCodePoint raw"},
    {"JSON", "parse stringify"},
    {"Math", "abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1 "
             "f16round floor fround hypot imul log log10 log1p log2 max min pow random round sign "
             "sin sinh sqrt "
             "tan tanh trunc"},
};

constexpr llvm::StringLiteral constructors =
    "AggregateError Array ArrayBuffer BigInt BigInt64Array BigUint64Array Boolean DataView Date "
    "Error EvalError FinalizationRegistry Float32Array Float64Array Function Int16Array Int32Array "
    "Int8Array Map Number Object Promise Proxy RangeError ReferenceError RegExp Set String Symbol "
    "SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap "
    "WeakRef WeakSet";

template <typename Visit> void forEachWord(llvm::StringRef words, Visit visit) {
  while (!words.empty()) {
    auto [word, rest] = words.split(' ');
    visit(word);
    words = rest;
  }
}

const llvm::StringSet<> &functionPaths() {
  static const llvm::StringSet<> paths = [] {
    llvm::StringSet<> all;
    for (const BuiltinNames &group : functions)
      forEachWord(group.names, [&](llvm::StringRef name) {
        all.insert((group.owner + (group.owner.empty() ? "" : ".") + name).str());
      });
    forEachWord(constructors, [&](llvm::StringRef name) { all.insert(name); });
    return all;
  }();
  return paths;
}

} // namespace

bool isNativeConstructor(llvm::StringRef path) {
  return !path.contains('.') && functionPaths().contains(path) && path[0] >= 'A' && path[0] <= 'Z';
}

bool hasPrototypeMember(llvm::StringRef type, llvm::StringRef key) {
  if (key == "constructor" || key == "__proto__")
    return true;
  if (key == "length" || key == "name")
    return type == "Array" || type == "String" || type == "Function";
  // members that are not functions
  static constexpr llvm::StringLiteral ofRegExp[] = {"lastIndex",  "source",    "flags",  "global",
                                                     "ignoreCase", "multiline", "dotAll", "unicode",
                                                     "sticky",     "hasIndices"};
  if (type == "RegExp" && llvm::is_contained(ofRegExp, key))
    return true;
  if (type == "Function" && (key == "prototype" || key == "caller" || key == "arguments"))
    return true;
  auto isFunction = [&](llvm::StringRef owner) {
    llvm::SmallString<64> path;
    return functionPaths().contains((owner + ".prototype." + key).toStringRef(path));
  };
  return isFunction(type) || isFunction("Object");
}

std::optional<llvm::StringRef> nativeFunctionName(llvm::StringRef path) {
  auto found = functionPaths().find(path);
  auto [type, key] = path.split(".prototype.");
  if (found == functionPaths().end() && !key.empty() && isNativeConstructor(type))
    found = functionPaths().find(("Object.prototype." + key).str());
  if (found == functionPaths().end())
    return std::nullopt;
  llvm::StringRef full = found->getKey();
  return full.substr(full.rfind('.') + 1);
}

BuiltinMethod builtinMethod(llvm::StringRef name) {
  static const llvm::StringMap<BuiltinMethod> methods = [] {
    using enum BuiltinMethod::Effect;
    llvm::StringMap<BuiltinMethod> made;
#define METHOD(name, effects, text) made[#name] = {effects, TextMethod::text};
#include "agentc/Values/Builtins.def"
    return made;
  }();
  return methods.lookup(name);
}

} // namespace agentc
