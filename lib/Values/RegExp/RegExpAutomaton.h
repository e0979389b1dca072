#ifndef AGENTC_LIB_VALUES_REGEXPAUTOMATON_H
#define AGENTC_LIB_VALUES_REGEXPAUTOMATON_H

#include "agentc/Support/RegExpProgram.h"

#include "llvm/ADT/BitVector.h"

#include <optional>

namespace agentc {

/// A text by the parts that make a matcher's work grow: `prefix`, any number of times `pump`.
struct Pumping {
  std::u16string prefix, pump;
};

/// The automaton of a compiled expression: one state for each place where it takes a unit, and one
/// that stands for the search from later places. Assertions other than `^` and `$`, and back
/// references, are taken as met. After Weideman, van der Merwe, Berglund and Watson, "Analyzing
/// matching time behavior of backtracking regular expression matchers by using ambiguity of NFA"
/// (2016).
class RegExpAutomaton {
public:
  /// Not usable if the expression is too large.
  explicit RegExpAutomaton(const RegExpProgram &program);

  bool isUsable() const { return isUsable_; }
  /// Loops that can be gone through in two ways on one text: with each time the ways double.
  std::vector<Pumping> exponentialLoops();
  /// Loops after loops that take the same text, where each place is one to go on from.
  std::vector<Pumping> polynomialLoops();
  /// A unit of every set of units that the expression tells apart.
  std::u16string unitsOfAllKinds() const { return units_; }

private:
  struct Edge {
    uint32_t target;
    bool isDouble; ///< there are two ways without taking a unit
  };
  struct State {
    uint32_t pc = 0;
    llvm::BitVector kinds; ///< of units that it takes
    std::vector<Edge> edges;
    uint32_t component = 0;
    bool isCyclic = false;
  };
  using Path = std::optional<std::u16string>;
  static constexpr uint32_t noState = UINT32_MAX;
  static constexpr uint32_t searchState = 0; ///< looks for the begin of a match

  void makeStates();
  void makeKinds();
  void findComponents();
  std::vector<Edge> closure(uint32_t pc, bool atStart);
  uint32_t stateAt(uint32_t pc);
  std::u16string prefixTo(uint32_t state) const;
  char16_t common(const llvm::BitVector &a, const llvm::BitVector &b) const;
  std::optional<char16_t> unitOutside(uint32_t state) const;
  bool meet(uint32_t a, uint32_t b) const { return states_[a].kinds.anyCommon(states_[b].kinds); }
  Path pathBetween(std::pair<uint32_t, uint32_t> from, std::pair<uint32_t, uint32_t> to);
  Path loopThroughDouble(uint32_t state);
  Path tripleLoop(uint32_t first, uint32_t second);
  bool reaches(uint32_t from, uint32_t to) const;
  bool spend(uint64_t steps) {
    isUsable_ &= steps_ >= steps;
    steps_ -= std::min(steps_, steps);
    return isUsable_;
  }

  const RegExpProgram &program_;
  std::vector<State> states_;
  std::vector<uint32_t> stateByPc_;
  std::vector<Edge> starts_;
  std::u16string units_;
  bool isUsable_ = true;
  uint64_t steps_ = 3000000;
};

} // namespace agentc

#endif
