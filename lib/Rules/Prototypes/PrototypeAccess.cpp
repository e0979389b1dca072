#include "Uses.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc::rules {

using namespace ast;

/// Globals, most of them a host's, that other code of the bundle calls.
static constexpr llvm::StringLiteral sharedGlobals[] = {
    "fetch",       "Request",        "Response",        "Headers",   "URL",    "console",
    "crypto",      "process",        "require",         "WebSocket", "Buffer", "setTimeout",
    "setInterval", "queueMicrotask", "structuredClone", "JSON",      "Math",   "Reflect",
    "atob",        "btoa",           "XMLHttpRequest"};

/// A function, its body and a statement or two lie between a choice and what stands in for it.
static constexpr unsigned maxFallbackDepth = 12;

/// True if a path of members leads over `__proto__`, which is reported by itself.
static bool hasProto(const Values &values, const Node *node) {
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node)) {
    if (values.keyOf(*member) == "__proto__")
      return true;
    node = member->object;
  }
  return false;
}

static bool isParameter(const agentc::Program &program, const Node *node) {
  const auto *name = llvm::dyn_cast_or_null<Identifier>(node);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  return symbol && symbol->kind == SymbolKind::Parameter;
}

/// `function (d, b) { d.__proto__ = b; }`, by which compilers make one class extend another.
static bool isSetterHelper(const agentc::Program &program, const Node &proto) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&proto);
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(proto.parent);
  return member && assignment && assignment->left == &proto &&
         isParameter(program, member->object) && isParameter(program, assignment->right);
}

/// `o.__proto__ || Object.getPrototypeOf(o)`, the other half of that.
static bool isGetterHelper(const Values &values, const Node &proto) {
  const auto *choice = llvm::dyn_cast<LogicalExpression>(proto.parent);
  const auto *call = choice ? llvm::dyn_cast<CallExpression>(choice->right) : nullptr;
  bool isGetter = false;
  if (call)
    forEachAlternative(values.of(*call->callee), [&](const Value &value) {
      const auto *api = llvm::dyn_cast<ApiValue>(&value);
      isGetter |= api && api->path == "global:Object.getPrototypeOf"_api;
    });
  return isGetter;
}

/// A member of what every object of the program inherits from; not a member of that, nor of what a
/// call of it gives.
static bool isSharedMember(llvm::StringRef path) {
  bool isShared = path.consume_front("global:Object.prototype."_api) ||
                  path.consume_front("global:Function.prototype."_api) ||
                  path.consume_front("any:constructor.prototype."_api) ||
                  path.consume_front("any:prototype."_api);
  return isShared && !path.contains('.') && !path.contains('(');
}

static bool isMemberOfThis(const Node &node) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&node);
  return member && llvm::isa<ThisExpression>(member->object);
}

/// True if a value may be something else than what the language or the host has.
static bool mayBeOther(const Values &values, const Node &node) {
  bool isOther = false;
  forEachAlternative(values.of(node), [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    isOther |= !api || llvm::StringRef(api->path).starts_with("any:");
  });
  return isOther;
}

/// `this.__proto__ = Kind.prototype`, by which a constructor mends the kind of what it makes, and
/// `Object.setPrototypeOf(object, Kind.prototype)`, by which one object becomes of a kind.
static bool isOwnKind(const Values &values, const ApiUse &use) {
  const Node &proto = *use.node;
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(proto.parent);
  const auto *call = llvm::dyn_cast<CallExpression>(proto.parent);
  const Node *given = nullptr;
  if (assignment && assignment->left == &proto && isMemberOfThis(proto))
    given = assignment->right;
  else if (call && call->callee == &proto && call->arguments.size() == 2 &&
           mayBeOther(values, *call->arguments[0]))
    given = call->arguments[1];
  const auto *kind = llvm::dyn_cast_or_null<MemberExpression>(given);
  return kind && values.keyOf(*kind) == "prototype" &&
         llvm::isa<ClassValue, FunctionValue>(values.of(*kind->object));
}

static bool isDeleted(const Node &proto) {
  const auto *unary = llvm::dyn_cast<UnaryExpression>(proto.parent);
  return unary && unary->op == "delete";
}

