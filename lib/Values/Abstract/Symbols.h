#ifndef AGENTC_LIB_VALUES_ABSTRACT_SYMBOLS_H
#define AGENTC_LIB_VALUES_ABSTRACT_SYMBOLS_H

#include "Abstract/CommonJsExports.h"

namespace agentc {

/// Evaluates the values that a variable can hold, from all its assignments together.
class Symbols final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// The expressions that `variable.key = value` gives to each key, anywhere.
  using PropertyWrites = CommonJsExports::WritesByName;

  const Value &ofSymbol(const Symbol &symbol);
  const Value &valueInto(const ast::Node &pattern);
  const Value &iterated(const Value &value, const ast::Node *site);
  const PropertyWrites &writesTo(const Symbol &symbol);
  const Symbol *filledParameter(const ast::Identifier &argument) const;
  /// Returns the value written to a member of a function, class or instance; null if there is
  /// none.
  const Value *writtenMember(const Value &object, llvm::StringRef key, const ast::Node *site);
  bool isHandler(const ast::Node &function);
  /// The variables by which a function, class or instance gets members.
  llvm::ArrayRef<const Symbol *> holdersOf(const ast::Node &made) const {
    auto found = holders_.find(&made);
    return found == holders_.end() ? llvm::ArrayRef<const Symbol *>() : found->second;
  }

private:
  const Value &valueOfImport(const ast::Node &specifier);
  const Value &elementOf(const ast::ForOfStatement &loop, const ast::Node &site);
  const Value &withPropertyWrites(const Value &value, const Symbol &symbol);
  const Value &withPushes(const ArrayValue &list, const Symbol &symbol);

  llvm::DenseMap<const Symbol *, std::unique_ptr<PropertyWrites>> propertyWrites_;
  /// The variables whose functions, classes and instances get members by assignments.
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<const Symbol *, 1>> holders_;
  std::optional<const ast::Node *> handler_;
};

} // namespace agentc

#endif
