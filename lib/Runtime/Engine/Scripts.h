#ifndef AGENTC_LIB_RUNTIME_SCRIPTS_H
#define AGENTC_LIB_RUNTIME_SCRIPTS_H

#include "llvm/ADT/StringRef.h"

#include <v8.h>

#include <string>

namespace agentc {

/// Compiles a script of `runtime/prelude/scripts/` with what it imports as a function
/// `(exports, require, module)`; empty if there is none of that name. `caches` is what
/// `makeScriptCaches` gave; without it, or with another engine's, compiling takes longer.
v8::MaybeLocal<v8::Function> compileScript(v8::Local<v8::Context> context, llvm::StringRef name,
                                           llvm::StringRef caches);

/// The compiled code of all scripts, by an engine that starts from `snapshot`.
std::string makeScriptCaches(const v8::StartupData &snapshot);

} // namespace agentc

#endif
