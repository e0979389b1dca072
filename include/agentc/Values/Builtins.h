#ifndef AGENTC_VALUES_BUILTINS_H
#define AGENTC_VALUES_BUILTINS_H

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace agentc {

/// The `name` of a function that ECMAScript itself defines, by its path without `global:`
/// (`Array.prototype.flat`, `parseInt`); std::nullopt for anything else. Inherited names count
/// (`Array.prototype.hasOwnProperty`).
std::optional<llvm::StringRef> nativeFunctionName(llvm::StringRef path);
/// True if the prototype of a built-in type (`Array`) has or inherits the key.
bool hasPrototypeMember(llvm::StringRef type, llvm::StringRef key);
/// True if the path is a constructor that ECMAScript defines.
bool isNativeConstructor(llvm::StringRef path);

} // namespace agentc

#endif
