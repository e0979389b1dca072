#include "DefinitionCalls.h"

#include "DefinitionIndex.h"

#include "agentc/Syntax/Inside.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace agentc {

using namespace ast;

namespace {

/// Elements of what calls give that are looked at, all together.
constexpr size_t maxCallElements = 100'000;
constexpr unsigned maxNesting = 2;

} // namespace

static bool isSameWithin(const Value &a, const Value &b, unsigned nesting, unsigned &steps) {
  if (&a == &b)
    return true;
  if (a.kind != b.kind || steps == 0)
    return false;
  --steps;
  if (nesting == 0 || llvm::isa<FunctionValue, ClassValue, InstanceValue>(a))
    return a.origin == b.origin;
  auto areSame = [&](auto &&left, auto &&right) {
    return llvm::equal(left, right, [&](const Value *x, const Value *y) {
      return isSameWithin(*x, *y, nesting - 1, steps);
    });
  };
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&a)) {
    const auto &other = llvm::cast<ObjectValue>(b);
    return a.origin == b.origin && object->open == other.open &&
           llvm::equal(object->properties, other.properties, [&](auto &x, auto &y) {
             return x.key == y.key && isSameWithin(*x.value, *y.value, nesting - 1, steps);
           });
  }
  if (const auto *list = llvm::dyn_cast<ArrayValue>(&a))
    return a.origin == b.origin && areSame(list->elements, llvm::cast<ArrayValue>(b).elements);
  if (const auto *result = llvm::dyn_cast<ResultValue>(&a)) {
    const auto &other = llvm::cast<ResultValue>(b);
    return a.origin == b.origin && isSame(*result->callee, *other.callee) &&
           areSame(result->arguments, other.arguments);
  }
  return isSame(a, b);
}

bool isSameDefinition(const Value &a, const Value &b, unsigned nesting) {
  // parts that definitions share are compared each time they are met
  unsigned steps = 2'000;
  constexpr unsigned shallow = 2;
  return isSameWithin(a, b, std::min(nesting, shallow), steps) &&
         (nesting <= shallow || isSameWithin(a, b, nesting, steps));
}

/// Classes of a server's SDK whose copies a bundler put into the program: what their own code sets
/// is what the SDK answers anyway.
static llvm::DenseSet<const Node *> copiesOfServers(const agentc::Program &program,
                                                    const Values &values) {
  llvm::DenseSet<const Node *> copies;
  program.forEach<NewExpression>([&](const NewExpression &made) {
    const auto *result = llvm::dyn_cast<ResultValue>(&values.of(made));
    const Value &type = values.of(*made.callee);
    if (result && result->callee->path.starts_with("bundled:@modelcontextprotocol/") && type.origin)
      copies.insert(type.origin);
  });
  return copies;
}

/// Returns true if a call may give a server its tools or other features: it calls a method by
/// which servers get them, stands outside the SDK's own code, and sets no handler of another
/// request.
static bool mayGive(const Node &call, const llvm::DenseSet<const Node *> &copies) {
  const auto [callee, arguments, isNew] = partsOf(call);
  std::optional<llvm::StringRef> key =
      llvm::isa<MemberExpression>(callee) ? writtenKeyOf(*callee) : std::nullopt;
  if (!key || (!isServerMethod(*key) && !(isFeatureMethod(*key) && arguments.size() > 1)))
    return false;
  std::optional<llvm::StringRef> request =
      key == "setRequestHandler" && !arguments.empty() ? textOfLiteral(arguments[0]) : std::nullopt;
  if (request && !request->ends_with("/list"))
    return false;
  for (const Node *at = &call; at && !copies.empty(); at = at->parent)
    if (copies.contains(at))
      return false;
  return true;
}

