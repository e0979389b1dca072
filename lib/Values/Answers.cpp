#include "Answers.h"

#include "agentc/Values/Values.h"

#include <utility>

namespace agentc {

namespace {

/// True if a union has given up on telling its alternatives apart and therefore grows no more.
bool isFull(const Value &value) {
  const auto *several = llvm::dyn_cast<UnionValue>(&value);
  const auto *last = several ? llvm::dyn_cast<UnknownValue>(several->alternatives.back()) : nullptr;
  return last && last->reason == UnknownReason::Limit &&
         several->alternatives.size() >= maxUnionSize;
}

/// Nearly every answer settles at the second time; what changes more often mostly counts up.
constexpr unsigned timesBeforeWidening = 3, maxTimes = 60;

/// As deep as a chain of calls may be long, which holds what each of them was given.
constexpr unsigned nestingOfChanges = 64;

} // namespace

const Value &Answers::once(Key key, llvm::function_ref<const Value &()> compute,
                           llvm::function_ref<Compute()> keep) {
  Entry &known = entryOf(key);
  switch (known.state()) {
  case State::Final:
    return *known.value();
  case State::Pending: {
    const Pending &pending = pending_[known.number()];
    lowest_ = std::min(lowest_, lowestOf(known.number()));
    noteUse(key, false);
    return *pending.value;
  }
  case State::Open:
    lowest_ = std::min(lowest_, known.number());
    noteUse(key, true);
    return nothing_;
  case State::None:
    break;
  }
  if (depth >= maxDepth && outermost_ != none)
    return putOff(key, keep());
  known = Entry(State::Open, ++depth);
  bool isOutermost = outermost_ == none;
  if (isOutermost)
    outermost_ = depth;
  uint32_t lowestOutside = std::exchange(lowest_, none);
  Key asker = std::exchange(asker_, key);
  size_t first = pending_.size(), firstEdge = edges_.size();
  const Value *value = &compute();
  asker_ = asker;
  uint32_t lowest = std::exchange(lowest_, lowestOutside);
  if (lowest <= depth) {
    uint32_t index = pending_.size();
    known = Entry(State::Pending, index);
    holdFrom(first, index);
    addPending({.key = key, .compute = keep(), .value = value}, lowest, false);
  }
  if (lowest < depth) {
    lowest_ = std::min(lowest_, lowest);
    noteUse(key, false);
  } else if (lowest == depth) {
    value = settle(key, first, firstEdge);
  } else {
    known = Entry(*value);
  }
  if (isOutermost)
    outermost_ = none;
  --depth;
  return *value;
}

/// Whatever asks depends on an answer that is still to come, as it would in a circle.
const Value &Answers::putOff(Key key, Compute compute) {
  entryOf(key) = Entry(State::Pending, pending_.size());
  addPending({.key = key, .compute = std::move(compute), .value = &nothing_}, outermost_, true);
  lowest_ = std::min(lowest_, outermost_);
  noteUse(key, true);
  return nothing_;
}

/// Asks again what depends on itself until nothing changes. The answers that others were derived
/// from stand before them, so a pass in their order settles most. If asking again leads to a
/// question that is open further out, all of it belongs to that one's circle and waits for it.
const Value *Answers::settle(Key key, size_t first, size_t firstEdge) {
  Key asker = asker_;
  uint32_t lowestOutside = std::exchange(lowest_, none);
  addEdges(firstEdge);
  for (size_t next = first; lowest_ >= depth;) {
    int stale = stale_.find_first_in(next, stale_.size());
    if (stale < 0 && next == first)
      break;
    next = stale < 0 ? first : stale + 1;
    if (stale >= 0) {
      stale_.reset(stale);
      askAgain(stale);
    }
  }
  asker_ = asker;
  uint32_t lowest = std::exchange(lowest_, lowestOutside);
  if (lowest < depth) {
    for (size_t i = first; i < origins_.size(); ++i)
      origins_[i].lowest = std::min(origins_[i].lowest, lowest);
    lowest_ = std::min(lowest_, lowest);
    noteUse(key, false);
    return pending_[entryOf(key).number()].value;
  }
  for (size_t i = first; i < pending_.size(); ++i)
    entryOf(pending_[i].key) = Entry(*pending_[i].value);
  pending_.resize(first);
  origins_.resize(first);
  unheld_.erase(llvm::lower_bound(unheld_, first), unheld_.end());
  stale_.resize(first);
  edges_.resize(firstEdge);
  return entryOf(key).value();
}

/// Notes that what is pending from an index on was asked within the question of another answer.
void Answers::holdFrom(size_t first, uint32_t holder) {
  for (; !unheld_.empty() && unheld_.back() >= first; unheld_.pop_back())
    origins_[unheld_.back()].holder = holder;
}

/// Returns the depth of the outermost open question that a pending answer depends on. The one that
/// it was derived from may be closed by now, and depend on one further out.
uint32_t Answers::lowestOf(uint32_t index) {
  uint32_t lowest = origins_[index].lowest, last = index;
  for (uint32_t at = index; at != none; at = origins_[at].holder) {
    lowest = std::min(lowest, origins_[at].lowest);
    last = at;
  }
  for (uint32_t at = index; at != last;) {
    uint32_t next = std::exchange(origins_[at].holder, last);
    origins_[at].lowest = lowest;
    at = next;
  }
  return lowest;
}

void Answers::askAgain(uint32_t index) {
  Pending &pending = pending_[index];
  if (isFull(*pending.value))
    return;
  if (++pending.times > maxTimes) {
    isUnsettled_ = true;
    return;
  }
  size_t firstEdge = edges_.size();
  asker_ = pending.key;
  const Value *value = &pending.compute();
  bool isWidened = pending.times > timesBeforeWidening;
  if (isWidened)
    value = &widen_(*pending.value, *value);
  addEdges(firstEdge);
  if (isSame(*pending.value, *value, isWidened ? 0 : nestingOfChanges))
    return;
  pending.value = value;
  // users that are final by now stand there no more
  for (uint32_t user : pending.users)
    if (user < pending_.size())
      stale_.set(user);
}

/// Notes who was derived from whom; what was derived from an open question is stale. Uses of what
/// is still open are noted once that is pending too.
void Answers::addEdges(size_t firstEdge) {
  size_t kept = firstEdge;
  for (size_t i = firstEdge; i < edges_.size(); ++i) {
    const Edge edge = edges_[i];
    Entry used = entryOf(edge.used), user = entryOf(edge.user);
    bool isLasting = user.state() == State::Pending || user.state() == State::Open;
    if (isLasting && (used.state() == State::Open || user.state() == State::Open))
      edges_[kept++] = edge;
    if (used.state() != State::Pending || user.state() != State::Pending)
      continue;
    Pending &from = pending_[used.number()];
    if (from.users.empty() || from.users.back() != user.number())
      if (from.users.size() > 8 || !llvm::is_contained(from.users, user.number()))
        from.users.push_back(user.number());
    if (edge.wasOpen)
      stale_.set(user.number());
  }
  edges_.resize(kept);
}

} // namespace agentc
