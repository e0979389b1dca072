#ifndef AGENTC_LIB_VALUES_KNOWNCALLS_H
#define AGENTC_LIB_VALUES_KNOWNCALLS_H

#include "Concrete/Environment.h"

namespace agentc {

/// True if two calls see no difference between two values, down to the given number of levels.
bool isSameGiven(const Value &a, const Value &b, unsigned nesting);

/// Keeps what calls that are told apart gave, for the next ones of the same function on the same
/// values; without it a chain of calls is followed once for each way that leads through it.
class KnownCalls {
public:
  struct Call {
    const FunctionValue *function;
    const Value *receiver; ///< null where there is none
    llvm::ArrayRef<const Value *> arguments;
  };

  /// True if the values of a call are final: no run in progress made them.
  bool isSettled(const Call &call);
  /// Returns the known result of such a call from the site, inside at most `nesting` other calls;
  /// null if none is known.
  const Value *find(const Call &call, const ast::Node &site, unsigned nesting) const;
  /// Keeps what a settled call gave. Without a site it is the same for every one.
  void add(const Call &call, const ast::Node *site, unsigned nesting, const Value &result);

  /// The runs that go on.
  llvm::SmallVector<const Run *, 16> runs;
  /// The calls inside each other whose results are asked for.
  llvm::SmallVector<const Environment *, 16> open;
  /// The outermost of these that another call was taken for.
  size_t outermostMet = SIZE_MAX;
  /// How often something was not told apart: since it was nested too deep, and since it was being
  /// asked already.
  uint64_t timesTooDeep = 0, timesAsked = 0;

private:
  struct Known {
    Call call;
    const ast::Node *site;
    unsigned nesting;
    const Value *result;
  };

  llvm::DenseMap<const ast::Node *, llvm::SmallVector<Known, 2>> byCode_;
  /// Values that hold others, and environments, that are settled.
  llvm::DenseSet<const void *> settled_;
};

} // namespace agentc

#endif
