#include "ObjectWalks.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxWalkSteps = 20000; ///< for one question
constexpr unsigned maxFunctions = 3;     ///< between a function and itself

bool isCallback(const Node &function) {
  return llvm::isa_and_nonnull<CallExpression>(function.parent);
}

llvm::StringRef calleeName(const Node &callee) {
  const auto *name = llvm::dyn_cast<Identifier>(&callee);
  return name ? name->name : llvm::StringRef();
}

bool namesPrototype(const Value &value) {
  bool found = false;
  forEachAlternative(value, [&](const Value &one) {
    if (std::optional<llvm::StringRef> text = asString(one))
      found |= text->contains("__proto__");
    else if (const auto *expression = llvm::dyn_cast<RegExpValue>(&one))
      found |= expression->pattern.contains("proto");
    else if (const auto *list = llvm::dyn_cast<ArrayValue>(&one))
      found |= llvm::any_of(list->elements.take_front(16), [](const Value *element) {
        return asString(*element) == llvm::StringRef("__proto__");
      });
    else if (const auto *made = llvm::dyn_cast<ResultValue>(&one);
             made && made->callee->path == "global:Set"_api && !made->arguments.empty())
      found |= namesPrototype(*made->arguments[0]);
  });
  return found;
}

} // namespace

bool ObjectWalks::isOutOfSteps() {
  left_ -= left_ > 0;
  return ++steps_ > maxWalkSteps || left_ == 0;
}

/// True if a variable is only ever another one, as compilers keep what they need twice.
bool ObjectWalks::isCopy(const Symbol &copy, const Symbol &of) const {
  return !copy.targets.empty() && llvm::all_of(copy.targets, [&](const Identifier *target) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const Node *source = sourceOf(*target);
    return source ? isName(*source, of) : declarator && !declarator->init;
  });
}

const MemberExpression *ObjectWalks::stepOf(const Symbol &cursor) const {
  const MemberExpression *found = nullptr;
  for (const Identifier *target : cursor.targets) {
    const Node *source = sourceOf(*target);
    if (!source || found)
      continue;
    forEachOutcome(*source, [&](const Node &outcome) {
      const MemberExpression *member = openMember(program_, values_, &outcome);
      const Symbol *root = member && !found ? rootOf(program_, member) : nullptr;
      if (root && (root == &cursor || isCopy(*root, cursor)) &&
          llvm::isa<Identifier>(member->object))
        found = member;
    });
  }
  return found;
}

const MemberExpression *ObjectWalks::recursionStep(const Symbol &target, const Node &inner) {
  steps_ = 0;
  for (const Node *function = &inner; function; function = functionAround(*function)) {
    std::optional<Position> position = positionOf(*function, target);
    if (!position)
      continue;
    const MemberExpression *found =
        stepBackTo({function, *position}, *function, target, nullptr, 0);
    // the keys of the object itself lead to nothing else
    const Symbol *root = found ? rootOf(program_, found) : nullptr;
    return root && iteratedBy(program_, *found->property) != root ? found : nullptr;
  }
  return nullptr;
}

/// The member that is taken on the way of an object through calls, from a function's code back to
/// where it is an argument: of the function itself, or of others that call it.
const MemberExpression *ObjectWalks::stepBackTo(const Start &start, const Node &function,
                                                const Symbol &object, const MemberExpression *taken,
                                                unsigned depth) {
  const MemberExpression *found = nullptr;
  walk(function, [&](const Node &node) {
    if (found || isOutOfSteps())
      return false;
    const auto *call = llvm::dyn_cast<CallExpression>(&node);
    if (!call)
      return true;
    std::vector<const Node *> given = argumentsGiven(*call, *start.function);
    for (size_t i = 0; i < given.size() && !found; ++i)
      if (start.position.isAny || start.position.index == i) {
        found = memberIn(*given[i], object, 0);
        if (!found && &function != start.function && isName(*given[i], object))
          found = taken;
      }
    if (!found && depth < maxFunctions)
      found = stepThrough(start, *call, object, taken, depth);
    return true;
  });
  return found;
}

/// The same by way of another function that a call gives the object, or a member of it.
const MemberExpression *ObjectWalks::stepThrough(const Start &start, const CallExpression &call,
                                                 const Symbol &object,
                                                 const MemberExpression *taken, unsigned depth) {
  const MemberExpression *found = nullptr;
  forEachAlternative(values_.of(*call.callee), [&](const Value &callee) {
    const Node *function = llvm::isa<FunctionValue>(callee) ? callee.origin : nullptr;
    if (found || !function || function == start.function)
      return;
    NodeList params = paramsOf(*function);
    for (size_t i = 0; i < call.arguments.size() && i < params.size() && !found; ++i) {
      const auto *name = llvm::dyn_cast<Identifier>(params[i]);
      const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
      const MemberExpression *step = memberIn(*call.arguments[i], object, 0);
      if (symbol && (step || isName(*call.arguments[i], object)))
        found = stepBackTo(start, *function, *symbol, step ? step : taken, depth + 1);
    }
  });
  return found;
}

bool ObjectWalks::isName(const Node &expression, const Symbol &object) const {
  const auto *name = llvm::dyn_cast<Identifier>(&expression);
  return name && program_.symbolOf(*name) == &object;
}