void DefinitionCalls::findAll() {
  if (std::exchange(isFound_, true))
    return;
  const llvm::DenseSet<const Node *> copies = copiesOfServers(program_, values_);
  followed_ = std::make_unique<FollowedCalls>(
      program_, values_, index_.callTable,
      FollowedCalls::Wanted{
          [&](const Node &call) { return mayGive(call, copies); },
          [&](llvm::StringRef path) { return index_.formOf(path).server != nullptr; }, false,
          [&](const Values &values, const Node &list) {
            return elementsOf(program_, values, index_.kept, list);
          }});
  auto walk = [&](const Node &node, auto &self) -> void {
    if (llvm::isa<CallExpression, NewExpression>(&node))
      addReturned(node, values_.of(node), maxNesting);
    if (const std::vector<FollowedCalls::Made> *made = followed_->of(node);
        made && !made->empty()) {
      auto known = llvm::find_if(*made, [&](const FollowedCalls::Made &one) {
        return index_.formOf(one.result->callee->path).framework;
      });
      Found &found = calls_[&node];
      if (!found.direct)
        order_.push_back(&node);
      found.isFollowed = !found.direct;
      if (known != made->end())
        found.direct = known->result;
      else if (!found.direct)
        found.direct = made->front().result;
    }
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  for (const auto &module : program_.modules())
    walk(*module->syntax->program, walk);
}

/// Records the results that a call returns, including those inside returned arrays and objects.
void DefinitionCalls::addReturned(const Node &call, const Value &value, unsigned nesting) {
  forEachAlternative(value, [&](const Value &one) {
    if (const auto *result = llvm::dyn_cast<ResultValue>(&one)) {
      Found &found = calls_[result->origin];
      if (result->origin != &call) {
        found.returned.push_back({result, &call});
      } else if (!found.direct) {
        found.direct = result;
        order_.push_back(&call);
      } else if (!index_.formOf(found.direct->callee->path).framework) {
        // of several things that it can call, the one that is known
        found.direct = result;
      }
      return;
    }
    if (nesting == 0)
      return;
    auto addInside = [&](const Value &inside) {
      if (++steps_ <= maxCallElements)
        addReturned(call, inside, nesting - 1);
    };
    if (const auto *list = llvm::dyn_cast<ArrayValue>(&one))
      for (const Value *element : list->elements)
        addInside(*element);
    else if (const auto *object = llvm::dyn_cast<ObjectValue>(&one))
      for (const PropertyValue &property : object->properties)
        addInside(*property.value);
  });
}

/// Returns true if another place passes on the result made here: the call stands in a function
/// that the other call runs, or in a callback given to the other call.
bool DefinitionCalls::isForwarded(const Made &one, llvm::ArrayRef<Made> others) const {
  const Node *function = functionAround(*one.site);
  if (!function)
    return false;
  return llvm::any_of(others, [&](const Made &other) {
    if (other.site == one.site)
      return false;
    bool isCalled = isInside(*one.site, *other.site);
    if (const Node *callee = partsOf(*other.site).callee)
      forEachAlternative(values_.of(*callee),
                         [&](const Value &called) { isCalled |= called.origin == function; });
    return isCalled;
  });
}

void DefinitionCalls::addUnfolded(const Node &call, const ResultValue &anywhere,
                                  llvm::function_ref<void(const Made &)> add) {
  const std::vector<std::vector<MadeCall>> unfolded = values_.unfold(&call);
  bool isAny = false;
  for (const MadeCall &one : unfolded.front())
    forEachAlternative(*one.value, [&](const Value &value) {
      const auto *result = llvm::dyn_cast<ResultValue>(&value);
      if (!result || result->origin != anywhere.origin)
        return;
      isAny = true;
      add({result, one.site, one.key});
    });
  if (!isAny)
    add({&anywhere, &call});
}

/// The definitions that a followed call makes, each with the innermost place on the way to it that
/// differs for all of them.
std::vector<DefinitionCalls::Made> DefinitionCalls::followedAt(const Node &call) const {
  std::vector<Made> made;
  std::vector<const FollowedCalls::Made *> ways;
  const std::vector<FollowedCalls::Made> *followed = followed_->of(call);
  if (!followed)
    return made;
  for (const FollowedCalls::Made &one : *followed)
    if (llvm::none_of(made,
                      [&](auto &known) { return isSameDefinition(*known.result, *one.result); })) {
      made.push_back({one.result, &call});
      ways.push_back(&one);
    }
  size_t most = 1;
  for (size_t level = 1; made.size() > 1 && most < made.size(); ++level) {
    llvm::SmallPtrSet<const Node *, 16> places;
    bool isThere = llvm::all_of(ways, [&](const FollowedCalls::Made *way) {
      return level < way->trail.size() && (places.insert(way->trail.rbegin()[level]), true);
    });
    if (!isThere)
      break;
    if (places.size() <= most)
      continue;
    most = places.size();
    for (size_t i = 0; i < made.size(); ++i)
      made[i].site = ways[i]->trail.rbegin()[level];
  }
  return made;
}

/// Returns the definitions made at a call: those found by following calls, unless all are known
/// without that.
const std::vector<DefinitionCalls::Made> &DefinitionCalls::madeAt(const Node &call, Found &found) {
  if (found.made)
    return *found.made;
  auto areConcrete = [](const std::vector<Made> &made) {
    return llvm::all_of(made, [](const Made &one) { return isConcrete(*one.result); });
  };
  // a branch that is never taken makes nothing
  if (const std::vector<FollowedCalls::Made> *known = followed_->of(call); known && known->empty())
    return found.made.emplace();
  std::vector<Made> followed = followedAt(call);
  if (!followed.empty() && (found.isFollowed || areConcrete(followed)))
    return found.made.emplace(std::move(followed));
  std::vector<Made> made;
  findMade(call, found, made);
  bool isBetter = !followed.empty() && (!areConcrete(made) || made.size() < followed.size());
  return found.made.emplace(std::move(isBetter ? followed : made));
}

void DefinitionCalls::findMade(const Node &call, Found &found, std::vector<Made> &made) {
  auto add = [&](const Made &one) {
    if (llvm::none_of(made,
                      [&](auto &known) { return isSameDefinition(*known.result, *one.result); }))
      made.push_back(one);
  };
  if (isConcrete(*found.direct))
    return add({found.direct, &call});
  std::vector<Made> all = {{found.direct, &call}};
  all.insert(all.end(), found.returned.begin(), found.returned.end());
  bool isForwardedOn = isForwarded(all.front(), all);
  for (const Made &one : isForwardedOn ? all : std::vector<Made>{all.front()}) {
    if (isForwardedOn && isForwarded(one, all))
      continue;
    if (isConcrete(*one.result))
      add(one);
    else
      addUnfolded(*one.site, *one.result, add);
  }
}

std::vector<DefinitionCalls::Made>
DefinitionCalls::calling(llvm::function_ref<bool(llvm::StringRef)> isWanted) {
  findAll();
  std::vector<Made> all;
  for (const Node *call : order_) {
    Found &found = calls_[call];
    if (!isWanted(found.direct->callee->path))
      continue;
    for (const Made &one : madeAt(*call, found))
      if (isWanted(one.result->callee->path))
        all.push_back(one);
  }
  return all;
}

const Value &DefinitionCalls::bestKnown(const Value &definition) {
  const auto *result = llvm::dyn_cast<ResultValue>(&definition);
  if (!result || llvm::none_of(result->arguments, llvm::IsaPred<UnknownValue>))
    return definition;
  findAll();
  auto found = calls_.find(result->origin);
  if (found == calls_.end() || !found->second.direct)
    return definition;
  const std::vector<Made> &made = madeAt(*result->origin, found->second);
  return made.size() == 1 ? *made.front().result : definition;
}

DefinitionCalls::Place DefinitionCalls::placeOf(const Value &definition) {
  const auto *result = llvm::dyn_cast<ResultValue>(&definition);
  if (!result)
    return {};
  findAll();
  auto found = calls_.find(result->origin);
  if (found == calls_.end() || !found->second.direct)
    return {result->origin, 0};
  const std::vector<Made> &made = madeAt(*result->origin, found->second);
  if (made.size() == 1)
    return {made.front().site, 0, made.front().key};
  unsigned turn = 0;
  for (const Made &one : made) {
    if (isSameDefinition(*one.result, *result))
      return {one.site, turn, one.key};
    ++turn;
  }
  return {result->origin, turn};
}

} // namespace agentc
