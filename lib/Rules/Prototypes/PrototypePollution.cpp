#include "InputSinks.h"
#include "OpenKeys.h"

#include "agentc/Analysis/Walk.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/DenseSet.h"

namespace agentc::rules {

using namespace ast;

namespace {

constexpr unsigned maxSteps = 20000;      ///< for one write, in nodes looked at
constexpr uint64_t maxAllSteps = 5000000; ///< for a bundle
constexpr size_t maxPositions = 8;        ///< of the arguments of a recursive call

class Finder {
public:
  Finder(const CheckContext &context, RuleReporter &report)
      : context_(context), program_(context.program), values_(context.values), report_(report),
        flow_(context.program, context.values, context.config) {}

  void run() {
    for (const auto &module : program_.modules())
      if (module->syntax->program)
        walk(*module->syntax->program, [&](const Node &node) {
          if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
            checkWrite(*assignment);
          return true;
        });
  }

private:
  void checkWrite(const AssignmentExpression &assignment) {
    const MemberExpression *target = openMember(program_, values_, assignment.left);
    if (!target || isEmptyContainer(*assignment.right))
      return;
    left_ -= std::min<uint64_t>(left_, steps_);
    steps_ = 0;
    if (left_ == 0)
      return;
    if (const MemberExpression *inner = openMember(program_, values_, target->object))
      return checkTwice(*target, *inner);
    const Symbol *cursor = rootOf(program_, target->object);
    const Node *function = functionAround(assignment);
    if (!cursor || !llvm::isa<Identifier>(target->object) || !function)
      return;
    const MemberExpression *step = stepOf(*cursor);
    const char *how = "a path of keys";
    if (!step) {
      step = recursionStep(*cursor, *function);
      how = "keys of another object";
    }
    if (!step || iteratedBy(program_, *target->property) == cursor || isGuarded(*step, *cursor) ||
        isGuarded(*target, *cursor) || !told_.insert(step).second)
      return;
    Diagnostic &finding =
        report_.at(*target, "a member is written by " + std::string(how) +
                                " that may lead over `__proto__` to what all objects inherit; "
                                "refuse that key, or keep members in a `Map`");
    finding.notes.push_back(
        {"the next object is taken here", program_.moduleOf(*step).path().str(), step->range});
    if (("/" + finding.file).find("/node_modules/") != std::string::npos)
      lowerTo(finding, Severity::Note);
  }

  /// What a walk makes on its way for the next step to go on from.
  static bool isEmptyContainer(const Node &node) {
    const auto *object = llvm::dyn_cast<ObjectExpression>(&node);
    const auto *list = llvm::dyn_cast<ArrayExpression>(&node);
    return (object && object->properties.empty()) || (list && list->elements.empty());
  }

  /// `object[first][second] = value` is common: only with a key that is a tool's input it is told.
  void checkTwice(const MemberExpression &target, const MemberExpression &inner) {
    std::vector<InputTrace> traces = flow_.into(*inner.property, TextUse::Path);
    const Symbol *root = rootOf(program_, &inner);
    if (traces.empty() || flow_.into(*target.property, TextUse::Path).empty() || !root ||
        isGuarded(inner, *root))
      return;
    Diagnostic &finding =
        report_.at(target, inputMessage(traces[0], "the key of an object whose member is written",
                                        "`__proto__` there reaches what all objects inherit"));
    addWay(finding, program_, traces[0], target);
  }

  /// `cursor = cursor[key]`: where a variable goes from an object to a member by an open key.
  const MemberExpression *stepOf(const Symbol &cursor) {
    const MemberExpression *found = nullptr;
    for (const Identifier *target : cursor.targets) {
      const Node *source = sourceOf(*target);
      if (!source || found)
        continue;
      forEachOutcome(*source, [&](const Node &outcome) {
        const MemberExpression *member = openMember(program_, values_, &outcome);
        if (member && !found && program_.symbolOf(*target) == rootOf(program_, member) &&
            llvm::isa<Identifier>(member->object))
          found = member;
      });
    }
    return found;
  }

  /// `merge(target[key], source[key])` inside of `merge(target, source)`.
  const MemberExpression *recursionStep(const Symbol &target, const Node &inner) {
    for (const Node *function = &inner; function; function = functionAround(*function)) {
      std::optional<Position> position = positionOf(*function, target);
      if (!position)
        continue;
      const MemberExpression *found = nullptr;
      walk(*function, [&](const Node &node) {
        if (++steps_ > maxSteps || found)
          return false;
        const auto *call = llvm::dyn_cast<CallExpression>(&node);
        for (size_t i = 0; call && i < maxPositions && !found; ++i)
          if (position->isAny || position->index == i)
            if (const Node *argument = argumentGiven(*call, *function, i))
              found = memberIn(*argument, target, 0);
        return true;
      });
      // the keys of the object itself lead to nothing else
      return found && iteratedBy(program_, *found->property) != &target ? found : nullptr;
    }
    return nullptr;
  }

