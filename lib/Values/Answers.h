#ifndef AGENTC_LIB_VALUES_ANSWERS_H
#define AGENTC_LIB_VALUES_ANSWERS_H

#include "agentc/Values/Value.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <functional>

namespace agentc {

/// What is asked about a node, symbol, module, member or argument.
enum class Question : uintptr_t {
  Expression,
  Symbol,
  Returned,
  Exports,
  Member,
  Input,
  Final,
  Class
};

/// Answers to questions that may depend on each other, each answered once. Where answers depend on
/// themselves they are the least fixed point: a question met while it is open is answered by
/// `nothing`; once the outermost one of such a circle (a strongly connected component, found as
/// Tarjan does) has an answer, those derived from one that has changed are asked again, until none
/// changes (a worklist, as in abstract interpretation).
class Answers {
public:
  using Key = uintptr_t;
  static Key keyOf(Question question, const void *subject) {
    return reinterpret_cast<uintptr_t>(subject) | static_cast<uintptr_t>(question);
  }
  /// Joins an earlier answer and a later one, and leaves out what could change each time:
  /// constants, paths that go on.
  using Widen = std::function<const Value &(const Value &before, const Value &value)>;
  using Compute = std::function<const Value &()>;

  Answers(const Value &nothing, Widen widen) : nothing_(nothing), widen_(std::move(widen)) {}

  /// The final answer; null if there is none yet.
  const Value *find(Key key) const {
    const Entry entry = entries_.lookup(key);
    return entry.state == State::Final ? entry.value : nullptr;
  }
  bool isKnown(Key key) const { return entries_.lookup(key).state != State::None; }

  /// The answer, by `compute` unless there is one. It may be asked again and must hold no
  /// references to what may be gone then.
  template <typename F> const Value &once(Key key, F &&compute) {
    return once(key, compute, [&] { return Compute(compute); });
  }

  /// How deep questions and running code are nested; whoever goes deeper counts it here.
  unsigned depth = 0;
  /// Whether some answer never settled, so that it may lack something.
  bool isUnsettled() const { return isUnsettled_; }

private:
  enum class State : uint8_t { None, Open, Pending, Final };
  struct Entry {
    State state = State::None;
    uint32_t number = 0; ///< its depth while open, its index in `pending_` while pending
    const Value *value = nullptr;
  };
  /// An answer derived from one that was open.
  struct Pending {
    Key key;
    Compute compute;
    const Value *value;
    uint32_t lowest; ///< depth of the outermost question that it was derived from
    unsigned times = 0;
    bool isStale = false;
    llvm::SmallVector<uint32_t, 2> users;
  };
  struct Edge {
    Key used, user;
    bool wasOpen;
  };

  const Value &once(Key key, llvm::function_ref<const Value &()> compute,
                    llvm::function_ref<Compute()> keep);
  void settle(size_t first, size_t firstEdge);
  void addEdges(size_t firstEdge);
  void askAgain(uint32_t index);

  static constexpr uint32_t none = UINT32_MAX;
  const Value &nothing_;
  Widen widen_;
  llvm::DenseMap<Key, Entry> entries_;
  std::deque<Pending> pending_;
  std::vector<Edge> edges_;
  Key asker_ = 0;
  uint32_t lowest_ = none; ///< the outermost open question met since the current one was opened
  bool isUnsettled_ = false;
};

/// Whether readers see no difference between two values. What containers hold is compared as deep
/// as `nesting` says; at 0 those made at one place are the same.
bool isSame(const Value &a, const Value &b, unsigned nesting = 2);

} // namespace agentc

#endif
