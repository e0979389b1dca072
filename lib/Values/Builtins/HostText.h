#ifndef AGENTC_LIB_VALUES_BUILTINS_HOSTTEXT_H
#define AGENTC_LIB_VALUES_BUILTINS_HOSTTEXT_H

#include "EvaluatorPart.h"

namespace agentc {

/// `String`, `Buffer`, encoders and decoders.
class HostText final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  const Value *invokeStringFunction(llvm::StringRef path, Arguments arguments,
                                    const ast::Node &site);
  /// The bytes of a Buffer or an array of bytes that a call made.
  std::optional<std::string> bytesOf(const Value &value);
  const Value *foldBytesMethod(const ResultValue &receiver, llvm::StringRef key,
                               Arguments arguments, const ast::Node &site);
  /// A member of what a call of the host gave, where the call's arguments decide it.
  const Value *foldResultMember(const ResultValue &result, llvm::StringRef key,
                                const ast::Node *site);

private:
  bool isRead(const ast::Node &use);
  bool isUnwritten(const ResultValue &bytes);
  std::optional<std::string> bytesOfElements(Arguments elements, unsigned width);
  std::optional<std::string> viewedBytesOf(const Value &value);
};

} // namespace agentc

#endif
