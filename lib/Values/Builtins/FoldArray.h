#ifndef AGENTC_LIB_VALUES_BUILTINS_FOLDARRAY_H
#define AGENTC_LIB_VALUES_BUILTINS_FOLDARRAY_H

#include "EvaluatorPart.h"

namespace agentc {

/// Methods of arrays whose elements are known.
class FoldArray final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// The result of a method that changes its array, and the array afterwards, with the `origin`
  /// of the array itself.
  struct ArrayChange {
    const Value *result;
    const ArrayValue *after;
  };

  const Value *foldArrayMethod(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);
  /// push, pop, shift, unshift, splice, sort, reverse, fill and copyWithin, for who follows
  /// changes.
  std::optional<ArrayChange> changeArray(const ArrayValue &receiver, llvm::StringRef key,
                                         Arguments arguments, const ast::Node &site);

private:
  const Value *foldConcat(const ArrayValue &receiver, Arguments arguments, const ast::Node &site);
  const Value *foldArraySearch(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                               const ast::Node &site);
  const Value *foldArrayCopy(const ArrayValue &receiver, llvm::StringRef key, Arguments arguments,
                             const ast::Node &site);
  bool appendFlat(const ArrayValue &list, double depth, llvm::SmallVectorImpl<const Value *> &flat);
  bool sortByText(llvm::SmallVectorImpl<const Value *> &elements);
};

} // namespace agentc

#endif
