#include "InputIndex.h"
#include "TextFunctions.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

template <typename F> void forEachFunction(const Value &value, F visit) {
  forEachAlternative(value, [&](const Value &one) {
    if (llvm::isa<FunctionValue>(one) && one.origin)
      visit(*one.origin);
  });
}

bool isApi(const Value &value, llvm::StringRef path) {
  const auto *api = llvm::dyn_cast<ApiValue>(&value);
  return api && api->path == path;
}

/// True of a call that is given a `WeakMap`, by which compilers read the private field in it.
bool readsPrivateField(const Values &values, const Node &expression) {
  const auto *call = llvm::dyn_cast<CallExpression>(&expression);
  return call && llvm::any_of(call->arguments, [&](const Node *argument) {
           const auto *made = llvm::isa<Identifier>(argument)
                                  ? llvm::dyn_cast<ResultValue>(&values.of(*argument))
                                  : nullptr;
           return made && made->callee->path == "global:WeakMap"_api;
         });
}

} // namespace

void InputIndex::addSite(const Node &function, CallSite site) { sites_[&function].push_back(site); }

const InputBudget &InputIndex::collect() {
  if (std::exchange(isCollected_, true))
    return budget_;
  collectClasses();
  program.forEach<CallExpression>([&](const CallExpression &call) { collectFrom(call); });
  program.forEach<NewExpression>([&](const NewExpression &call) {
    for (const ReachedFunction &target : targetsOf(call))
      addSite(*target.function, target.site);
    collectCallbacks(call, call.arguments);
  });
  program.forEach<TaggedTemplateExpression>([&](const TaggedTemplateExpression &tagged) {
    for (const ReachedFunction &target : targetsOf(tagged))
      addSite(*target.function, target.site);
  });
  collectSetters();
  collectTraps();
  collectWrites(false);
  collectUnresolved();
  collectWrites(true);
  return budget_;
}

/// The objects that code writes to are known by where they were made: by their values, or only by
/// the way back.
void InputIndex::collectWrites(bool isByWay) {
  auto add = [&](const Node &object, const Node &site) {
    if (isByWay) {
      if (llvm::isa<UnknownValue>(values.of(object)) &&
          (llvm::isa<Identifier, MemberExpression>(object) || readsPrivateField(values, object)))
        for (const Node *made : objectsBehind(object))
          writes_[made].push_back(&site);
      return;
    }
    forEachAlternative(values.of(object), [&](const Value &value) {
      bool isMade = llvm::isa<ObjectValue, ArrayValue, ResultValue>(value) && value.origin;
      if (isMade)
        writes_[value.origin].push_back(&site);
      // what is assigned to one of a class's objects, or to its prototype, may be a member of all
      const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
      if (instance && llvm::isa<CallExpression>(site))
        writes_[instance->type->origin].push_back(&site);
    });
  };
  program.forEach<MemberExpression>([&](const MemberExpression &member) {
    const auto *call = llvm::dyn_cast<CallExpression>(member.parent);
    if (isWritten(member))
      return add(*member.object, member);
    std::optional<std::string> key =
        call && call->callee == &member ? values.keyOf(member) : std::nullopt;
    if (!key || (*key == "set" && !isByWay && collectPrivateField(member, *call)))
      return;
    if (builtinMethod(*key).does(BuiltinMethod::TakesArguments) || *key == "abort")
      add(*member.object, *call);
    bool isDefining =
        *key == "assign" || *key == "set" || llvm::StringRef(*key).starts_with("defineProp");
    if (isDefining && !call->arguments.empty() && llvm::isa<ApiValue>(values.of(member)))
      add(*call->arguments[0], *call);
  });
}

/// `map.set(object, value)` in a helper that gets both by its call, which is how compilers write
/// private fields: each map holds what the calls put into it. False for any other call.
bool InputIndex::collectPrivateField(const MemberExpression &callee, const CallExpression &put) {
  const Node *helper = functionAround(put);
  if (!helper || !isFunction(*helper) || put.arguments.size() != 2)
    return false;
  NodeList params = paramsOf(*helper);
  auto indexOf = [&](const Node &node) {
    const auto *name = llvm::dyn_cast<Identifier>(&node);
    const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
    return size_t(llvm::find_if(params,
                                [&](const Node *param) {
                                  const auto *own = llvm::dyn_cast_or_null<Identifier>(param);
                                  return own && symbol && program.symbolOf(*own) == symbol;
                                }) -
                  params.begin());
  };
  size_t map = indexOf(*callee.object), value = indexOf(*put.arguments[1]);
  if (std::max(map, value) >= params.size())
    return false;
  std::vector<std::pair<const Node *, const Node *>> found;
  for (const CallSite &site : sites_[helper]) {
    NodeList given = partsOf(*site.call).arguments;
    const auto *made =
        map < given.size() ? llvm::dyn_cast<ResultValue>(&values.of(*given[map])) : nullptr;
    bool isField = site.form == CallSite::Form::Plain && made && made->origin &&
                   made->callee->path == "global:WeakMap"_api && value < given.size() &&
                   llvm::isa<ObjectExpression>(given[value]);
    if (!isField)
      return false;
    found.push_back({made->origin, given[value]});
  }
  for (auto [made, given] : found)
    writes_[made].push_back(given);
  return !found.empty();
}

