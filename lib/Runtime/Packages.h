#ifndef AGENTC_LIB_RUNTIME_PACKAGES_H
#define AGENTC_LIB_RUNTIME_PACKAGES_H

#include "llvm/ADT/StringRef.h"

#include <v8.h>

#include <string>

namespace agentc {

/// Compiles the script of the packages that the sandbox gives to bundles
/// (`runtime/prelude/packages.js` with what it imports) as a function `(exports, require, module)`.
/// `cache` is what `makePackagesCache` gave; without it, or with another engine's, compiling takes
/// longer.
v8::MaybeLocal<v8::Function> compilePackages(v8::Local<v8::Context> context, llvm::StringRef cache);

/// The script's compiled code, by an engine that starts from `snapshot`.
std::string makePackagesCache(const v8::StartupData &snapshot);

} // namespace agentc

#endif