/// A member of an object by an open key that an expression can give, over two variables at most.
const MemberExpression *ObjectWalks::memberIn(const Node &expression, const Symbol &object,
                                              unsigned depth) const {
  const MemberExpression *found = nullptr;
  forEachOutcome(expression, [&](const Node &outcome) {
    if (const MemberExpression *member = openMember(program_, values_, &outcome);
        member && rootOf(program_, member) == &object)
      found = member;
    const auto *name = llvm::dyn_cast<Identifier>(&outcome);
    const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
    if (!symbol || symbol == &object || found || depth >= 2)
      return;
    for (const Identifier *place : symbol->targets)
      if (const Node *source = sourceOf(*place); source && !found)
        found = memberIn(*source, object, depth + 1);
  });
  return found;
}

std::optional<ObjectWalks::Position>
ObjectWalks::positionOf(const Node &function, const Symbol &symbol, unsigned depth) const {
  NodeList params = isFunction(function) ? paramsOf(function) : NodeList();
  for (size_t i = 0; i < params.size(); ++i) {
    const auto *name = llvm::dyn_cast<Identifier>(params[i]);
    if (name && program_.symbolOf(*name) == &symbol)
      return Position{i};
  }
  std::optional<Position> position;
  for (const Identifier *target : symbol.targets) {
    const Node *source = sourceOf(*target);
    if (!source || depth > 0 || functionAround(*target) != &function)
      continue;
    forEachOutcome(*source, [&](const Node &outcome) {
      const auto *name = llvm::dyn_cast<Identifier>(&outcome);
      const Symbol *other = name ? program_.symbolOf(*name) : nullptr;
      if (other && !position)
        position = positionOf(function, *other, depth + 1);
      const auto *member = llvm::dyn_cast<MemberExpression>(&outcome);
      const auto *list = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
      if (!list || list->name != "arguments" || program_.symbolOf(*list))
        return;
      Position given;
      std::optional<std::string> key = values_.keyOf(*member);
      given.isAny = !key || llvm::StringRef(*key).getAsInteger(10, given.index) ||
                    (position && position->index != given.index);
      position = given;
    });
  }
  return position;
}

bool ObjectWalks::isFunctionHere(const Node &node, const Node &function) const {
  bool is = false;
  forEachAlternative(values_.of(node), [&](const Value &value) {
    is |= llvm::isa<FunctionValue>(value) && value.origin == &function;
  });
  return is;
}

std::vector<const Node *> ObjectWalks::argumentsGiven(const CallExpression &call,
                                                      const Node &function) const {
  std::vector<const Node *> arguments;
  auto append = [&](const Node *argument) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
    const auto *list = spread ? llvm::dyn_cast<ArrayExpression>(spread->argument) : nullptr;
    if (list)
      llvm::copy_if(list->elements, std::back_inserter(arguments),
                    [](const Node *element) { return element != nullptr; });
    else
      arguments.push_back(argument);
  };
  llvm::for_each(call.arguments, append);
  auto from = [&](size_t first) {
    arguments.erase(arguments.begin(), arguments.begin() + std::min(first, arguments.size()));
    return arguments;
  };
  if (isFunctionHere(*call.callee, function))
    return arguments;
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  bool isOwn = member && isFunctionHere(*member->object, function);
  if (!isOwn && (arguments.empty() || !isFunctionHere(*arguments[0], function)))
    return {};
  size_t skipped = isOwn ? 1 : 2;
  if (key == "call")
    return from(skipped);
  const auto *list = key == "apply" && skipped < arguments.size()
                         ? llvm::dyn_cast<ArrayExpression>(arguments[skipped])
                         : nullptr;
  arguments.clear();
  if (list)
    for (const Node *element : list->elements)
      if (element)
        append(element);
  return arguments;
}

bool ObjectWalks::isGuarded(const MemberExpression &step, const Symbol &object) {
  steps_ = 0;
  const Node *function = functionAround(step);
  for (const Node *outer = function; outer; outer = functionAround(*outer))
    function = outer == function || isCallback(*function) ? outer : function;
  return !function || left_ == 0 || asksForNames(*function, &object, 0);
}

bool ObjectWalks::asksForNames(const Node &code, const Symbol *object, unsigned depth) {
  bool asks = false;
  walk(code, [&](const Node &node) {
    if (asks || isOutOfSteps())
      return false;
    if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
      asks |= object && asksForOwn(*call, *object);
      forEachAlternative(values_.of(*call->callee), [&](const Value &value) {
        if (llvm::isa<FunctionValue>(value) && value.origin && depth < 2 && value.origin != &code)
          asks |= asksForNames(*value.origin, nullptr, depth + 1);
      });
    }
    // `key in Object.prototype`
    if (const auto *test = llvm::dyn_cast<BinaryExpression>(&node); test && test->op == "in") {
      const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*test->right));
      asks |= api && api->path == "global:Object.prototype"_api;
    }
    if (isExpression(node))
      asks |= namesPrototype(values_.of(node));
    return !asks;
  });
  return asks;
}

/// `Object.hasOwn(object, key)` and its like, by whatever name.
bool ObjectWalks::asksForOwn(const CallExpression &call, const Symbol &object) const {
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  bool isOwn = calleeName(*call.callee).contains_insensitive("own") ||
               (member && values_.keyOf(*member) == "hasOwnProperty");
  forEachAlternative(values_.of(*call.callee), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    isOwn |= api && api->path.contains("hasOwn");
  });
  return isOwn && ((!call.arguments.empty() && rootOf(program_, call.arguments[0]) == &object) ||
                   (member && rootOf(program_, member->object) == &object));
}

} // namespace agentc