/// Constructions, which call constructors, and who extends whom.
void InputIndex::collectClasses() {
  auto addConstruction = [&](const Value &value, const Node &call) {
    const Node *type = llvm::isa<ClassValue>(value) ? value.origin : nullptr;
    for (const Node *at : type ? parentsOf(*type) : llvm::SmallVector<const Node *, 4>())
      if (const Node *constructor = constructorOf(*at))
        return addSite(*constructor, {&call});
  };
  program.forEach<NewExpression>([&](const NewExpression &call) {
    forEachAlternative(values.of(*call.callee),
                       [&](const Value &value) { addConstruction(value, call); });
  });
  auto addHeir = [&](const Node &type) {
    for (const Node *parent : parentsOf(type))
      if (parent != &type)
        heirs_[parent].push_back(&type);
  };
  program.forEach<ClassDeclaration>([&](const ClassDeclaration &type) { addHeir(type); });
  program.forEach<ClassExpression>([&](const ClassExpression &type) { addHeir(type); });
  program.forEach<CallExpression>([&](const CallExpression &call) {
    if (!llvm::isa<Super>(call.callee))
      return;
    const Node *type = &call;
    while (type && !isClass(*type))
      type = type->parent;
    if (const Node *parent = type ? superClassOf(*type) : nullptr)
      forEachAlternative(values.of(*parent),
                         [&](const Value &value) { addConstruction(value, call); });
  });
}

void InputIndex::collectFrom(const CallExpression &call) {
  for (const ReachedFunction &target : targetsOf(call))
    addSite(*target.function, target.site);
  collectCallbacks(call, call.arguments);
  collectEvent(call);
  collectPipe(call);
}

void InputIndex::collectCallbacks(const Node &call, NodeList arguments) {
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (llvm::isa<Identifier, MemberExpression>(arguments[i]) || isFunction(*arguments[i]))
      forEachFunction(values.of(*arguments[i]), [&](const Node &function) {
        addSite(function, {&call, CallSite::Form::Callback, i});
      });
}

/// The call of `bind` that gives what a callee names.
const CallExpression *InputIndex::bindOf(const Node &callee) const {
  const auto *name = llvm::dyn_cast<Identifier>(&callee);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  const auto *declarator = symbol && symbol->targets.size() == 1
                               ? llvm::dyn_cast<VariableDeclarator>(symbol->targets[0]->parent)
                               : nullptr;
  const auto *call =
      declarator ? llvm::dyn_cast_or_null<CallExpression>(declarator->init) : nullptr;
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  return member && values.keyOf(*member) == "bind" ? call : nullptr;
}

/// Assignments to members that have setters, and calls that assign to an object of the class.
void InputIndex::collectSetters() {
  std::vector<const CallExpression *> assigns;
  for (const Node *read : memberIndexOf(program).of("assign").reads)
    if (const auto *call = llvm::dyn_cast_or_null<CallExpression>(read->parent);
        call && call->callee == read && call->arguments.size() > 1)
      assigns.push_back(call);
  program.forEach<MethodDefinition>([&](const MethodDefinition &method) {
    std::optional<std::string> key =
        method.methodKind == MethodKind::Set ? values.keyOf(method) : std::nullopt;
    if (!key || !method.value)
      return;
    auto isOne = [&](const Node &object) {
      bool is = llvm::isa<ThisExpression>(object);
      forEachAlternative(values.of(object), [&](const Value &value) {
        const auto *instance = llvm::dyn_cast<InstanceValue>(&value);
        is |= instance &&
              llvm::is_contained(parentsOf(*instance->type->origin), method.parent->parent);
      });
      return is;
    };
    for (const MemberExpression *write : memberIndexOf(program).of(*key).writes)
      if (llvm::isa<AssignmentExpression>(write->parent) && isOne(*write->object))
        addSite(*method.value, {write, CallSite::Form::Write});
    for (const CallExpression *assign : assigns)
      if (isOne(*assign->arguments[0]))
        addSite(*method.value, {assign, CallSite::Form::Assigned, 0, &method});
  });
}

