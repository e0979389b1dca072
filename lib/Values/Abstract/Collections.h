#ifndef AGENTC_LIB_VALUES_ABSTRACT_COLLECTIONS_H
#define AGENTC_LIB_VALUES_ABSTRACT_COLLECTIONS_H

#include "EvaluatorPart.h"

namespace agentc {

/// True for the path of the constructor of a map or set, weak ones too.
bool isCollection(llvm::StringRef path);

/// Evaluates the content of maps and sets that are not fully known.
class Collections final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// The values that a collection can give: for a key, or for any where `key` is null.
  const Value *keptIn(const Value &collection, const ast::Node &site, const Value *key = nullptr);
  const Value *iteratedCollection(const ResultValue &value, const ast::Node &site);

private:
  /// `from` is the call by which a function gets the collection as the parameter `symbol`.
  void addKeptValues(const Symbol &symbol, const ast::Node *from, unsigned depth,
                     llvm::SmallVectorImpl<const Value *> &values);
  const ast::Node &givenFor(const ast::Node &put, const Symbol &collection, const ast::Node *call);
  bool isKnownMap(const ResultValue &made);
  const Value &entriesOf(const ResultValue &made);
  bool addLooped(const ast::CallExpression &put, llvm::SmallVectorImpl<const Value *> &entries);
  bool addEntries(const ast::CallExpression &put, llvm::SmallVectorImpl<const Value *> &entries);
  const Value *keptOfKey(const ResultValue &made, const Value *key, const ast::Node &site);
  const Value *keysOf(const ResultValue &made, const ast::Node &site);
  void addFirstValues(const ResultValue &made, llvm::SmallVectorImpl<const Value *> &values);
};

} // namespace agentc

#endif
