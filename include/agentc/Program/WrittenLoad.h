#ifndef AGENTC_PROGRAM_WRITTENLOAD_H
#define AGENTC_PROGRAM_WRITTENLOAD_H

#include "agentc/Program/ModuleInfo.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// A module that an expression asks for by a text in place.
struct WrittenLoad {
  llvm::StringRef specifier;
  ImportForm form;
  /// True if the module is evaluated there, by a call of `require` or by `import()`. Otherwise
  /// only its place is asked for.
  bool isLoaded;
};

/// `import()`, `require()`, `require.resolve()`, `createRequire(…)()`, `import.meta.resolve()` and
/// `new URL(…, import.meta.url)`; std::nullopt for all else, and where the specifier is not a text.
/// `isRequire` says which names are the language's `require`.
std::optional<WrittenLoad>
writtenLoadAt(const ast::Node &node, llvm::function_ref<bool(const ast::Identifier &)> isRequire);

/// True if an expression is a call of `createRequire`, by that name.
bool makesRequire(const ast::Node *node);

} // namespace agentc

#endif
