#ifndef AGENTC_LIB_VALUES_BUILTINS_HOSTOBJECT_H
#define AGENTC_LIB_VALUES_BUILTINS_HOSTOBJECT_H

#include "EvaluatorPart.h"

namespace agentc {

/// `Object` and `Reflect`: own properties, prototypes, descriptors.
class HostObject final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  using OwnProperties = llvm::SmallVector<PropertyValue, 8>;

  /// The enumerable properties in the order of ECMA-262; std::nullopt where they aren't all known.
  std::optional<OwnProperties> ownProperties(const Value &value, const ast::Node &site);
  std::optional<bool> hasOwn(const Value &value, llvm::StringRef key);
  const Value *invokeObjectFunction(llvm::StringRef name, Arguments arguments,
                                    const ast::Node &site);
  const Value &descriptorOf(const Value &value, llvm::StringRef key, const ast::Node &site);
  const Value *assign(Arguments arguments, const ast::Node &site);
  const Value *isSameValue(const Value &left, const Value &right, const ast::Node &site);

private:
  const Value &prototypeOf(const Value &value, const ast::Node *site);
  const Value *fromEntries(const Value &entries, const ast::Node &site);
  const Value *listProperties(llvm::StringRef name, const Value &value, const ast::Node &site);
};

} // namespace agentc

#endif
