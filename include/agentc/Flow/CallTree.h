#ifndef AGENTC_FLOW_CALLTREE_H
#define AGENTC_FLOW_CALLTREE_H

#include "agentc/Flow/NamedMembers.h"
#include "agentc/Flow/Registrations.h"

#include "agentc/Program/Program.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <deque>

namespace agentc {

/// The calls that one tool makes. Calls of the same function are told apart by their arguments,
/// their `this` and the variables around a closure. A function that gets to places where its
/// calls cannot be seen counts as called, with any arguments that a call may give it.
class CallTree {
public:
  /// Who sees what a call gives: code that knows it for what it is, code that may know it only in
  /// part, or anybody.
  enum class ResultUse : uint8_t { Known, PartlyKnown, Unseen };

  struct Call {
    const ast::Node *code; ///< the function, or the class whose fields are made
    Environment *environment;
    const ast::Node *site;
    size_t previous; ///< the call that made it; its own index for a root
    const Value *self;
    ResultUse result;
    /// Arguments of the host's that only calls get which are told apart.
    llvm::DenseSet<const ast::Node *> followed = {};
    /// Branches that this call doesn't take.
    llvm::DenseSet<const ast::Node *> dead = {};
  };
  /// Something of the host that an object holds which gets out of sight, or which is called by a
  /// member's name alone.
  struct Loss {
    llvm::StringRef path;
    const ast::Node *site;
    size_t call;
    bool isCall = false;
    llvm::SmallVector<const Value *, 2> arguments = {}; ///< of the call
  };

  CallTree(const Program &program, const Values &values, const Registrations &registrations,
           const NamedMembers &named)
      : program_(program), values_(values), registrations_(registrations), named_(named) {}

  /// Follows all calls from functions that the host calls; false where there are more than `most`.
  bool follow(llvm::ArrayRef<const FunctionValue *> roots, size_t most);
  /// The calls of one tool that are told apart.
  static constexpr size_t maxCalls = 2000;
  const std::deque<Call> &calls() const { return calls_; }
  llvm::ArrayRef<Loss> losses() const { return losses_; }
  /// The values as the code of a call sees them.
  Values valuesIn(const Call &call) const { return values_.in(*call.environment); }

private:
  class Visitor;

  Environment *open(Environment &environment, const ast::Node &code, const ast::Node *site,
                    size_t previous, const Value *self, ResultUse result);
  bool isTooDeep(const ast::Node &code, size_t previous) const;
  void lose(Loss loss);
  /// Returns true if a value gets out of sight for the first time; false once the limit of such
  /// questions is reached.
  bool isNew(const Value &value);
  bool usesArguments(const ast::Node &function);

  const Program &program_;
  const Values &values_;
  const Registrations &registrations_;
  const NamedMembers &named_;
  std::deque<Call> calls_;
  std::vector<Loss> losses_;
  llvm::DenseSet<const NamedMembers::Group *> seen_; ///< groups whose functions count as called
  llvm::DenseSet<const Value *> escaped_;
  size_t escapes_ = 0;
  llvm::DenseMap<const ast::Node *, llvm::SmallVector<size_t, 2>> byCode_;
  llvm::DenseMap<const ast::Node *, bool> usesArguments_;
  size_t most_ = 0;
  bool isCut_ = false;
};

} // namespace agentc

#endif
