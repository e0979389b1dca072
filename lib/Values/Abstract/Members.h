#ifndef AGENTC_LIB_VALUES_ABSTRACT_MEMBERS_H
#define AGENTC_LIB_VALUES_ABSTRACT_MEMBERS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Evaluates the members of a value, by a known key, an unknown one or a symbol.
class Members final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value &member(const Value &object, llvm::StringRef key, const ast::Node *site);
  std::optional<llvm::StringRef> keyOf(const ast::Node &memberOrProperty);
  const Value &computeMember(const ast::MemberExpression &expression);
  const Value *presentOf(const Value &object);
  const Value &memberOf(const Value &object, std::optional<llvm::StringRef> key,
                        const ast::MemberExpression &expression);
  const Value &memberByUnknownKey(const Value &object, const ast::Node *site);
  const Value &memberOfBuiltin(llvm::StringRef type, llvm::StringRef key, const ast::Node *site);
  const Value &memberOfUnknown(llvm::StringRef key, const ast::Node *site);

private:
  const Value &memberBySymbol(const Value &object, const ast::Node *site);
  void appendCopied(const ast::Node &made, llvm::SmallVectorImpl<const ast::Node *> &sources);
  llvm::SmallVector<const ApiValue *, 2> modulesCopiedInto(const ObjectValue &object);
  bool isSymbol(const Value &value);
  const Value &memberOfApi(const ApiValue &object, llvm::StringRef key, const ast::Node *site);
};

} // namespace agentc

#endif
