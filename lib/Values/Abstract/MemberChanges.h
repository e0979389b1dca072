#ifndef AGENTC_LIB_VALUES_ABSTRACT_MEMBERCHANGES_H
#define AGENTC_LIB_VALUES_ABSTRACT_MEMBERCHANGES_H

#include "EvaluatorPart.h"

namespace agentc {

/// Finds the changes that `object.key.push(…)` and `object.key.name = …` make to the value of
/// `key`.
class MemberChanges final : private EvaluatorPart {
public:
  using EvaluatorPart::EvaluatorPart;

  struct ChangedReads {
    llvm::SmallVector<const ast::Node *, 1> sites; ///< the reads of the member that is changed
  };
  /// Calls that get a variable's value, or its `prototype`, first.
  struct Takers {
    llvm::SmallVector<const ast::Node *, 1> ofValue, ofPrototype; ///< the arguments
    bool isOnlyByValue = false; ///< whether those are left out whose names tell what they write
  };

  void addDefinedByTakers(const Symbol &symbol, bool isPrototype, llvm::StringRef key,
                          const ast::Node *site, llvm::SmallVectorImpl<const Value *> &values);
  bool isChangedOutOfSight(const Symbol &symbol, uint32_t begin = 0, uint32_t end = 0);
  const Value &withMemberChanges(const Value &value, llvm::StringRef key, const ast::Node *site,
                                 const ast::Node *known = nullptr);

private:
  const ChangedReads &changesOfKey(llvm::StringRef key);
  bool isNoWriter(const ast::Node &callee) const;
  Takers *takersOf(const Symbol &symbol);
  bool isKeeping(const ast::Node &callee);
  bool mayChangeArgument(const ast::Node &callee, size_t index, unsigned depth = 0);

  llvm::StringMap<std::unique_ptr<ChangedReads>> changedReads_;
  llvm::DenseMap<const Symbol *, std::unique_ptr<Takers>> takers_;
};

} // namespace agentc

#endif
