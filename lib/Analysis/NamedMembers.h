#ifndef AGENTC_LIB_ANALYSIS_NAMEDMEMBERS_H
#define AGENTC_LIB_ANALYSIS_NAMEDMEMBERS_H

#include "agentc/Values/Values.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace agentc {

/// What a program's code gives to members of anything, by their names: what a call may call of
/// which nothing else tells what it calls.
class NamedMembers {
public:
  NamedMembers(const Program &program, const Values &values);

  /// Calls `visit` for the functions, classes and host functions that a callee may be by the name
  /// that it is called by, or that its value was taken by; for none where its value is told.
  /// `values` are those that the call's code sees. Only modules count that some module loads
  /// together with the callee's.
  void forEachBehind(const ast::Node &callee, const Values &values,
                     llvm::function_ref<void(const Value &)> visit) const;

  /// The same where a member is read: for getters that calls define, and for all where what the
  /// object inherits is not followed.
  void forEachGetter(const ast::MemberExpression &member, const Values &values,
                     llvm::function_ref<void(const FunctionValue &)> visit) const;

private:
  void add(const ast::Node &node);
  void addDefinedBy(const ast::CallExpression &call);
  void addDescriptor(llvm::StringRef key, const ast::Node &descriptor);
  void visitAll(llvm::ArrayRef<const ast::Node *> expressions, const ast::Node &callee,
                llvm::function_ref<void(const Value &)> visit) const;
  void indexModules();
  void addImports(llvm::BitVector &modules, bool isReversed) const;
  bool areLoadedTogether(const ModuleInfo &one, const ModuleInfo &other) const;
  void forEachName(const ast::Node &callee, const Values &values,
                   llvm::function_ref<void(llvm::StringRef)> visit) const;

  const Program &program_;
  const Values &values_;
  /// The expressions that give members of a name their values.
  llvm::StringMap<llvm::SmallVector<const ast::Node *, 1>> given_, globals_;
  llvm::StringMap<llvm::SmallVector<const ast::Node *, 1>> getters_, defined_;
  /// Those that members get by names that are not known, by module, and of prototypes.
  llvm::DenseMap<const ModuleInfo *, llvm::SmallVector<const ast::Node *, 1>> unnamed_;
  llvm::SmallVector<const ast::Node *, 1> ofPrototypes_;
  llvm::DenseMap<const ModuleInfo *, unsigned> indices_;
  std::vector<llvm::SmallVector<unsigned, 4>> imports_, importers_;
  mutable llvm::DenseMap<const ModuleInfo *, llvm::BitVector> loadedWith_;
};

} // namespace agentc

#endif
