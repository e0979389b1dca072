#include "agentc/Flow/Registrations.h"

#include "agentc/Program/Program.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

namespace {

constexpr llvm::StringLiteral methods[] = {"addEventListener",
                                           "addHook",
                                           "addListener",
                                           "hook",
                                           "intercept",
                                           "on",
                                           "once",
                                           "onError",
                                           "onReady",
                                           "onRequest",
                                           "prependListener",
                                           "register",
                                           "resolve",
                                           "subscribe",
                                           "tap",
                                           "use"};
/// Methods of what packages make that take what they call later: routes, commands.
constexpr llvm::StringLiteral routes[] = {"action", "all",  "command", "delete", "get",
                                          "handle", "head", "link",    "method", "options",
                                          "patch",  "post", "put",     "route"};
/// Results of results, and members of members, that are looked at.
constexpr unsigned maxSteps = 8;
/// The number of expressions looked at that a callee's value may come from.
constexpr unsigned maxSources = 24;

/// Returns true if a function of a package made an object.
bool isOfPackage(const Value &object) {
  const auto *made = llvm::dyn_cast<ResultValue>(&object);
  return made && made->callee->path.starts_with("module:");
}

/// Calls `visit` for each identity of an object, however it is reached: the place where it was
/// made, or the module that it is.
void forEachIdentity(const Value &object,
                     llvm::function_ref<void(const Node *, llvm::StringRef)> visit) {
  forEachAlternative(object, [&](const Value &one) {
    if (const auto *instance = llvm::dyn_cast<InstanceValue>(&one))
      return visit(instance->type->origin, {});
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    if (api && api->path.starts_with("module:") && !api->path.contains('('))
      visit(nullptr, api->path.take_front(api->path.find('.')));
    const auto *result = llvm::dyn_cast<ResultValue>(&one);
    if (api)
      result = api->receiver;
    for (unsigned i = 0; result && i < maxSteps; ++i, result = result->callee->receiver)
      visit(result->origin, {});
  });
}

} // namespace

Registrations::Registrations(const agentc::Program &program, const Values &values)
    : program_(program) {
  program.forEach<CallExpression>([&](const CallExpression &call) { add(values, call); });
  // what a collection begins with
  program.forEach<VariableDeclarator>([&](const VariableDeclarator &declarator) {
    const auto *made = llvm::dyn_cast_or_null<NewExpression>(declarator.init);
    if (made && !made->arguments.empty() && llvm::isa<ResultValue>(values.of(*made)))
      addKept(values, *declarator.id, *made->arguments.front());
  });
  auto addWrite = [&](const Node *target) {
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(target);
    std::optional<std::string> key = member ? values.keyOf(*member) : std::nullopt;
    if (key)
      written_.insert(*key);
    writesUnknown_ |= member && !key;
  };
  program.forEach<UpdateExpression>(
      [&](const UpdateExpression &update) { addWrite(update.argument); });
  program.forEach<AssignmentExpression>([&](const AssignmentExpression &assignment) {
    addWrite(assignment.left);
    const auto *target = llvm::dyn_cast<MemberExpression>(assignment.left);
    if (target && !values.keyOf(*target))
      addKept(values, *target->object, *assignment.right);
    if (target)
      addHandler(values, *target, *assignment.right);
  });
}

namespace {

/// Returns the name of a container: a variable's, or a member's.
llvm::StringRef nameOf(const Node &container) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&container))
    return name->name;
  // `(lists[name] ||= []).push(f)`
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&container))
    return nameOf(*assignment->left);
  if (const auto *choice = llvm::dyn_cast<LogicalExpression>(&container))
    return nameOf(*choice->left);
  // `lists.get(name).push(f)`
  if (const auto *call = llvm::dyn_cast<CallExpression>(&container)) {
    const auto *method = llvm::dyn_cast<MemberExpression>(call->callee);
    return method && writtenKeyOf(*method) == "get" ? nameOf(*method->object) : "";
  }
  const auto *member = llvm::dyn_cast<MemberExpression>(&container);
  if (!member)
    return "";
  std::optional<llvm::StringRef> key = writtenKeyOf(container);
  return key ? *key : nameOf(*member->object);
}

} // namespace

