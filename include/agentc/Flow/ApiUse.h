#ifndef AGENTC_FLOW_APIUSE_H
#define AGENTC_FLOW_APIUSE_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/StringSet.h"

#include <deque>

namespace agentc {

/// How code uses an API.
enum class UseKind : uint8_t {
  Call,   ///< called, constructed or used as a tag, also through `call`, `apply` and `Reflect`
  Read,   ///< read as a value: an operand, a member read, an import
  Test,   ///< only looked at: `typeof`, a comparison, a condition
  Write,  ///< assigned to, updated or deleted
  Escape, ///< handed on where it can no longer be followed: an argument, a return value, a property
};

/// One place where code uses an API of the host or of a module outside the bundle.
struct ApiUse {
  llvm::StringRef path; ///< as ApiValue's
  UseKind kind;
  const ast::Node *node; ///< the expression that denotes the API: the callee, the argument …
  const ast::Node *call; ///< the call or construction; null unless kind is Call
  llvm::ArrayRef<const Value *> arguments; ///< of the call, in the callee's own order
  /// The use is where the module `path` comes in: an import's specifier, a call of `require`,
  /// `import()`.
  bool isImport = false;
  llvm::StringRef module = {}; ///< the module's name, if `path` is a module's or a member of one
};

/// Every use in a program in source order. A declaration or assignment that only gives an API
/// another name is not a use; neither are the inner parts of a longer path. `import(x)` is a call
/// of `global:import`.
class ApiUses {
public:
  llvm::ArrayRef<ApiUse> all() const { return uses_; }

private:
  friend class UseCollector;
  std::vector<ApiUse> uses_;
  std::deque<std::vector<const Value *>> argumentLists_;
  std::deque<std::string> paths_;
  llvm::StringSet<> modules_; ///< those that are imported
};

ApiUses collectUses(const Program &program, const Values &values);

/// The uses in one function's or class's own code, as `values` sees it in one of its calls; `all`
/// are those of the program.
ApiUses collectUsesIn(const ast::Node &code, const Program &program, const Values &values,
                      const ApiUses &all);

/// True if a path equals a pattern or lies below it (`global:process.env` matches
/// `global:process`).
bool isPathOrMember(llvm::StringRef path, llvm::StringRef pattern);

} // namespace agentc

#endif
