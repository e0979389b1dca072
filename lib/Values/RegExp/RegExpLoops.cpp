// The loops of an automaton that a text can take in more than one way.
#include "RegExp/RegExpAutomaton.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <map>

namespace agentc {

static constexpr size_t maxPairs = 60000;
static constexpr size_t maxLoops = 8;

/// A unit that a state doesn't take.
std::optional<char16_t> RegExpAutomaton::unitOutside(uint32_t state) const {
  llvm::BitVector others = states_[state].kinds;
  others.flip();
  return others.any() ? std::optional(common(others, others)) : std::nullopt;
}

/// The shortest text after which the expression can be in a state.
std::u16string RegExpAutomaton::prefixTo(uint32_t state) const {
  std::vector<uint32_t> previous(states_.size(), noState);
  std::deque<uint32_t> open;
  for (const Edge &edge : starts_)
    if (previous[edge.target] == noState) {
      previous[edge.target] = edge.target;
      open.push_back(edge.target);
    }
  while (!open.empty()) {
    uint32_t at = open.front();
    open.pop_front();
    if (at == state)
      break;
    for (const Edge &edge : states_[at].edges)
      if (previous[edge.target] == noState) {
        previous[edge.target] = at;
        open.push_back(edge.target);
      }
  }
  std::u16string text;
  for (uint32_t at = state; previous[at] != noState && previous[at] != at; at = previous[at]) {
    const llvm::BitVector &kinds = states_[previous[at]].kinds;
    text.insert(text.begin(), common(kinds, kinds));
  }
  return text;
}

bool RegExpAutomaton::reaches(uint32_t from, uint32_t to) const {
  llvm::BitVector seen(states_.size());
  llvm::SmallVector<uint32_t, 32> open{from};
  while (!open.empty()) {
    uint32_t at = open.pop_back_val();
    if (at == to)
      return true;
    for (const Edge &edge : states_[at].edges)
      if (!seen.test(edge.target)) {
        seen.set(edge.target);
        open.push_back(edge.target);
      }
  }
  return false;
}

/// A text that leads from one pair of states of a component to another at once; empty texts don't
/// count.
RegExpAutomaton::Path RegExpAutomaton::pathBetween(std::pair<uint32_t, uint32_t> from,
                                                   std::pair<uint32_t, uint32_t> to) {
  using Pair = std::pair<uint32_t, uint32_t>;
  std::map<Pair, Pair> previous;
  std::deque<Pair> open{from};
  while (!open.empty()) {
    Pair at = open.front();
    open.pop_front();
    if (!meet(at.first, at.second))
      continue;
    for (const Edge &first : states_[at.first].edges)
      for (const Edge &second : states_[at.second].edges) {
        Pair next{first.target, second.target};
        if (!spend(1))
          return std::nullopt;
        bool isInside = states_[next.first].component == states_[from.first].component &&
                        states_[next.second].component == states_[from.first].component;
        if (!isInside || !previous.try_emplace(next, at).second)
          continue;
        if (next != to) {
          open.push_back(next);
          continue;
        }
        std::u16string text;
        for (Pair back = to;;) {
          back = previous[back];
          text.insert(text.begin(), common(states_[back.first].kinds, states_[back.second].kinds));
          if (back == from)
            return text;
        }
      }
  }
  return std::nullopt;
}

/// A loop of a state that has an edge with two ways.
RegExpAutomaton::Path RegExpAutomaton::loopThroughDouble(uint32_t state) {
  for (const Edge &edge : states_[state].edges) {
    if (!edge.isDouble || states_[edge.target].component != states_[state].component)
      continue;
    std::u16string first(1, common(states_[state].kinds, states_[state].kinds));
    if (edge.target == state)
      return first;
    if (Path rest = pathBetween({edge.target, edge.target}, {state, state}))
      return first + *rest;
  }
  return std::nullopt;
}

std::vector<Pumping> RegExpAutomaton::exponentialLoops() {
  std::vector<Pumping> loops;
  llvm::DenseSet<uint32_t> done; // components
  auto add = [&](uint32_t state, std::u16string pump) {
    loops.push_back({prefixTo(state), std::move(pump)});
    done.insert(states_[state].component);
  };
  llvm::DenseMap<uint32_t, size_t> sizes;
  for (const State &state : states_)
    ++sizes[state.component];
  for (uint32_t state = 1; state < states_.size() && loops.size() < maxLoops && isUsable_;
       ++state) {
    uint32_t component = states_[state].component;
    size_t size = sizes[component];
    if (!states_[state].isCyclic || done.contains(component) || size * size > maxPairs)
      continue;
    if (Path pump = loopThroughDouble(state)) {
      add(state, std::move(*pump));
      continue;
    }
    // two ways that part at this state and come back to it together
    for (const Edge &first : states_[state].edges) {
      for (const Edge &second : states_[state].edges) {
        if (first.target >= second.target || done.contains(component) || !isUsable_ ||
            states_[first.target].component != component ||
            states_[second.target].component != component)
          continue;
        Path rest = pathBetween({first.target, second.target}, {state, state});
        if (rest)
          add(state, std::u16string(1, common(states_[state].kinds, states_[state].kinds)) + *rest);
      }
    }
  }
  return loops;
}

/// A text that leads from a first loop back to it, from it to a second one, and from that back to
/// it.
RegExpAutomaton::Path RegExpAutomaton::tripleLoop(uint32_t first, uint32_t second) {
  using Triple = std::array<uint32_t, 3>;
  Triple from{first, first, second}, to{first, second, second};
  std::map<Triple, Triple> previous;
  std::deque<Triple> open{from};
  while (!open.empty()) {
    Triple at = open.front();
    open.pop_front();
    llvm::BitVector kinds = states_[at[0]].kinds;
    kinds &= states_[at[1]].kinds;
    kinds &= states_[at[2]].kinds;
    if (kinds.none())
      continue;
    for (const Edge &a : states_[at[0]].edges) {
      if (states_[a.target].component != states_[first].component)
        continue;
      for (const Edge &c : states_[at[2]].edges) {
        if (states_[c.target].component != states_[second].component)
          continue;
        for (const Edge &b : states_[at[1]].edges) {
          Triple next{a.target, b.target, c.target};
          if (!spend(1))
            return std::nullopt;
          if (!meet(a.target, b.target) && next != to)
            continue;
          if (!previous.try_emplace(next, at).second)
            continue;
          if (next != to) {
            open.push_back(next);
            continue;
          }
          std::u16string text;
          for (Triple back = to;;) {
            back = previous[back];
            llvm::BitVector shared = states_[back[0]].kinds;
            shared &= states_[back[1]].kinds;
            text.insert(text.begin(), common(shared, states_[back[2]].kinds));
            if (back == from)
              return text;
          }
        }
      }
    }
  }
  return std::nullopt;
}

std::vector<Pumping> RegExpAutomaton::polynomialLoops() {
  std::vector<Pumping> loops;
  for (uint32_t first = 0; first < states_.size(); ++first) {
    if (!states_[first].isCyclic)
      continue;
    for (uint32_t second = 1; second < states_.size(); ++second) {
      if (loops.size() >= maxLoops || !isUsable_)
        return loops;
      if (!states_[second].isCyclic || states_[first].component == states_[second].component ||
          !meet(first, second) || !reaches(first, second))
        continue;
      if (Path pump = tripleLoop(first, second)) {
        Pumping loop{first == searchState ? std::u16string() : prefixTo(first), std::move(*pump)};
        bool isKnown = llvm::any_of(loops, [&](const Pumping &other) {
          return other.prefix == loop.prefix && other.pump == loop.pump;
        });
        if (isKnown)
          continue;
        loops.push_back(std::move(loop));
        // a match at the very beginning may take all of it
        if (first == searchState)
          if (std::optional<char16_t> other = unitOutside(second))
            loops.push_back({std::u16string(1, *other), loops.back().pump});
      }
    }
  }
  return loops;
}

} // namespace agentc
