#include "agentc/Flow/NamedMembers.h"

#include "agentc/Flow/UseKind.h"

#include "agentc/Program/Program.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

/// Returns true if a value tells which function is called, or that none of the program's is.
bool isTold(const Value &callee) {
  bool isTold = false;
  forEachAlternative(callee, [&](const Value &one) {
    isTold |= !llvm::isa<UnknownValue, UndefinedValue, NullValue>(one);
  });
  return isTold;
}

/// Returns true if an object was given a prototype that is not followed.
bool isInheriting(const Value &object) {
  const auto *made = llvm::dyn_cast<ResultValue>(&object);
  return made && llvm::is_contained({"global:Object.create"_api, "global:Object.setPrototypeOf"_api,
                                     "global:Reflect.setPrototypeOf"_api},
                                    made->callee->path);
}

/// The function of a getter in a literal or class; null for all else.
const Node *getterOf(const Node &node) {
  if (const auto *method = llvm::dyn_cast<MethodDefinition>(&node))
    return method->methodKind == MethodKind::Get ? method->value : nullptr;
  const auto *property = llvm::dyn_cast<Property>(&node);
  return property && property->propertyKind == PropertyKind::Get ? property->value : nullptr;
}

/// Returns true if strings, arrays, regular expressions or promises have a method of that name;
/// called on something unknown, it counts as theirs.
bool isOfData(llvm::StringRef key) {
  return hasPrototypeMember("Array", key) || hasPrototypeMember("String", key) ||
         hasPrototypeMember("RegExp", key) || key == "then" || key == "catch" || key == "finally";
}

} // namespace

NamedMembers::NamedMembers(const agentc::Program &program, const Values &values,
                           const ModuleLoads &loads)
    : program_(program), values_(values) {
  for (const auto &module : program.modules())
    indices_.try_emplace(module.get(), indices_.size());
  components_.grow(indices_.size());
  for (const auto &module : program.modules()) {
    for (const auto &import : module->imports)
      if (import->resolution.kind == Resolution::Kind::Bundle)
        connect(*module, *import->resolution.module);
  }
  add();
  loads.forEach([&](const ModuleInfo &from, const ModuleInfo &to) { connect(from, to); });
  components_.compress();
}

void NamedMembers::connect(const ModuleInfo &module, const ModuleInfo &other) {
  components_.join(indices_.lookup(&module), indices_.lookup(&other));
}

void NamedMembers::forEachGiven(
    llvm::function_ref<void(llvm::StringRef, llvm::ArrayRef<const Node *>)> visit) const {
  for (const auto *members : {&given_, &getters_})
    for (const auto &entry : *members)
      visit(entry.getKey(), entry.getValue());
}

unsigned NamedMembers::componentOf(const Node &node) const {
  return components_[indices_.lookup(&program_.moduleOf(node))];
}

void NamedMembers::add() {
  program_.forEach<Property>([&](const Property &property) {
    if (getterOf(property))
      return addGetter(property);
    if (llvm::isa<ObjectExpression>(property.parent) && property.propertyKind == PropertyKind::Init)
      addTo(property, *property.value);
  });
  program_.forEach<MethodDefinition>([&](const MethodDefinition &method) {
    addGetter(method);
    if (method.methodKind == MethodKind::Method)
      addTo(method, *method.value);
  });
  program_.forEach<PropertyDefinition>([&](const PropertyDefinition &field) {
    if (field.value)
      addTo(field, *field.value);
  });
  program_.forEach<AssignmentExpression>([&](const AssignmentExpression &assignment) {
    if (llvm::isa<Identifier, MemberExpression>(assignment.left))
      addTo(*assignment.left, *assignment.right);
  });
  program_.forEach<CallExpression>([&](const CallExpression &call) { addDefinedBy(call); });
}

void NamedMembers::addGetter(const Node &member) {
  const Node *getter = getterOf(member);
  if (std::optional<std::string> key = getter ? values_.keyOf(member) : std::nullopt)
    getters_[*key].push_back(getter);
}

void NamedMembers::addTo(const Node &target, const Node &given) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&target)) {
    if (!program_.symbolOf(*name))
      globals_[name->name].push_back(&given);
    return;
  }
  const auto *member = llvm::dyn_cast<MemberExpression>(&target);
  std::optional<std::string> key = values_.keyOf(target);
  if (key && member && canBeApi(values_.of(*member->object), "global:globalThis"_api))
    globals_[*key].push_back(&given);
  if (key)
    given_[*key].push_back(&given);
  else if (member && writtenKeyOf(*member->object) == "prototype")
    ofPrototypes_.push_back(&given);
  else
    unnamed_[&program_.moduleOf(target)].push_back(&given);
}