/// True if a value can be one of the functions that `__proto__` replaces in engines without
/// them.
static bool isPrototypeFunction(const Values &values, const Node &node) {
  bool found = false;
  forEachAlternative(values.of(node), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    found |= api && (api->path == "global:Object.getPrototypeOf"_api ||
                     api->path == "global:Object.setPrototypeOf"_api);
  });
  return found;
}

/// True if only engines without `Object.setPrototypeOf` or `Object.getPrototypeOf` get to a
/// use: in `Object.setPrototypeOf ? … : (a.__proto__ = b)` and
/// `Object.getPrototypeOf || function (o) { return o.__proto__ }`.
static bool isFallback(const Values &values, const Node &proto) {
  if (llvm::isa<MemberExpression>(proto.parent))
    return false;
  const Node *child = &proto;
  for (unsigned depth = 0; child->parent && depth < maxFallbackDepth; ++depth) {
    const Node &parent = *child->parent;
    if (const auto *choice = llvm::dyn_cast<LogicalExpression>(&parent);
        choice && choice->right == child && choice->op != "&&" &&
        isPrototypeFunction(values, *choice->left))
      return true;
    if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&parent);
        choice && choice->alternate == child && isPrototypeFunction(values, *choice->test))
      return true;
    if (const auto *choice = llvm::dyn_cast<IfStatement>(&parent);
        choice && choice->alternate == child && isPrototypeFunction(values, *choice->test))
      return true;
    child = &parent;
  }
  return false;
}

/// `Object.defineProperty(object, '__proto__', …)` gives an object a member of its own.
static bool isOwnMember(const Values &values, const ApiUse &use) {
  const auto *call = llvm::dyn_cast<CallExpression>(use.node->parent);
  if (use.kind != UseKind::Write || !call || call->callee != use.node)
    return false;
  const auto *api = llvm::dyn_cast<ApiValue>(&values.of(*call->callee));
  bool isShared = use.path != "any:__proto__"_api && !use.path.contains('(');
  return api && api->path.ends_with(".defineProperty") && !isShared;
}

static bool isHarmless(const CheckContext &context, const ApiUse &use) {
  const Node &proto = *use.node;
  return isOwnMember(context.values, use) || use.kind == UseKind::Test ||
         isSetterHelper(context.program, proto) || isGetterHelper(context.values, proto) ||
         isOwnKind(context.values, use) || isDeleted(proto) || isFallback(context.values, proto);
}

/// Another object of the language's or the host's that all code of the bundle shares: a member of
/// `Array.prototype` or `JSON`, `fetch`.
static bool isSharedObject(llvm::StringRef path) {
  if (!path.consume_front("global:") || path.contains('('))
    return false;
  auto [owner, member] = path.split('.');
  if (member.empty())
    return nativeFunctionName(owner) || llvm::is_contained(sharedGlobals, owner);
  if (isNativeConstructor(owner))
    return member.consume_front("prototype.") ? !member.contains('.')
                                              : nativeFunctionName(path).has_value();
  return nativeFunctionName(path).has_value();
}

/// `if (!Array.prototype.at) Array.prototype.at = …` adds what an old engine doesn't have.
static bool isPolyfill(const CheckContext &context, const ApiUse &write) {
  const ModuleInfo *module = &context.program.moduleOf(*write.node);
  return llvm::any_of(context.uses.all(), [&](const ApiUse &use) {
    return use.kind == UseKind::Test && use.path == write.path &&
           &context.program.moduleOf(*use.node) == module;
  });
}

/// The object whose member a use writes: by an assignment, `delete`, or a function that gets it.
static const Node *writtenObject(const ApiUse &write) {
  if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(write.node->parent);
      call && call->callee == write.node)
    return call->arguments.empty() ? nullptr : call->arguments[0];
  const auto *member = llvm::dyn_cast<MemberExpression>(write.node);
  return member ? member->object : nullptr;
}

/// Returns the object whose prototype is taken, less any members of it: `x` of
/// `Object.getPrototypeOf(x.y)`.
static const Node *inheritorOf(const Value &prototype) {
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(prototype.origin);
  const Node *node = call && !call->arguments.empty() ? call->arguments.back() : nullptr;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node))
    node = member->object;
  return node;
}

