#ifndef AGENTC_BUNDLE_MODULENAMES_H
#define AGENTC_BUNDLE_MODULENAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace agentc {

/// A module that the sandbox gives to tools, and the version it gives (empty for Node's own).
struct ProvidedModule {
  llvm::StringRef name;
  llvm::StringRef version;
};

/// The modules of Modules.def that work in the sandbox, sorted by name. Frameworks' definition
/// functions are among them.
llvm::ArrayRef<ProvidedModule> providedModules();
/// Null if the sandbox doesn't provide the module; `node:` prefixes are accepted for Node's own
/// names.
const ProvidedModule *findProvidedModule(llvm::StringRef specifier);

/// The reach that a module of Node's gives a program.
enum class ModuleReach : uint8_t { Nothing, Files, Network, Processes, Threads, Code, Machine };

/// A module of Node's own.
struct NodeModule {
  llvm::StringRef name; ///< without `node:`
  ModuleReach reach;
  llvm::StringRef harmless; ///< members that reach nothing in the sandbox, separated by spaces
  bool isAbsent;            ///< importing it fails; of others only calls of what reaches do
};

/// Null for names that Node has no module of; `node:` prefixes are accepted.
const NodeModule *findNodeModule(llvm::StringRef specifier);
/// `fs`, `node:fs`, `fs/promises` and the like: whether Node itself has a module of this name.
bool isNodeModule(llvm::StringRef specifier);

/// The specifier without `node:`; `node:fs` and `fs` are the same module.
llvm::StringRef canonicalModuleName(llvm::StringRef specifier);

/// The package of a bare specifier: `@scope/name/sub` → `@scope/name`; std::nullopt for relative
/// paths, absolute paths, URLs and `#internal` names.
std::optional<llvm::StringRef> packageOfSpecifier(llvm::StringRef specifier);

} // namespace agentc

#endif
