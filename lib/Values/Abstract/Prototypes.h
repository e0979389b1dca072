#ifndef AGENTC_LIB_VALUES_ABSTRACT_PROTOTYPES_H
#define AGENTC_LIB_VALUES_ABSTRACT_PROTOTYPES_H

#include "EvaluatorPart.h"

#include <optional>

namespace agentc {

/// Finds the writes to prototypes by other names than `Type.prototype`.
class Prototypes final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  /// The values that such writes give to a member of a type's prototype; null where there are none.
  const Value *given(const ast::Node &type, llvm::StringRef key, const ast::Node *site);

private:
  /// An expression that gives a prototype away.
  struct Source {
    const ast::Node *place;
    const ast::Node *owner; ///< the expression of the type or of one of its objects
    bool isType;            ///< the owner is the type
    /// The writes, once they change no more; members of all types are asked of each source.
    const Value *settled = nullptr;
  };

  llvm::MutableArrayRef<Source> sources();
  void addRead(const ast::Node &read);
  void addCalls(llvm::StringRef method);
  bool isOf(const Source &source, const ast::Node &type);
  const Value &writesTo(Source &source);
  const Value &computeWrites(const ast::Node &place);

  std::optional<std::vector<Source>> sources_;
};

} // namespace agentc

#endif
