#ifndef AGENTC_LIB_VALUES_BUILTINS_FOLDPATTERN_H
#define AGENTC_LIB_VALUES_BUILTINS_FOLDPATTERN_H

#include "EvaluatorPart.h"
#include "agentc/Support/RegExpProgram.h"

namespace agentc {

/// Methods that take a text or a regular expression.
class FoldPattern final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *foldStringPatterns(const StringValue &receiver, llvm::StringRef key,
                                  Arguments arguments, const ast::Node &site);
  const Value *foldRegExpMethod(const RegExpValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  bool spendSearch(const std::u16string &text, const std::u16string &wanted);

private:
  const Value *foldReplace(const StringValue &receiver, bool all, Arguments arguments,
                           const ast::Node &site);
  const Value *foldSplit(const StringValue &receiver, Arguments arguments, const ast::Node &site);
  std::optional<RegExpProgram> programOf(const RegExpValue &expression);
  const Value *withMatching(llvm::function_ref<const Value *(uint64_t &)> match);
};

/// The flags of a regular expression as its `flags` gives them.
std::string flagsInOrder(llvm::StringRef flags);

} // namespace agentc

#endif