void Registrations::addKept(const Values &values, const Node &container, const Node &kept) {
  llvm::StringRef name = nameOf(container);
  if (name.empty())
    return;
  forEachAlternative(values.of(kept), [&](const Value &given) {
    // a collection in a collection
    const auto *made = llvm::dyn_cast<ResultValue>(&given);
    for (const Value *argument : made ? made->arguments : llvm::ArrayRef<const Value *>())
      if (llvm::isa<FunctionValue, ObjectValue, ArrayValue>(argument))
        byContainer_[name].push_back(argument);
    if (llvm::isa<FunctionValue, ObjectValue, ArrayValue, InstanceValue, ClassValue>(given))
      byContainer_[name].push_back(&given);
  });
}

/// Adds a value that a method of a collection puts into it. A collection of one of the
/// program's classes is known by its class.
void Registrations::addKeptBy(const Values &values, const Node &container, const Node &kept) {
  addKept(values, container, kept);
  forEachAlternative(values.of(container), [&](const Value &one) {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    if (!instance || !llvm::isa_and_nonnull<ApiValue>(instance->type->superClass))
      return;
    forEachAlternative(values.of(kept), [&](const Value &given) {
      if (llvm::isa<FunctionValue, ObjectValue, InstanceValue, ClassValue>(given))
        byOrigin_[instance->type->origin].push_back(&given);
    });
  });
}

namespace {

/// Finds the expressions that the value of an expression may come from: its parts, and those
/// given to its variable.
class Sources {
public:
  Sources(const agentc::Program &program, const Values &values)
      : program_(program), values_(values) {}

  void add(const Node &node, llvm::SmallVectorImpl<const Node *> &sources) const {
    auto addAll = [&](NodeList parts) {
      sources.append(parts.begin(), parts.begin() + std::min<size_t>(parts.size(), maxSources));
    };
    if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
      return sources.push_back(member->object);
    if (const auto *wait = llvm::dyn_cast<AwaitExpression>(&node))
      return sources.push_back(wait->argument);
    if (const auto *spread = llvm::dyn_cast<SpreadElement>(&node))
      return sources.push_back(spread->argument);
    if (const auto *list = llvm::dyn_cast<ArrayExpression>(&node))
      return addAll(list->elements);
    if (const auto *made = llvm::dyn_cast<NewExpression>(&node))
      return addAll(made->arguments);
    if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
      sources.push_back(call->callee);
      addYielded(*call->callee, sources);
      return addAll(call->arguments);
    }
    if (const auto *name = llvm::dyn_cast<Identifier>(&node))
      if (const Symbol *symbol = program_.symbolOf(*name))
        for (const Identifier *target : llvm::ArrayRef(symbol->targets).take_front(2))
          addGiven(*target, sources);
  }

private:
  /// Adds the expressions that a generator yields.
  void addYielded(const Node &callee, llvm::SmallVectorImpl<const Node *> &sources) const {
    const Value &called = values_.of(callee);
    if (!llvm::isa<FunctionValue>(called) || !isGenerator(*called.origin))
      return;
    walk(*called.origin, [&](const Node &node) {
      const auto *given = llvm::dyn_cast<YieldExpression>(&node);
      if (given && given->argument)
        sources.push_back(given->argument);
      return &node == called.origin || !isFunction(node);
    });
  }

  static void addGiven(const Identifier &target, llvm::SmallVectorImpl<const Node *> &sources) {
    const Node *up = &target;
    while (up && !llvm::isa<VariableDeclarator>(up) && !isFunction(*up))
      up = up->parent;
    if (!up)
      return;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(up)) {
      const auto *loop = llvm::dyn_cast<ForOfStatement>(declarator->parent->parent);
      if (const Node *source = declarator->init ? declarator->init : loop ? loop->right : nullptr)
        sources.push_back(source);
      return;
    }
    // a callback's parameter: what calls it takes from its own object
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(up->parent);
    if (const auto *method = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr)
      sources.push_back(method->object);
  }

  const agentc::Program &program_;
  const Values &values_;
};

} // namespace

