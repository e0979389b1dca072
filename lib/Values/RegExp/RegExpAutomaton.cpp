#include "RegExp/RegExpAutomaton.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <deque>
#include <map>

namespace agentc {

namespace {

constexpr size_t maxStates = 600;
constexpr unsigned maxClosureSteps = 4000;

using Ranges = std::vector<std::pair<uint32_t, uint32_t>>;

bool takesUnit(const RegExpInstruction &instruction) {
  return instruction.op == RegExpOp::Unit || instruction.op == RegExpOp::Set;
}

void addWithOtherCase(Ranges &ranges, uint32_t first, uint32_t last, bool ignoreCase) {
  ranges.push_back({first, last});
  if (!ignoreCase)
    return;
  for (uint32_t base : {uint32_t('a'), uint32_t('A')}) {
    uint32_t from = std::max(first, base), to = std::min(last, base + 25);
    if (from <= to)
      ranges.push_back({from ^ 0x20, to ^ 0x20});
  }
}

/// The units that an instruction takes, as sorted ranges that don't touch.
Ranges rangesOf(const RegExpProgram &program, const RegExpInstruction &instruction) {
  Ranges ranges;
  bool inverted = false;
  if (instruction.op == RegExpOp::Unit) {
    addWithOtherCase(ranges, instruction.a, instruction.a, program.ignoreCase);
  } else {
    const UnitSet &set = program.sets[instruction.a];
    inverted = set.inverted;
    for (auto [first, last] : set.ranges)
      addWithOtherCase(ranges, first, last, program.ignoreCase);
  }
  llvm::sort(ranges);
  Ranges result;
  uint32_t next = 0;
  for (auto [first, last] : ranges) {
    if (inverted && first > next)
      result.push_back({next, first - 1});
    if (!inverted && last >= next)
      result.push_back({std::max(first, next), last});
    next = std::max(next, last + 1);
  }
  if (inverted && next <= 0xFFFF)
    result.push_back({next, 0xFFFF});
  return result;
}

/// How well a unit reads in a message: letters before other printable ones.
unsigned readability(uint32_t unit) {
  return unit == 'a'                          ? 5
         : unit < 0x80 && llvm::isAlnum(unit) ? 4
         : unit > ' ' && unit < 0x7F          ? 3
         : unit == ' '                        ? 2
         : unit < 0x80                        ? 1
                                              : 0;
}

} // namespace

RegExpAutomaton::RegExpAutomaton(const RegExpProgram &program)
    : program_(program), stateByPc_(program.code.size(), noState) {
  makeStates();
  if (isUsable_)
    makeKinds();
  if (isUsable_)
    findComponents();
}

uint32_t RegExpAutomaton::stateAt(uint32_t pc) {
  if (stateByPc_[pc] == noState) {
    stateByPc_[pc] = states_.size();
    states_.emplace_back().pc = pc;
  }
  return stateByPc_[pc];
}

void RegExpAutomaton::makeStates() {
  states_.emplace_back(); // the search
  starts_ = closure(0, true);
  if (!program_.sticky) {
    states_[searchState].edges = closure(0, false);
    states_[searchState].edges.push_back({searchState, false});
  }
  for (uint32_t state = 1; state < states_.size(); ++state) {
    if (states_.size() > maxStates || !isUsable_) {
      isUsable_ = false;
      return;
    }
    std::vector<Edge> edges = closure(states_[state].pc + 1, false);
    states_[state].edges = std::move(edges);
  }
}

/// The states that can be next without taking a unit. Ways are counted up to two; an iteration that
/// takes nothing is no way, as a matcher refuses it.
std::vector<RegExpAutomaton::Edge> RegExpAutomaton::closure(uint32_t pc, bool atStart) {
  struct Frame {
    uint32_t pc;
    bool atEnd; ///< behind `$`
    bool isLeaving;
  };
  llvm::SmallVector<Frame, 32> open{{pc, false, false}};
  llvm::BitVector onPath(program_.code.size());
  llvm::SmallDenseSet<uint32_t> saved;
  std::map<uint32_t, unsigned> ways;
  unsigned steps = 0;
  llvm::BitVector seen(program_.code.size());
  while (!open.empty()) {
    Frame frame = open.pop_back_val();
    const RegExpInstruction &instruction = program_.code[frame.pc];
    if (frame.isLeaving) {
      onPath.reset(frame.pc);
      if (instruction.op == RegExpOp::Save)
        saved.erase(instruction.a);
      continue;
    }
    if (onPath.test(frame.pc))
      continue;
    // too many ways: from here on each place is visited once
    if (++steps > maxClosureSteps && seen.test(frame.pc))
      continue;
    seen.set(frame.pc);
    if (takesUnit(instruction)) {
      if (!frame.atEnd)
        ++ways[stateAt(frame.pc)];
      continue;
    }
    auto enter = [&](uint32_t next, bool atEnd) { open.push_back({next, atEnd, false}); };
    onPath.set(frame.pc);
    open.push_back({frame.pc, frame.atEnd, true});
    uint32_t next = frame.pc + 1;
    switch (instruction.op) {
    case RegExpOp::LineStart:
      if (atStart || program_.multiline)
        enter(next, frame.atEnd);
      break;
    case RegExpOp::LineEnd:
      enter(next, frame.atEnd || !program_.multiline);
      break;
    case RegExpOp::Split:
      enter(instruction.b, frame.atEnd);
      enter(instruction.a, frame.atEnd);
      break;
    case RegExpOp::Jump:
      enter(instruction.a, frame.atEnd);
      break;
    case RegExpOp::Save:
      saved.insert(instruction.a);
      enter(next, frame.atEnd);
      break;
    case RegExpOp::FailIfEmpty:
      if (!saved.contains(instruction.a))
        enter(next, frame.atEnd);
      break;
    case RegExpOp::Look:
      enter(instruction.b, frame.atEnd);
      enter(next, frame.atEnd);
      break;
    case RegExpOp::WordBoundary:
    case RegExpOp::ForgetGroups:
    case RegExpOp::BackReference:
      enter(next, frame.atEnd);
      break;
    case RegExpOp::Unit:
    case RegExpOp::Set:
    case RegExpOp::Accept:
      break;
    }
  }
  spend(steps);
  std::vector<Edge> edges;
  for (auto [state, count] : ways)
    edges.push_back({state, count > 1});
  return edges;
}

/// Splits all units into kinds that every state takes all or none of.
void RegExpAutomaton::makeKinds() {
  std::vector<Ranges> sets;
  std::vector<uint32_t> bounds{0, 0x80, 0x10000};
  for (const State &state : states_) {
    bool isSearch = &state == &states_[searchState];
    sets.push_back(isSearch ? Ranges{{0, 0xFFFF}} : rangesOf(program_, program_.code[state.pc]));
    for (auto [first, last] : sets.back())
      bounds.insert(bounds.end(), {first, last + 1});
    if (!spend(sets.back().size()))
      return;
  }
  // single letters read best
  for (uint32_t unit : {uint32_t('a'), uint32_t('0'), uint32_t(' '), uint32_t('!')})
    bounds.insert(bounds.end(), {unit, unit + 1});
  llvm::sort(bounds);
  bounds.erase(llvm::unique(bounds), bounds.end());
  size_t count = bounds.size() - 1;
  if (!spend(count * states_.size()))
    return;
  std::vector<llvm::BitVector> takers(count, llvm::BitVector(states_.size()));
  for (size_t state = 0; state < states_.size(); ++state)
    for (auto [first, last] : sets[state])
      for (size_t i = llvm::lower_bound(bounds, first) - bounds.begin(); bounds[i] <= last; ++i)
        takers[i].set(state);
  std::map<std::vector<bool>, size_t> kinds;
  std::vector<llvm::BitVector> takersOfKind;
  for (size_t i = 0; i < count; ++i) {
    std::vector<bool> key(states_.size());
    for (unsigned state : takers[i].set_bits())
      key[state] = true;
    auto [kind, isNew] = kinds.try_emplace(std::move(key), units_.size());
    if (isNew) {
      units_ += static_cast<char16_t>(bounds[i]);
      takersOfKind.push_back(takers[i]);
    } else if (readability(bounds[i]) > readability(units_[kind->second])) {
      units_[kind->second] = static_cast<char16_t>(bounds[i]);
    }
  }
  for (size_t state = 0; state < states_.size(); ++state) {
    states_[state].kinds.resize(units_.size());
    for (size_t kind = 0; kind < units_.size(); ++kind)
      if (takersOfKind[kind].test(state))
        states_[state].kinds.set(kind);
  }
}

/// Strongly connected components (Tarjan), without recursion.
void RegExpAutomaton::findComponents() {
  std::vector<uint32_t> index(states_.size(), 0), low(states_.size(), 0), stack;
  std::vector<bool> onStack(states_.size());
  uint32_t next = 1, components = 0;
  for (uint32_t root = 0; root < states_.size(); ++root) {
    if (index[root])
      continue;
    std::vector<std::pair<uint32_t, size_t>> calls{{root, 0}};
    while (!calls.empty()) {
      auto &[state, edge] = calls.back();
      if (edge == 0) {
        index[state] = low[state] = next++;
        stack.push_back(state);
        onStack[state] = true;
      }
      if (edge < states_[state].edges.size()) {
        uint32_t target = states_[state].edges[edge++].target;
        states_[state].isCyclic |= target == state;
        if (!index[target])
          calls.push_back({target, 0});
        else if (onStack[target])
          low[state] = std::min(low[state], index[target]);
        continue;
      }
      uint32_t done = state;
      calls.pop_back();
      if (!calls.empty())
        low[calls.back().first] = std::min(low[calls.back().first], low[done]);
      if (low[done] != index[done])
        continue;
      bool isMany = stack.back() != done;
      for (uint32_t member = noState; member != done;) {
        member = stack.back();
        stack.pop_back();
        onStack[member] = false;
        states_[member].component = components;
        states_[member].isCyclic |= isMany;
      }
      ++components;
    }
  }
}

char16_t RegExpAutomaton::common(const llvm::BitVector &a, const llvm::BitVector &b) const {
  char16_t best = 0;
  bool isFirst = true;
  for (unsigned kind : a.set_bits())
    if (b.test(kind) && (isFirst || readability(units_[kind]) > readability(best))) {
      best = units_[kind];
      isFirst = false;
    }
  return best;
}

} // namespace agentc