/// Members of proxies, whose traps get their keys and what is written there.
void InputIndex::collectTraps() {
  bool hasProxies = false;
  program.forEach<NewExpression>([&](const NewExpression &call) {
    hasProxies |= isApi(values.of(*call.callee), "global:Proxy"_api);
  });
  if (!hasProxies)
    return;
  program.forEach<MemberExpression>([&](const MemberExpression &member) {
    forEachAlternative(values.of(*member.object), [&](const Value &object) {
      const auto *proxy = llvm::dyn_cast<ResultValue>(&object);
      if (!proxy || proxy->callee->path != "global:Proxy"_api || proxy->arguments.size() < 2)
        return;
      if (const Node *trap = functionIn(proxy->arguments[1], isWritten(member) ? "set" : "get"))
        addSite(*trap, {&member, CallSite::Form::Trapped, 0, proxy->origin});
    });
  });
}

/// Each method that `object[key]` can be.
template <typename F> static void forEachMethod(const Value &object, F visit) {
  if (const auto *known = llvm::dyn_cast<ObjectValue>(&object))
    for (const PropertyValue &property : known->properties)
      forEachFunction(*property.value, visit);
  const auto *instance = llvm::dyn_cast<InstanceValue>(&object);
  const Node *type = instance ? instance->type->origin : nullptr;
  const ClassBody *body = type && !isFunction(*type) ? classBody(*type) : nullptr;
  for (const Node *part : body ? body->body : NodeList())
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part);
        method && method->methodKind == MethodKind::Method && method->value)
      visit(*method->value);
}

llvm::SmallVector<ReachedFunction, 2> InputIndex::targetsOf(const Node &call) const {
  llvm::SmallVector<ReachedFunction, 2> targets;
  auto add = [&](const Value &value, CallSite site) {
    forEachFunction(value, [&](const Node &function) { targets.push_back({site, &function}); });
  };
  using Form = CallSite::Form;
  if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&call)) {
    add(values.of(*tagged->tag), {&call, Form::Tag});
    return targets;
  }
  auto [callee, arguments, isNew] = partsOf(call);
  if (const CallExpression *bind = bindOf(*callee))
    add(values.of(*llvm::cast<MemberExpression>(bind->callee)->object),
        {&call, Form::Bound, 0, bind});
  else
    add(values.of(*callee), {&call});
  const auto *member = llvm::dyn_cast<MemberExpression>(callee);
  if (member && isApi(values.of(*member), "global:Function.prototype.call"_api))
    add(values.of(*member->object), {&call, Form::Borrowed});
  else if (member && isApi(values.of(*member), "global:Function.prototype.apply"_api))
    add(values.of(*member->object), {&call, Form::Applied});
  else if (isApi(values.of(*callee), "global:Reflect.apply"_api) && !arguments.empty())
    add(values.of(*arguments[0]), {&call, Form::Reflected});
  if (targets.empty() && member && !values.keyOf(*member))
    forEachAlternative(values.of(*member->object), [&](const Value &object) {
      forEachMethod(object, [&](const Node &method) { targets.push_back({{&call}, &method}); });
    });
  return targets;
}

/// Calls whose callee only the way back tells: of functions that are kept in lists and maps.
void InputIndex::collectUnresolved() {
  auto addTargets = [&](const Node &call, const Node &callee, CallSite::Form form) {
    bool isOpen = false;
    forEachAlternative(values.of(callee),
                       [&](const Value &value) { isOpen |= llvm::isa<UnknownValue>(value); });
    if (!isOpen)
      return;
    llvm::SmallVector<ReachedFunction, 2> known = targetsOf(call);
    for (const Node *function : functionsBehind(callee))
      if (llvm::none_of(known, [&](auto &target) { return target.function == function; }))
        addSite(*function, {&call, form});
  };
  program.forEach<CallExpression>([&](const CallExpression &call) {
    addTargets(call, *call.callee, CallSite::Form::Plain);
    if (const auto *member = llvm::dyn_cast<MemberExpression>(call.callee))
      if (std::optional<CallSite> site = borrowingSite(values, *member->object))
        addTargets(call, *member->object, site->form);
  });
}

llvm::ArrayRef<CallSite> InputIndex::sitesOf(const Node &function) {
  collect();
  return sites_[&function];
}

} // namespace agentc