/// `Object.defineProperty(object, "name", { get() { … } })` and its kin.
void NamedMembers::addDefinedBy(const CallExpression &call) {
  const auto *callee = llvm::dyn_cast<MemberExpression>(call.callee);
  if (!callee || call.arguments.size() < 2)
    return;
  std::optional<llvm::StringRef> method = writtenKeyOf(*callee);
  bool isGetter = method == "__defineGetter__";
  if (isGetter || (method == "defineProperty" && call.arguments.size() > 2)) {
    const Node &named = *call.arguments[isGetter ? 0 : 1];
    const auto *key = llvm::dyn_cast<StringValue>(&values_.of(named));
    if (key && isGetter)
      defined_[key->value].push_back(call.arguments[1]);
    else if (key)
      addDescriptor(key->value, *call.arguments[2]);
    return;
  }
  const auto *list = method == "defineProperties" || method == "create"
                         ? llvm::dyn_cast<ObjectExpression>(call.arguments[1])
                         : nullptr;
  for (const Node *part : list ? list->properties : NodeList())
    if (const auto *property = llvm::dyn_cast<Property>(part))
      if (std::optional<std::string> key = values_.keyOf(*property))
        addDescriptor(*key, *property->value);
}

void NamedMembers::addDescriptor(llvm::StringRef key, const Node &descriptor) {
  const auto *written = llvm::dyn_cast<ObjectExpression>(&descriptor);
  for (const Node *part : written ? written->properties : NodeList()) {
    const auto *property = llvm::dyn_cast<Property>(part);
    std::optional<std::string> name = property ? values_.keyOf(*property) : std::nullopt;
    if (name == "get") {
      defined_[key].push_back(property->value);
      given_[key].push_back(property->value);
    } else if (name == "value") {
      given_[key].push_back(property->value);
    }
  }
}

void NamedMembers::forEachName(const Node &callee, const Values &values,
                               llvm::function_ref<void(llvm::StringRef)> visit) const {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&callee)) {
    std::optional<std::string> key = values.keyOf(*member);
    if (key && (!isOfData(*key) || isTold(values.of(*member->object))))
      visit(*key);
    return;
  }
  const auto *name = llvm::dyn_cast<Identifier>(&callee);
  const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
  for (const Identifier *target :
       symbol ? llvm::ArrayRef(symbol->targets) : llvm::ArrayRef<const Identifier *>()) {
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent);
    const auto *member =
        declarator ? llvm::dyn_cast_or_null<MemberExpression>(declarator->init) : nullptr;
    const auto *property = llvm::dyn_cast<Property>(target->parent);
    bool isTaken = property && llvm::isa<ObjectPattern>(property->parent);
    const Node *keyed = isTaken ? static_cast<const Node *>(property) : member;
    if (std::optional<std::string> key = keyed ? values.keyOf(*keyed) : std::nullopt)
      visit(*key);
  }
}

void NamedMembers::visitGroup(const Given &given, const Node &site, Visit visit) const {
  unsigned component = componentOf(site);
  std::unique_ptr<Group> &group = groups_[{&given, component}];
  if (!group) {
    auto made = std::make_unique<Group>();
    for (const Node *expression : given)
      if (componentOf(*expression) == component)
        forEachAlternative(values_.of(*expression), [&](const Value &value) {
          if (llvm::isa<FunctionValue, ClassValue, ApiValue>(value))
            made->members.push_back({&value, expression});
        });
    group = std::move(made);
  }
  if (!group->members.empty())
    visit(*group);
}

void NamedMembers::visitNamed(const llvm::StringMap<Given> &members, llvm::StringRef key,
                              const Node &site, Visit visit) const {
  if (auto found = members.find(key); found != members.end())
    visitGroup(found->second, site, visit);
}

void NamedMembers::forEachBehind(const Node &callee, const Values &values, Visit visit) const {
  const Value &value = values.of(callee);
  // a global that the program makes
  forEachAlternative(value, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    llvm::StringRef path = api ? api->path : llvm::StringRef();
    if (!path.consume_front("global:"))
      return;
    auto [root, rest] = path.split('.');
    if (rest.empty())
      visitNamed(globals_, root, callee, visit);
    else if (globals_.contains(root))
      visitNamed(given_, rest.substr(rest.rfind('.') + 1), callee, visit);
  });
  if (isTold(value))
    return;
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (member && !values.keyOf(*member))
    if (auto found = unnamed_.find(&program_.moduleOf(callee)); found != unnamed_.end())
      visitGroup(found->second, callee, visit);
  forEachName(callee, values, [&](llvm::StringRef key) {
    visitNamed(given_, key, callee, visit);
    visitGroup(ofPrototypes_, callee, visit);
  });
}

void NamedMembers::forEachGetter(const MemberExpression &member, const Values &values,
                                 Visit visit) const {
  bool inherits = isInheriting(values.of(*member.object));
  if (!inherits && defined_.empty())
    return;
  std::optional<std::string> key = values.keyOf(member);
  if (!key)
    return;
  visitNamed(defined_, *key, member, visit);
  if (inherits)
    visitNamed(getters_, *key, member, visit);
}

} // namespace agentc
