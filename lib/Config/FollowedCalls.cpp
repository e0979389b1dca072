#include "FollowedCode.h"

#include "agentc/Values/ProgramStart.h"

#include "llvm/Support/thread.h"

namespace agentc {

using namespace ast;

namespace {

/// Calls that are looked at before no more are entered.
constexpr size_t maxCalls = 6000;
constexpr unsigned stackBytes = 512 << 20;
/// The times that a function's code is entered with other things.
constexpr size_t maxTimes = 1000;

} // namespace

FollowedCalls::FollowedCalls(const agentc::Program &program, const Values &values, CallTable &calls,
                             const Wanted &wanted)
    : program_(program), values_(values), calls_(calls), wanted_(wanted) {
  // code calls code as deep as it likes
  llvm::thread deep(std::optional<unsigned>(stackBytes), [&] {
    findWays();
    if (!wantedCalls_.empty())
      follow();
  });
  deep.join();
}

bool FollowedCalls::mayLead(const Node &call) {
  auto [entry, isNew] = leading_.try_emplace(&call, wantedCalls_.contains(&call));
  if (!isNew || entry->second)
    return entry->second;
  CallParts parts = partsOf(call);
  const auto *member = llvm::dyn_cast<MemberExpression>(parts.callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  bool leads = llvm::isa<Super>(parts.callee) || (key && putKeys_.contains(*key));
  bool isForeign = false;
  forEachAlternative(values_.of(*parts.callee), [&](const Value &one) {
    if (const Node *code = codeOf(one))
      leads |= leadsOn(one, *code);
    // a method of that name may be one that leads on
    leads |= llvm::isa<UnknownValue>(one) && (!key || wayKeys_.contains(*key));
    isForeign |= !wanted_.onlyGiven && mayAddTools(one);
  });
  for (const Node *argument : parts.arguments)
    forEachAlternative(values_.of(*argument), [&](const Value &one) {
      const auto *function = llvm::dyn_cast<FunctionValue>(&one);
      leads |= (function && ways_.contains(function->origin)) || (isForeign && isServer(one));
    });
  return leading_[&call] = leads;
}

/// Returns true if a function leads to a wanted call; a class also does through a class that it
/// inherits from.
bool FollowedCalls::leadsOn(const Value &called, const Node &code) const {
  bool leads = ways_.contains(&code);
  const auto *type = llvm::dyn_cast<ClassValue>(&called);
  for (unsigned i = 0; type && !leads && i < maxFollowedDepth; ++i) {
    leads = ways_.contains(type->origin);
    type = type->superClass ? llvm::dyn_cast<ClassValue>(type->superClass) : nullptr;
  }
  return leads;
}

bool FollowedCalls::hasLead(const Node &code) {
  auto [entry, isNew] = holding_.try_emplace(&code, false);
  if (!isNew)
    return entry->second;
  bool leads = llvm::isa<CallExpression, NewExpression>(code) && mayLead(code);
  if (!isFunction(code))
    forEachChild(code, [&](const Node &child) { leads = leads || hasLead(child); });
  return holding_[&code] = leads;
}

bool FollowedCalls::isServer(const Value &value) const {
  bool found = false;
  forEachAlternative(value, [&](const Value &one) {
    if (const auto *made = llvm::dyn_cast<ResultValue>(&one))
      found |= wanted_.isServer(made->callee->path);
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    const ClassValue *type = instance ? instance->type : nullptr;
    for (unsigned i = 0; type && type->superClass && i < maxFollowedDepth; ++i) {
      const auto *parent = llvm::dyn_cast<ApiValue>(type->superClass);
      found |= parent && wanted_.isServer(parent->path);
      type = llvm::dyn_cast<ClassValue>(type->superClass);
    }
  });
  return found;
}

/// A class leads to what its constructor and fields do.
void FollowedCalls::addWay(const Node &code) {
  ways_.insert(&code);
  const Node *parent = code.parent;
  if (const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(parent);
      method && method->methodKind == MethodKind::Constructor)
    ways_.insert(method->parent->parent);
}

namespace {

/// The function, or for fields the class, that a node's code belongs to; null for a module's own.
const Node *ownerOf(const Node &node) {
  const Node *owner = functionAround(node);
  return owner && !isFunction(*owner) && owner->parent ? owner->parent->parent : owner;
}

} // namespace

bool FollowedCalls::callsOwnCode(const Node &call) const {
  bool isOwn = true;
  forEachAlternative(values_.of(*partsOf(call).callee),
                     [&](const Value &one) { isOwn &= codeOf(one) != nullptr; });
  return isOwn;
}

void CallTable::add(const Node &call) {
  CallParts parts = partsOf(call);
  const auto *member = llvm::dyn_cast<MemberExpression>(parts.callee);
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  const Node *owner = ownerOf(call);
  bool isUnknown = false, isForeign = false;
  forEachAlternative(values_.of(*parts.callee), [&](const Value &value) {
    if (const Node *code = codeOf(value))
      callers_[code].push_back(owner);
    // an heir may leave all to its parents
    const auto *type = llvm::dyn_cast<ClassValue>(&value);
    for (unsigned i = 0; type && i < maxFollowedDepth; ++i) {
      callers_[type->origin].push_back(owner);
      type = type->superClass ? llvm::dyn_cast<ClassValue>(type->superClass) : nullptr;
    }
    isUnknown |= llvm::isa<UnknownValue>(value);
    isForeign |= mayAddTools(value);
  });
  if (isUnknown && key)
    byName_[*key].push_back(owner);
  for (const Node *argument : parts.arguments)
    forEachAlternative(values_.of(*argument), [&](const Value &value) {
      if (const Node *code = llvm::isa<FunctionValue>(value) ? value.origin : nullptr)
        callers_[code].push_back(owner);
    });
  calls_.push_back({&call, owner, isForeign});
}

llvm::ArrayRef<CallTable::Call> CallTable::all() {
  if (!std::exchange(isFound_, true)) {
    program_.forEach<CallExpression>([&](const Node &call) { add(call); });
    program_.forEach<NewExpression>([&](const Node &call) { add(call); });
  }
  return calls_;
}

llvm::ArrayRef<const Node *> CallTable::callersOf(const Node &code) const {
  auto found = callers_.find(&code);
  return found == callers_.end() ? llvm::ArrayRef<const Node *>() : found->second;
}

llvm::ArrayRef<const Node *> CallTable::callersByName(llvm::StringRef name) const {
  auto found = byName_.find(name);
  return found == byName_.end() ? llvm::ArrayRef<const Node *>() : found->second;
}

void FollowedCalls::findWays() {
  auto addAll = [&](llvm::ArrayRef<const Node *> codes) {
    for (const Node *code : codes)
      if (code)
        addWay(*code);
  };
  llvm::SmallVector<const Node *, 16> seeds;
  for (const CallTable::Call &call : calls_.all()) {
    CallParts parts = partsOf(*call.node);
    if (!parts.isNew && wanted_.isCall(*call.node) &&
        (wanted_.onlyGiven || !callsOwnCode(*call.node))) {
      wantedCalls_.insert(call.node);
      seeds.push_back(call.owner);
    }
    if (call.isForeign && !wanted_.onlyGiven &&
        llvm::any_of(parts.arguments,
                     [&](const Node *argument) { return isServer(values_.of(*argument)); }))
      seeds.push_back(call.owner);
  }
  addAll(seeds);
  auto close = [&](bool isByName) {
    for (size_t i = 0; i < ways_.size(); ++i) {
      const Node &way = *ways_[i];
      addAll(calls_.callersOf(way));
      if (std::optional<llvm::StringRef> name =
              isByName && way.parent ? writtenKeyOf(*way.parent) : std::nullopt)
        addAll(calls_.callersByName(*name));
    }
  };
  close(false);
  surely_ = ways_;
  close(true);
  findKeys();
}

/// The keys under which functions that lead on are found in objects, and those of servers that code
/// puts functions under.
void FollowedCalls::findKeys() {
  auto isWay = [&](const Value &value) {
    bool found = false;
    forEachAlternative(value, [&](const Value &one) {
      const Node *code = codeOf(one);
      found |= code && leadsOn(one, *code);
    });
    return found;
  };
  auto add = [&](const Node &named, const Node *value) {
    if (std::optional<llvm::StringRef> key = value ? writtenKeyOf(named) : std::nullopt;
        key && isWay(values_.of(*value)))
      wayKeys_.insert(*key);
  };
  if (wantedCalls_.empty())
    return;
  program_.forEach<Property>([&](const Property &node) { add(node, node.value); });
  program_.forEach<PropertyDefinition>(
      [&](const PropertyDefinition &node) { add(node, node.value); });
  program_.forEach<MethodDefinition>([&](const MethodDefinition &node) { add(node, node.value); });
  program_.forEach<AssignmentExpression>([&](const AssignmentExpression &assignment) {
    const auto *target = llvm::dyn_cast<MemberExpression>(assignment.left);
    if (!target)
      return;
    add(*target, assignment.right);
    if (std::optional<llvm::StringRef> key = writtenKeyOf(*target);
        key && isServer(values_.of(*target->object)))
      putKeys_.insert(*key);
  });
}

bool FollowedCalls::isNew(const Node &code, Environment &environment) {
  llvm::SmallVector<Environment *, 2> &known = entered_[&code];
  if (known.size() >= maxTimes ||
      llvm::any_of(known, [&](Environment *one) { return isSameCall(*one, environment); }))
    return false;
  known.push_back(&environment);
  return true;
}

void FollowedCalls::enter(const FunctionValue &function, const Value *self,
                          std::optional<llvm::ArrayRef<const Value *>> arguments, const Frame &from,
                          const Node &site) {
  if (!ways_.contains(function.origin))
    return;
  // what isn't looked at may add tools
  if (from.trail.size() > maxFollowedDepth || steps_ > maxCalls) {
    givenUp_ = givenUp_ ? givenUp_ : &site;
    return;
  }
  Environment &environment = values_.call(function, self, arguments);
  if (!isNew(*function.origin, environment))
    return;
  Frame frame{&environment, self ? self : from.self, from.trail};
  frame.trail.push_back(&site);
  Visitor(*this, std::move(frame)).visitCode(*function.origin);
}

void FollowedCalls::followModules() {
  const ProgramStart *start = values_.start();
  for (const auto &module : program_.modules())
    if (module->syntax->program &&
        (!start || !start->modules || start->modules->contains(module.get())))
      Visitor(*this, Frame()).visitCode(*module->syntax->program);
}

/// Follows the certain calls first: calls of which only the method's name is known may lead
/// anywhere and use up the budget.
void FollowedCalls::follow() {
  llvm::SetVector<const Node *> all = std::move(ways_);
  ways_ = std::move(surely_);
  followModules();
  if (ways_.size() < all.size()) {
    auto made = std::move(made_);
    auto entered = std::move(entered_);
    made_.clear();
    entered_.clear();
    leading_.clear();
    holding_.clear();
    allSteps_ = std::exchange(steps_, 0);
    ways_ = std::move(all);
    followModules();
    for (auto &[call, times] : made) {
      for (Made &more : made_[call])
        if (llvm::none_of(times, [&](const Made &one) { return one.trail == more.trail; }))
          times.push_back(std::move(more));
      made_[call] = std::move(times);
    }
    for (const auto &[code, calls] : entered)
      entered_.try_emplace(code);
  }
  // a program that is started calls its functions itself
  if (values_.start() && !made_.empty())
    return;
  // what nobody was seen to call, the outer ones first
  for (size_t i = ways_.size(); i-- > 0;)
    if (const Node *way = ways_[i]; isFunction(*way) && !entered_.contains(way))
      if (const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*way)))
        enter(*function, nullptr, std::nullopt, Frame(), *way);
}

} // namespace agentc
