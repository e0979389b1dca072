#ifndef AGENTC_LIB_VALUES_ANSWERS_H
#define AGENTC_LIB_VALUES_ANSWERS_H

#include "agentc/Syntax/NodeTable.h"
#include "agentc/Values/Value.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <functional>

namespace agentc {

/// The kinds of questions besides those about the value of an expression or variable.
enum class Question : uintptr_t { Returned, Exports, Member, Input, Final, Class, Changes, Origin };

/// Answers to questions that may depend on each other, each answered once. Where answers depend on
/// themselves they are the least fixed point: a question met while it is open is answered by
/// `nothing`; once the outermost one of such a circle (a strongly connected component, found as
/// Tarjan does) has an answer, those derived from one that has changed are asked again, until none
/// changes (a worklist, as in abstract interpretation).
class Answers {
public:
  using Key = uint32_t;
  /// Returns the key of the question for an expression's value, which is the number of its node.
  static Key keyOf(const ast::Node &expression) {
    assert(expression.index < firstSymbol);
    return expression.index;
  }
  static Key keyOf(const Symbol &symbol) { return firstSymbol + symbol.index; }
  /// Any other question; `index` tells those about one subject apart.
  Key keyOf(Question question, const void *subject, unsigned index) {
    uintptr_t asked = reinterpret_cast<uintptr_t>(subject) | static_cast<uintptr_t>(question);
    return others_.try_emplace({asked, index}, firstOther + others_.size()).first->second;
  }
  /// Joins an earlier answer and a later one, and leaves out what could change each time:
  /// constants, paths that go on.
  using Widen = std::function<const Value &(const Value &before, const Value &value)>;
  using Compute = std::function<const Value &()>;

  Answers(const Value &nothing, Widen widen, unsigned maxDepth)
      : maxDepth(maxDepth), nothing_(nothing), widen_(std::move(widen)) {}

  /// The final answer; null if there is none yet.
  const Value *find(Key key) const { return entries_[key / part].lookup(key % part).value(); }

  /// The answer, by `compute` unless there is one. It may be asked again and must hold no
  /// references to what may be gone then.
  template <typename F> const Value &once(Key key, F &&compute) {
    return once(key, compute, [&] { return Compute(compute); });
  }

  /// How deep questions and running code are nested; whoever goes deeper counts it here.
  unsigned depth = 0;
  /// A question met deeper than this is put off, and asked from less deep.
  unsigned maxDepth;
  /// True if anything that the current question has asked so far depends on an unfinished answer.
  bool isEarly() const { return lowest_ != none; }
  /// True if some answer never settled and may therefore be incomplete.
  bool isUnsettled() const { return isUnsettled_; }

private:
  enum class State : uint8_t { None, Open, Pending, Final };
  /// A word, since nearly every node of a program has one: the answer, or a number and how far it
  /// is.
  class Entry {
  public:
    Entry() = default;
    explicit Entry(const Value &value) : bits_(reinterpret_cast<uintptr_t>(&value)) {}
    Entry(State state, uint32_t number) : bits_(uintptr_t(number) << 2 | uintptr_t(state)) {}

    State state() const {
      auto low = static_cast<State>(bits_ & 3);
      return low == State::None && bits_ ? State::Final : low;
    }
    /// Its depth while open, its index in `pending_` while pending.
    uint32_t number() const { return bits_ >> 2; }
    const Value *value() const {
      return (bits_ & 3) ? nullptr : reinterpret_cast<const Value *>(bits_);
    }

  private:
    uintptr_t bits_ = 0;
  };
  static constexpr Key part = 1u << 30, firstSymbol = 2 * part, firstOther = 3 * part,
                       nobody = UINT32_MAX;
  Entry &entryOf(Key key) { return entries_[key / part][key % part]; }

  static constexpr uint32_t none = UINT32_MAX;
  /// An answer derived from one that was open.
  struct Pending {
    Key key;
    Compute compute;
    const Value *value;
    unsigned times = 0;
    llvm::SmallVector<uint32_t, 2> users = {};
  };
  /// The open questions behind a pending answer; these stand close together, since most uses read
  /// some.
  struct Origin {
    uint32_t lowest; ///< depth of the outermost question that it was derived from
    /// The pending answer of a question that it was asked within, on whose outermost question it
    /// depends as well; `none` while that question is open.
    uint32_t holder = none;
  };
  struct Edge {
    Key used, user;
    bool wasOpen;
  };

  const Value &once(Key key, llvm::function_ref<const Value &()> compute,
                    llvm::function_ref<Compute()> keep);
  void noteUse(Key used, bool wasOpen) {
    if (asker_ != nobody)
      edges_.push_back({used, asker_, wasOpen});
  }
  const Value &putOff(Key key, Compute compute);
  const Value *settle(Key key, size_t first, size_t firstEdge);
  void addEdges(size_t firstEdge);
  void holdFrom(size_t first, uint32_t holder);
  uint32_t lowestOf(uint32_t index);
  void askAgain(uint32_t index);

  const Value &nothing_;
  Widen widen_;
  /// Of expressions (the first two), symbols, and other questions.
  std::array<NodeTable<Entry>, 4> entries_;
  llvm::DenseMap<std::pair<uintptr_t, unsigned>, Key> others_;
  void addPending(Pending pending, uint32_t lowest, bool isStale) {
    unheld_.push_back(pending_.size());
    pending_.push_back(std::move(pending));
    origins_.push_back({lowest});
    stale_.push_back(isStale);
  }
  std::deque<Pending> pending_;
  std::vector<Origin> origins_;  ///< of these, in their order
  llvm::BitVector stale_;        ///< which of these are to be asked again
  std::vector<uint32_t> unheld_; ///< which of these have no holder, in order
  std::vector<Edge> edges_;
  Key asker_ = nobody;
  uint32_t outermost_ = none; ///< the depth of the open question around all others
  uint32_t lowest_ = none;    ///< the outermost open question met since the current one was opened
  bool isUnsettled_ = false;
};

} // namespace agentc

#endif