  /// A member of an object by an open key that an expression can give, over two variables at most.
  const MemberExpression *memberIn(const Node &expression, const Symbol &object, unsigned depth) {
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

  /// Which of a function's arguments a variable holds.
  struct Position {
    size_t index = 0;
    bool isAny = false; ///< one of `arguments`, by an index that isn't known
  };

  std::optional<Position> positionOf(const Node &function, const Symbol &symbol,
                                     unsigned depth = 0) const {
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

  bool isFunctionHere(const Node &node, const Node &function) const {
    bool is = false;
    forEachAlternative(values_.of(node), [&](const Value &value) {
      is |= llvm::isa<FunctionValue>(value) && value.origin == &function;
    });
    return is;
  }

  /// What a call of a function gives it at an index, in whatever form it is called: `f(a)`,
  /// `f.call(self, a)`, `Reflect.apply(f, self, [a])`; null if it is no call of it.
  const Node *argumentGiven(const CallExpression &call, const Node &function, size_t index) const {
    NodeList arguments = call.arguments;
    auto at = [](NodeList list, size_t i) { return i < list.size() ? list[i] : nullptr; };
    if (isFunctionHere(*call.callee, function))
      return at(arguments, index);
    const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
    bool isOwn = member && isFunctionHere(*member->object, function);
    if (!isOwn && (arguments.empty() || !isFunctionHere(*arguments[0], function)))
      return nullptr;
    std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
    size_t skipped = isOwn ? 1 : 2;
    if (key == "call")
      return at(arguments, index + skipped);
    const auto *list =
        key == "apply" ? llvm::dyn_cast_or_null<ArrayExpression>(at(arguments, skipped)) : nullptr;
    return list ? at(list->elements, index) : nullptr;
  }

  /// Whether the code around asks for the dangerous names, or for the object's own members, before
  /// it takes the next one; functions that are given the key may ask for it.
  bool isGuarded(const MemberExpression &step, const Symbol &object) {
    const Node *function = functionAround(step);
    for (const Node *outer = function; outer; outer = functionAround(*outer))
      function = outer == function || isCallback(*function) ? outer : function;
    return !function || asksForNames(*function, &object, 0);
  }

  static bool isCallback(const Node &function) {
    return llvm::isa_and_nonnull<CallExpression>(function.parent);
  }

  bool asksForNames(const Node &code, const Symbol *object, unsigned depth) {
    bool asks = false;
    walk(code, [&](const Node &node) {
      if (asks || ++steps_ > maxSteps)
        return false;
      if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
        asks |= object && asksForOwn(*call, *object);
        forEachAlternative(values_.of(*call->callee), [&](const Value &value) {
          if (llvm::isa<FunctionValue>(value) && value.origin && depth < 2 && value.origin != &code)
            asks |= asksForNames(*value.origin, nullptr, depth + 1);
        });
      }
      if (isExpression(node))
        asks |= namesPrototype(values_.of(node));
      return !asks;
    });
    return asks;
  }

  /// `Object.hasOwn(object, key)` and its like, by whatever name.
  bool asksForOwn(const CallExpression &call, const Symbol &object) const {
    const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
    bool isOwn = nameOf(*call.callee).contains_insensitive("own") ||
                 (member && values_.keyOf(*member) == "hasOwnProperty");
    forEachAlternative(values_.of(*call.callee), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      isOwn |= api && api->path.contains("hasOwn");
    });
    return isOwn && (rootOfAny(call.arguments, object) ||
                     (member && rootOf(program_, member->object) == &object));
  }

  bool rootOfAny(NodeList arguments, const Symbol &object) const {
    return !arguments.empty() && rootOf(program_, arguments[0]) == &object;
  }

  static llvm::StringRef nameOf(const Node &callee) {
    const auto *name = llvm::dyn_cast<Identifier>(&callee);
    return name ? name->name : llvm::StringRef();
  }

  static bool namesPrototype(const Value &value) {
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
    });
    return found;
  }

  const CheckContext &context_;
  const agentc::Program &program_;
  const Values &values_;
  RuleReporter &report_;
  InputFlow flow_;
  llvm::DenseSet<const Node *> told_; ///< steps, each of which is told once
  unsigned steps_ = 0;
  uint64_t left_ = maxAllSteps;
};

} // namespace

static void check(const CheckContext &context, RuleReporter &report) {
  Finder(context, report).run();
}

extern const Rule PrototypePollution = {
    {"AC5103",
     "prototype-pollution",
     "prototypes",
     Severity::Warning,
     "members written along keys that may lead to `Object.prototype`",
     "",
     {"Code follows a path of keys through an object, or merges one object into another member by "
      "member, and writes where that leads, without refusing `__proto__`, `constructor` and "
      "`prototype`.",
      "With the key `__proto__` the path leads to what all objects inherit from: whoever gives the "
      "keys changes every object of the program, options and permissions included. Of the code in "
      "`node_modules` it is a note.",
      R"(function merge(target, source) {
  for (const key in source) {
    if (typeof source[key] === 'object') merge(target[key] ??= {}, source[key]);
    else target[key] = source[key];
  }
  return target;
}
module.exports = async function handler(input) {
  return merge({}, input.options);
};
)",
      R"(function merge(target, source) {
  for (const key in source) {
    if (key === '__proto__' || key === 'constructor') continue;
    if (typeof source[key] === 'object') merge(target[key] ??= {}, source[key]);
    else target[key] = source[key];
  }
  return target;
}
module.exports = async function handler(input) {
  return merge({}, input.options);
};
)",
      "Known are variables that walk along a path, functions that call themselves, and two keys of "
      "a tool's input. Merging spread over several functions that call each other is not "
      "followed."},
     Precision::Medium,
     1321},
    check};

} // namespace agentc::rules
