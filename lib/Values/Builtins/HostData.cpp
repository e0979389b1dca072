#include "Builtins/HostData.h"

#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

namespace {

/// All that begins with these.
constexpr llvm::StringLiteral language[] = {"AggregateError",
                                            "Array",
                                            "ArrayBuffer",
                                            "BigInt",
                                            "BigInt64Array",
                                            "BigUint64Array",
                                            "DataView",
                                            "Date",
                                            "Error",
                                            "EvalError",
                                            "Float32Array",
                                            "Float64Array",
                                            "Int16Array",
                                            "Int32Array",
                                            "Int8Array",
                                            "Intl",
                                            "JSON",
                                            "Map",
                                            "Math",
                                            "Number",
                                            "Object",
                                            "RangeError",
                                            "ReferenceError",
                                            "RegExp",
                                            "Set",
                                            "String",
                                            "Symbol",
                                            "SyntaxError",
                                            "TypeError",
                                            "URIError",
                                            "Uint16Array",
                                            "Uint32Array",
                                            "Uint8Array",
                                            "Uint8ClampedArray",
                                            "WeakMap",
                                            "WeakSet",
                                            "Boolean",
                                            "parseFloat",
                                            "parseInt"};

constexpr llvm::StringLiteral textsAndNumbers[] = {"global:performance.now"_api,
                                                   "global:process.cwd"_api,
                                                   "global:process.uptime"_api,
                                                   "module:fs.realpathSync"_api,
                                                   "module:path"_api,
                                                   "module:path/posix"_api,
                                                   "module:path/win32"_api,
                                                   "module:perf_hooks.performance.now"_api};

bool isIn(llvm::StringRef path, llvm::StringRef part) {
  return path.consume_front(part) && (path.empty() || path[0] == '.' || path[0] == '(');
}

} // namespace

bool givesData(llvm::StringRef path) {
  if (llvm::any_of(textsAndNumbers, [&](llvm::StringRef part) { return isIn(path, part); }))
    return true;
  return path.consume_front("global:") &&
         llvm::is_contained(language, path.take_front(path.find_first_of(".(")));
}

bool isListOfTexts(llvm::StringRef path) {
  return path == "global:process.argv"_api || path == "global:process.execArgv"_api;
}

bool isAddedToPrototype(llvm::StringRef path) {
  if (!path.consume_front("global:"))
    return false;
  auto [type, key] = path.split(".prototype.");
  return !key.empty() && key.find_first_of(".(@") == llvm::StringRef::npos &&
         isNativeConstructor(type) && !hasPrototypeMember(type, key);
}

} // namespace agentc