void Registrations::forEachKeptBehind(const Node &callee, const Values &values,
                                      llvm::function_ref<void(const Value &)> visit) const {
  const Sources sources(program_, values);
  llvm::SmallVector<const Node *, 8> open{&callee};
  for (unsigned i = 0; i < open.size() && i < maxSources; ++i) {
    const Node *at = open[i];
    if (!at)
      continue;
    if (auto found = byContainer_.find(nameOf(*at)); found != byContainer_.end())
      for (const Value *value : found->second)
        visit(*value);
    if (isExpression(*at) && partsOf(*at->parent).callee != at)
      if (const Value &held = values.of(*at); llvm::isa<ArrayValue, FunctionValue>(held))
        visit(held);
    sources.add(*at, open);
  }
}

/// `socket.onmessage = f`, of what a host made.
void Registrations::addHandler(const Values &values, const MemberExpression &target,
                               const Node &given) {
  forEachAlternative(values.of(*target.object), [&](const Value &object) {
    const auto *made = llvm::dyn_cast<ResultValue>(&object);
    if (made && made->origin)
      forEachAlternative(values.of(given), [&](const Value &handler) {
        if (llvm::isa<FunctionValue>(handler))
          byOrigin_[made->origin].push_back(&handler);
      });
  });
}

void Registrations::add(const Values &values, const CallExpression &call) {
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  std::optional<std::string> key = member ? values.keyOf(*member) : std::nullopt;
  auto spreadOf = [](const Node &argument) {
    const auto *spread = llvm::dyn_cast<SpreadElement>(&argument);
    return spread ? spread->argument : nullptr;
  };
  if (key && llvm::is_contained({"add", "push", "resolve", "set", "unshift"}, *key) &&
      !call.arguments.empty()) {
    const Node &last = *call.arguments.back();
    addKeptBy(values, *member->object, spreadOf(last) ? *spreadOf(last) : last);
  }
  if (!key || (!llvm::is_contained(methods, *key) &&
               !(llvm::is_contained(routes, *key) && isOfPackage(values.of(*member->object)))))
    return;
  llvm::SmallVector<const Value *, 4> given;
  for (const Node *argument : call.arguments) {
    if (!spreadOf(*argument))
      given.push_back(&values.of(*argument));
    else
      forEachAlternative(values.of(*spreadOf(*argument)), [&](const Value &one) {
        if (const auto *list = llvm::dyn_cast<ArrayValue>(&one))
          given.append(list->elements.begin(), list->elements.end());
      });
  }
  for (const Value *one : given) {
    bool isCode = llvm::isa<FunctionValue, ObjectValue, InstanceValue, ClassValue>(*one);
    if (!isCode)
      continue;
    const Node *object = member->object;
    for (unsigned i = 0; object && i < maxSteps; ++i) {
      forEachIdentity(values.of(*object), [&](const Node *origin, llvm::StringRef module) {
        if (origin)
          byOrigin_[origin].push_back(one);
        else
          byModule_[module].push_back(one);
      });
      const auto *inner = llvm::dyn_cast<MemberExpression>(object);
      object = inner ? inner->object : nullptr;
    }
  }
}

void Registrations::forEachOf(const Value &object,
                              llvm::function_ref<void(const Value &)> visit) const {
  forEachIdentity(object, [&](const Node *origin, llvm::StringRef module) {
    auto found = origin ? byOrigin_.find(origin) : byOrigin_.end();
    if (found != byOrigin_.end())
      for (const Value *value : found->second)
        visit(*value);
    auto ofModule = origin ? byModule_.end() : byModule_.find(module);
    if (ofModule != byModule_.end())
      for (const Value *value : ofModule->second)
        visit(*value);
  });
}

void Registrations::forEachKept(
    llvm::function_ref<void(const Node *, llvm::StringRef, llvm::ArrayRef<const Value *>)> visit)
    const {
  for (const auto &[made, kept] : byOrigin_)
    visit(made, {}, kept);
  for (const auto *containers : {&byModule_, &byContainer_})
    for (const auto &entry : *containers)
      visit(nullptr, entry.getKey(), entry.getValue());
}

} // namespace agentc
