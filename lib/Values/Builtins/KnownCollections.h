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
  /// A method of an array that gives its iterator, or one of such an iterator; null for others.
  const Value *invokeIterator(const Value &receiver, llvm::StringRef key, Arguments arguments,
                              const ast::Node &site);
  /// The elements that an expression gives where it is iterated over; null where its value is not
  /// a collection or an iterator that nobody else has.
  const ArrayValue *elementsIteratedBy(const Value &value, const ast::Node &expression);
  const Value *invokeCollection(const ResultValue &made, llvm::StringRef key, Arguments arguments,
                                const ast::Node &site);

private:
  const ArrayValue *elementsSteppedBy(const Value &iterator);
  const Value &iteratorOver(Arguments elements, bool isOpen, const ast::Node &site);
  const ArrayValue &leftAfterSteps(const ArrayValue &list);
  bool isOfElementsOnly(const Value &callback, bool isReduce) const;
  const Value *compareSets(const ArrayValue &list, llvm::StringRef key, Arguments arguments,
                           const ast::Node &site);
  std::optional<size_t> placeOfKey(const ResultValue &made, Arguments elements, const Value &key);
  const Value *walkCollection(const ResultValue &made, const ArrayValue &list, llvm::StringRef key,
                              Arguments arguments, const ast::Node &site);
};

} // namespace agentc

#endif
