#ifndef AGENTC_LIB_VALUES_BUILTINS_KNOWNCOLLECTIONS_H
#define AGENTC_LIB_VALUES_BUILTINS_KNOWNCOLLECTIONS_H

#include "EvaluatorPart.h"

namespace agentc {

/// Maps and sets all of whose elements are known.
class KnownCollections final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const ArrayValue *elementsKnownOf(const Value &collection);
  const Value *constructCollection(const ApiValue &type, Arguments arguments,
                                   const ast::Node &site);
  const Value *invokeCollection(const ResultValue &made, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);

private:
  const Value *compareSets(const ArrayValue &list, llvm::StringRef key, Arguments arguments,
                           const ast::Node &site);
  std::optional<size_t> placeOfKey(const ResultValue &made, Arguments elements, const Value &key);
  const Value *walkCollection(const ResultValue &made, const ArrayValue &list, llvm::StringRef key,
                              Arguments arguments, const ast::Node &site);
};

} // namespace agentc

#endif
