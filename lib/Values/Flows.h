#ifndef AGENTC_LIB_VALUES_FLOWS_H
#define AGENTC_LIB_VALUES_FLOWS_H

#include "agentc/Program/Names.h"

namespace agentc {

/// `exports` and `module.exports`, as CommonJS writes them.
bool isExports(const ast::Node &node);

/// The places that a function reaches from where it is made, as far as names and syntax tell.
struct FunctionUses {
  /// Calls and constructions of it, and `f.call(…)`, `f.apply(…)`.
  llvm::SmallVector<const ast::Node *, 2> calls;
  /// Calls that it is given to, with the argument's index.
  llvm::SmallVector<std::pair<const ast::Node *, unsigned>, 1> passed;
  /// Names of properties that hold it: whoever reads a property of that name may call it.
  llvm::SetVector<llvm::StringRef> keys;
  /// It gets where its calls cannot be seen.
  bool escapes = false;
};

/// Follows functions through a program's names.
class Flows {
public:
  /// With `modules` only through these.
  Flows(const Program &program, const llvm::DenseSet<const ModuleInfo *> *modules);

  /// Of a function, or a class: the calls of its constructor.
  const FunctionUses &of(const ast::Node &functionOrClass);
  /// Of whatever a variable or parameter holds.
  const FunctionUses &of(const Symbol &symbol);
  /// Of what properties of that name hold.
  const FunctionUses &ofKey(llvm::StringRef key);

  Names &names() { return names_; }

private:
  struct Follower;

  const Program &program_;
  Names names_;
  llvm::DenseSet<const ast::Module *> left_; ///< the files that aren't gone through
  llvm::DenseMap<const void *, std::unique_ptr<FunctionUses>> uses_;
  llvm::StringMap<std::unique_ptr<FunctionUses>> ofKeys_;
};

} // namespace agentc

#endif
