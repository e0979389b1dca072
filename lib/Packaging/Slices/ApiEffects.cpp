#include "ApiEffects.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/StringSet.h"

namespace agentc {

llvm::StringRef moduleOfPath(llvm::StringRef path) {
  if (!path.consume_front("module:"))
    return {};
  return path.take_front(path.find_first_of(".(["));
}

bool apiChanges(llvm::StringRef path) {
  static const llvm::StringSet<> names = {"assign",
                                          "defineProperty",
                                          "defineProperties",
                                          "setPrototypeOf",
                                          "freeze",
                                          "seal",
                                          "preventExtensions",
                                          "push",
                                          "pop",
                                          "shift",
                                          "unshift",
                                          "splice",
                                          "sort",
                                          "reverse",
                                          "fill",
                                          "copyWithin",
                                          "set",
                                          "add",
                                          "delete",
                                          "clear",
                                          "interceptors",
                                          "defaults",
                                          "mixin",
                                          "templateSettings",
                                          "setErrorMap",
                                          "config",
                                          "globalRegistry",
                                          "__defineGetter__",
                                          "__defineSetter__",
                                          "setDefaultEncoding",
                                          "promisify",
                                          "inherits",
                                          "parse",
                                          "safeParse",
                                          "parseAsync",
                                          "safeParseAsync",
                                          "register"};
  if (path.starts_with("global:Reflect."_api) || path.starts_with("global:eval"_api) ||
      path.starts_with("any:"))
    return true;
  if (path == "global:JSON.parse"_api || path == "global:Date.parse"_api ||
      path == "global:URL.parse"_api)
    return false;
  while (!path.empty()) {
    auto [name, rest] = path.split('.');
    if (names.contains(name.rtrim("()")))
      return true;
    path = rest;
  }
  return false;
}

bool isProvided(llvm::StringRef path) {
  return path.starts_with("global:") || findProvidedModule(moduleOfPath(path));
}

bool isDefining(llvm::StringRef path) {
  static const llvm::StringSet<> globals = {"global:createTool"_api, "global:createAgent"_api,
                                            "global:createLightfast"_api, "global:tool"_api,
                                            "global:gateway"_api};
  if (globals.contains(path))
    return true;
  const ProvidedModule *module = findProvidedModule(moduleOfPath(path));
  bool definesNothing = module && (isNodeModule(module->name) ||
                                   llvm::is_contained({"axios", "lodash-es"}, module->name));
  return module && !definesNothing && !apiChanges(path);
}

bool runsDefinition(llvm::StringRef name) {
  static const llvm::StringSet<> names = {
      "execute",  "invoke",       "call",    "apply",      "run",      "handler",
      "generate", "generateText", "stream",  "streamText", "batch",    "func",
      "_call",    "_run",         "process", "handle",     "callTool", "emit",
      "dispatch", "request",      "fetch",   "text",       "json"};
  return names.contains(name.rtrim("()"));
}

} // namespace agentc
