#include "NamedMembers.h"

#include "UseKind.h"

#include "agentc/Analysis/Walk.h"
#include "agentc/Program/Program.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

/// Whether a value tells what is called, or that nothing of the program is.
bool isTold(const Value &callee) {
  bool isTold = false;
  forEachAlternative(callee, [&](const Value &one) {
    isTold |= !llvm::isa<UnknownValue, UndefinedValue, NullValue>(one);
  });
  return isTold;
}

/// Whether an object was given a prototype that is not followed.
bool isInheriting(const Value &object) {
  const auto *made = llvm::dyn_cast<ResultValue>(&object);
  return made && llvm::is_contained({"global:Object.create", "global:Object.setPrototypeOf",
                                     "global:Reflect.setPrototypeOf"},
                                    made->callee->path);
}

/// The function of a getter in a literal or class; null for all else.
const Node *getterOf(const Node &node) {
  if (const auto *method = llvm::dyn_cast<MethodDefinition>(&node))
    return method->methodKind == MethodKind::Get ? method->value : nullptr;
  const auto *property = llvm::dyn_cast<Property>(&node);
  return property && property->propertyKind == PropertyKind::Get ? property->value : nullptr;
}

/// Whether texts, lists and patterns have a method of that name: of something unknown it is theirs.
bool isOfData(llvm::StringRef key) {
  return hasPrototypeMember("Array", key) || hasPrototypeMember("String", key) ||
         hasPrototypeMember("RegExp", key) || key == "then" || key == "catch" || key == "finally";
}

} // namespace

NamedMembers::NamedMembers(const agentc::Program &program, const Values &values)
    : program_(program), values_(values) {
  indexModules();
  for (const auto &module : program.modules())
    if (module->syntax->program)
      walk(*module->syntax->program, [&](const Node &node) {
        add(node);
        return true;
      });
}

void NamedMembers::indexModules() {
  for (const auto &module : program_.modules())
    indices_.try_emplace(module.get(), indices_.size());
  imports_.resize(indices_.size());
  importers_.resize(indices_.size());
  for (const auto &module : program_.modules())
    for (const auto &import : module->imports)
      if (import->resolution.kind == Resolution::Kind::Bundle) {
        unsigned from = indices_.lookup(module.get());
        unsigned to = indices_.lookup(import->resolution.module);
        imports_[from].push_back(to);
        importers_[to].push_back(from);
      }
}

/// Adds what some modules import, and what that imports, or all that import them.
void NamedMembers::addImports(llvm::BitVector &modules, bool isReversed) const {
  llvm::SmallVector<unsigned, 16> open;
  for (unsigned index : modules.set_bits())
    open.push_back(index);
  while (!open.empty())
    for (unsigned next : (isReversed ? importers_ : imports_)[open.pop_back_val()])
      if (!modules.test(next)) {
        modules.set(next);
        open.push_back(next);
      }
}

bool NamedMembers::areLoadedTogether(const ModuleInfo &one, const ModuleInfo &other) const {
  llvm::BitVector &loaded = loadedWith_[&one];
  if (loaded.empty()) {
    loaded.resize(indices_.size());
    loaded.set(indices_.lookup(&one));
    addImports(loaded, true);
    addImports(loaded, false);
  }
  return loaded.test(indices_.lookup(&other));
}

void NamedMembers::add(const Node &node) {
  const Node *given = nullptr;
  const Node *target = &node;
  if (const Node *getter = getterOf(node)) {
    if (std::optional<std::string> key = values_.keyOf(node))
      getters_[*key].push_back(getter);
    return;
  }
  if (const auto *property = llvm::dyn_cast<Property>(&node)) {
    if (llvm::isa<ObjectExpression>(node.parent) && property->propertyKind == PropertyKind::Init)
      given = property->value;
  } else if (const auto *method = llvm::dyn_cast<MethodDefinition>(&node)) {
    if (method->methodKind == MethodKind::Method)
      given = method->value;
  } else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&node)) {
    given = field->value;
  } else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node)) {
    target = assignment->left;
    given = assignment->right;
  } else if (const auto *call = llvm::dyn_cast<CallExpression>(&node)) {
    return addDefinedBy(*call);
  }
  if (!given)
    return;
  if (const auto *name = llvm::dyn_cast<Identifier>(target)) {
    if (!program_.symbolOf(*name))
      globals_[name->name].push_back(given);
    return;
  }
  const auto *member = llvm::dyn_cast<MemberExpression>(target);
  if (llvm::isa<AssignmentExpression>(node) && !member)
    return;
  std::optional<std::string> key = values_.keyOf(*target);
  if (key && member && canBeApi(values_.of(*member->object), "global:globalThis"))
    globals_[*key].push_back(given);
  if (key)
    given_[*key].push_back(given);
  else if (member && writtenKeyOf(*member->object) == "prototype")
    ofPrototypes_.push_back(given);
  else
    unnamed_[&program_.moduleOf(node)].push_back(given);
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

void NamedMembers::visitAll(llvm::ArrayRef<const Node *> expressions, const Node &callee,
                            llvm::function_ref<void(const Value &)> visit) const {
  const ModuleInfo &calling = program_.moduleOf(callee);
  for (const Node *given : expressions)
    if (areLoadedTogether(calling, program_.moduleOf(*given)))
      forEachAlternative(values_.of(*given), [&](const Value &value) {
        if (llvm::isa<FunctionValue, ClassValue, ApiValue>(value))
          visit(value);
      });
}

void NamedMembers::forEachBehind(const Node &callee, const Values &values,
                                 llvm::function_ref<void(const Value &)> visit) const {
  const Value &value = values.of(callee);
  auto visitNamed = [&](llvm::StringRef key) {
    if (auto found = given_.find(key); found != given_.end())
      visitAll(found->second, callee, visit);
  };
  // a global that the program makes
  forEachAlternative(value, [&](const Value &one) {
    const auto *api = llvm::dyn_cast<ApiValue>(&one);
    llvm::StringRef path = api ? api->path : llvm::StringRef();
    if (!path.consume_front("global:"))
      return;
    auto [root, rest] = path.split('.');
    auto found = globals_.find(root);
    if (found == globals_.end())
      return;
    if (rest.empty())
      return visitAll(found->second, callee, visit);
    visitNamed(rest.substr(rest.rfind('.') + 1));
  });
  if (isTold(value))
    return;
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (member && !values.keyOf(*member)) {
    auto found = unnamed_.find(&program_.moduleOf(callee));
    if (found != unnamed_.end())
      visitAll(found->second, callee, visit);
  }
  forEachName(callee, values, [&](llvm::StringRef key) {
    visitNamed(key);
    visitAll(ofPrototypes_, callee, visit);
  });
}

void NamedMembers::forEachGetter(const MemberExpression &member, const Values &values,
                                 llvm::function_ref<void(const FunctionValue &)> visit) const {
  bool inherits = isInheriting(values.of(*member.object));
  if (!inherits && defined_.empty())
    return;
  std::optional<std::string> key = values.keyOf(member);
  for (const auto *getters : {&defined_, inherits ? &getters_ : nullptr}) {
    if (!key || !getters)
      continue;
    if (auto found = getters->find(*key); found != getters->end())
      visitAll(found->second, member, [&](const Value &value) {
        if (const auto *function = llvm::dyn_cast<FunctionValue>(&value))
          visit(*function);
      });
  }
}

} // namespace agentc