/// True if a value can be an object of one of the bundle's classes, and every other known value
/// that it can have (besides undefined and null) is one that `other` allows.
static bool isInstanceOr(const Value &value, llvm::function_ref<bool(const Value &)> other) {
  bool isInstance = false, isOther = false;
  forEachAlternative(value, [&](const Value &one) {
    isInstance |= llvm::isa<InstanceValue>(one);
    isOther |=
        !llvm::isa<InstanceValue, UnknownValue, UndefinedValue, NullValue>(one) && !other(one);
  });
  return isInstance && !isOther;
}

/// True if the object that is written to can be a prototype of objects of the bundle's own
/// classes.
static bool canBeOwn(const Values &values, const ApiUse &write) {
  const Node *object = writtenObject(write);
  if (!object)
    return false;
  const Value &prototypes = values.of(*object);
  bool isOwn = isInstanceOr(prototypes, [](const Value &one) { return llvm::isa<ApiValue>(one); });
  forEachAlternative(prototypes, [&](const Value &value) {
    const Node *inheritor = llvm::isa<ApiValue>(value) ? inheritorOf(value) : nullptr;
    isOwn |= inheritor && isInstanceOr(values.of(*inheritor), [](const Value &) { return false; });
  });
  return isOwn;
}

static bool isMadeWithPrototype(const Value &value) {
  const auto *literal = llvm::dyn_cast_or_null<ObjectExpression>(value.origin);
  return literal && llvm::any_of(literal->properties, [](const Node *part) {
           const auto *property = llvm::dyn_cast<Property>(part);
           return property && !property->computed && writtenKeyOf(*property) == "__proto__";
         });
}

/// True if code climbs back along a chain that it made: `kept = { __proto__: kept }`, and later
/// `kept = Object.getPrototypeOf(kept)`.
static bool isOwnChain(const Values &values, const ApiUse &write) {
  bool isOwn = false;
  const Node *object = writtenObject(write);
  forEachAlternative(object ? values.of(*object) : values.of(*write.node), [&](const Value &value) {
    const auto *call =
        llvm::isa<ApiValue>(value) ? llvm::dyn_cast_or_null<CallExpression>(value.origin) : nullptr;
    if (call && !call->arguments.empty())
      forEachAlternative(values.of(*call->arguments.back()),
                         [&](const Value &one) { isOwn |= isMadeWithPrototype(one); });
  });
  return isOwn;
}

static void check(const CheckContext &context, RuleReporter &report) {
  const Node *told = nullptr; // one write to a prototype that isn't known, whatever its members
  for (const ApiUse &use : context.uses.all()) {
    if (use.path.ends_with("__proto__") && hasPart(use.path, "__proto__")) {
      Diagnostic &finding =
          report.at(use, "`__proto__` reaches a prototype that other objects share; "
                         "`Object.getPrototypeOf` reads one");
      pointAtMember(finding, use.node);
      if (isHarmless(context, use))
        lowerTo(finding, Severity::Note);
    } else if (use.kind == UseKind::Write && isSharedMember(use.path) &&
               !hasProto(context.values, use.node)) {
      bool isUnknown = use.path.starts_with("any:prototype."_api);
      if (isUnknown && std::exchange(told, use.node) == use.node)
        continue;
      Diagnostic &finding =
          report.at(use, "`" + shown(use.path) + "` is set for every object that inherits it");
      // libraries mend prototypes of their own so, as zod does those of its errors
      if (isUnknown)
        lowerTo(finding, canBeOwn(context.values, use) ? Severity::Note : Severity::Warning);
      else if (isOwnChain(context.values, use))
        lowerTo(finding, Severity::Warning);
    } else if (use.kind == UseKind::Write && isSharedObject(use.path)) {
      lowerTo(report.at(use, "`" + shown(use.path) + "` is replaced for all code of the bundle"),
              isPolyfill(context, use) ? Severity::Note : Severity::Warning);
    }
  }
}

extern const Rule PrototypeAccess = {{.id = "AC5101",
                                      .name = "prototype-access",
                                      .group = "prototypes",
                                      .severity = Severity::Error,
                                      .summary = "prototypes reached by `__proto__` or changed",
                                      .access = "prototypes",
                                      .precision = Precision::High,
                                      .cwe = 1321},
                                     check};

} // namespace agentc::rules
