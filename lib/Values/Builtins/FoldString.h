#ifndef AGENTC_LIB_VALUES_BUILTINS_FOLDSTRING_H
#define AGENTC_LIB_VALUES_BUILTINS_FOLDSTRING_H

#include "EvaluatorPart.h"

namespace agentc {

/// Methods of strings.
class FoldString final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  struct Utf16Text {
    llvm::StringRef source;
    std::shared_ptr<const std::u16string> text;
  };

  const Value *foldStringMethod(const StringValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  /// `length` and the units of a text by index; null for other keys.
  const Value *memberOfString(const StringValue &text, llvm::StringRef key, const ast::Node *site);
  /// The text as UTF-16; texts used last are kept, so that a loop over one converts it once.
  std::shared_ptr<const std::u16string> utf16Of(const StringValue &value);
  const Value &stringOfUnits(std::u16string_view text, const ast::Node *site);
  /// An argument as ToIntegerOrInfinity gives it, `otherwise` where it is absent or undefined.
  std::optional<double> integerArgument(Arguments arguments, size_t index, double otherwise);
  std::optional<std::u16string> textArgument(Arguments arguments, size_t index);

private:
  const Value *foldStringParts(const StringValue &receiver, llvm::StringRef key,
                               Arguments arguments, const ast::Node &site);
  const Value *foldStringSearch(const StringValue &receiver, llvm::StringRef key,
                                Arguments arguments, const ast::Node &site);
  const Value *foldStringForms(const StringValue &receiver, llvm::StringRef key,
                               Arguments arguments, const ast::Node &site);
  const Value *foldStringPadding(const StringValue &receiver, llvm::StringRef key,
                                 Arguments arguments, const ast::Node &site);

  Utf16Text utf16Texts_[8];
  size_t nextUtf16Text_ = 0;
};

} // namespace agentc

#endif
