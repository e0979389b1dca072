#ifndef AGENTC_LIB_VALUES_ABSTRACT_INHERITANCE_H
#define AGENTC_LIB_VALUES_ABSTRACT_INHERITANCE_H

#include "EvaluatorPart.h"

namespace agentc {

/// `this` is an object of the class that it is written in, or of one that extends it.
class Inheritance final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  struct Heirs {
    llvm::DenseMap<const ast::Node *, llvm::SmallVector<const ast::Node *, 1>> byParent;
    llvm::SmallVector<const ast::Node *, 2> others; ///< whose parents' values may yet change
  };

  llvm::SmallVector<const ast::Node *, 4> heirsOf(const ast::Node &type);
  const Value &memberOfThis(const ClassValue &type, llvm::StringRef key, bool isStatic,
                            const Value &own, const ast::Node &site);
  const Value &withReceivers(const Value &own, const ast::Node &method, const ast::Node &site);
  const Value *thisOfPassed(const FunctionUses &uses, const ast::Node &function,
                            const ast::Node &site);

private:
  const Heirs &heirs();
  void sortSettled();
  const ast::Node *parentOf(const ast::Node &type);
  const Value &computeMemberOfThis(const ClassValue &type, llvm::StringRef key, bool isStatic);
  bool isOfModule(const ast::Node &expression);
  void addAssigned(llvm::ArrayRef<const ast::Node *> types, llvm::StringRef key,
                   llvm::SmallVectorImpl<const Value *> &values);
  void addOpenMembers(const ClassValue &type, llvm::StringRef key,
                      llvm::SmallVectorImpl<const Value *> &values);
  bool isOfClasses(const Value &object, llvm::ArrayRef<const ast::Node *> types, bool isStatic);

  std::unique_ptr<Heirs> heirs_;
  llvm::DenseMap<std::pair<const void *, const char *>, uint64_t *> membersOfThis_;
};

} // namespace agentc

#endif
