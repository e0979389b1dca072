#include "Evaluator.h"

namespace agentc {

using namespace ast;

namespace {

const ClassBody *classBody(const Node &node) {
  const Node *body = nullptr;
  if (const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&node))
    body = declaration->body;
  else if (const auto *expression = llvm::dyn_cast<ClassExpression>(&node))
    body = expression->body;
  return llvm::dyn_cast_or_null<ClassBody>(body);
}

} // namespace

const Value &Values::Evaluator::computeClass(const Node &node, const Node *superClass) {
  return make<ClassValue>(superClass ? &eval(*superClass) : nullptr, &node);
}

/// The class whose member an expression stands in, as `this` means it; null outside of classes.
const Node *Values::Evaluator::enclosingClass(const Node &node, bool &isStatic) const {
  for (const Node *at = &node; at->parent; at = at->parent) {
    const Node *parent = at->parent;
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(parent);
        field && field->value == at) {
      isStatic = field->isStatic;
      return parent->parent->parent;
    }
    if (llvm::isa<StaticBlock>(parent)) {
      isStatic = true;
      return parent->parent->parent;
    }
    if (!llvm::isa<FunctionExpression, FunctionDeclaration>(at))
      continue;
    const auto *method = llvm::dyn_cast<MethodDefinition>(parent);
    if (!method || method->value != at)
      return nullptr;
    isStatic = method->isStatic;
    return parent->parent->parent;
  }
  return nullptr;
}

const Value &Values::Evaluator::computeThis(const Node &expression) {
  bool isStatic = false;
  if (const Node *type = enclosingClass(expression, isStatic)) {
    const auto *known = llvm::dyn_cast<ClassValue>(&eval(*type));
    if (!known)
      return unknown(UnknownReason::Cycle, &expression);
    if (isStatic)
      return *known;
    return make<InstanceValue>(known, &expression);
  }
  for (const Node *at = &expression; at->parent; at = at->parent)
    if (llvm::isa<FunctionExpression, FunctionDeclaration>(at)) {
      const auto *property = llvm::dyn_cast<Property>(at->parent);
      return property && property->value == at ? eval(*at->parent->parent)
                                               : unknown(UnknownReason::Parameter, &expression);
    }
  const ModuleInfo &module = program_.moduleOf(expression);
  if (module.goal == Goal::CommonJs)
    return exportsOf(module, &expression);
  return make<UndefinedValue>(&expression);
}

const Value &Values::Evaluator::computeSuper(const Node &expression) {
  bool isStatic = false;
  const Node *type = enclosingClass(expression, isStatic);
  const auto *known = type ? llvm::dyn_cast<ClassValue>(&eval(*type)) : nullptr;
  if (!known || !known->superClass)
    return unknown(UnknownReason::Unsupported, &expression);
  const auto *call = llvm::dyn_cast<CallExpression>(expression.parent);
  if (isStatic || (call && call->callee == &expression))
    return *known->superClass;
  if (const auto *parent = llvm::dyn_cast<ClassValue>(known->superClass))
    return make<InstanceValue>(parent, &expression);
  if (const auto *parent = llvm::dyn_cast<ApiValue>(known->superClass))
    return api(parent->path + ".prototype", &expression);
  return unknown(UnknownReason::Member, &expression);
}

const Values::Evaluator::ClassMembers &Values::Evaluator::membersOf(const ClassValue &type) {
  std::unique_ptr<ClassMembers> &entry = classMembers_[type.origin];
  if (entry)
    return *entry;
  entry = std::make_unique<ClassMembers>();
  ClassMembers &members = *entry;
  auto add = [&](const Node &keyed, bool isStatic, const Node &source) {
    if (std::optional<std::string> key = keyOf(keyed))
      (isStatic ? members.ofClass : members.ofInstance)[*key].nodes.push_back(&source);
  };
  auto findWrites = [&](const Node &node, bool isStatic, auto &self) -> void {
    if (isClass(node) || llvm::isa<FunctionDeclaration>(node))
      return;
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
      if (const auto *target = llvm::dyn_cast<MemberExpression>(assignment->left);
          target && llvm::isa<ThisExpression>(target->object))
        add(*target, isStatic, *assignment);
    forEachChild(node, [&](const Node &child) { self(child, isStatic, self); });
  };
  const ClassBody *body = classBody(*type.origin);
  for (const Node *part : body ? body->body : NodeList()) {
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part)) {
      if (method->methodKind != MethodKind::Set && method->methodKind != MethodKind::Constructor)
        add(*method, method->isStatic, *method);
      findWrites(*method->value, method->isStatic, findWrites);
    } else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(part)) {
      add(*field, field->isStatic, *field);
    }
  }
  return members;
}

/// A member that the class's own body or an assignment to `this` in it gives; null if there is
/// none.
const Value *Values::Evaluator::ownMember(const ClassValue &type, llvm::StringRef key,
                                          bool isStatic) {
  const ClassMembers &members = membersOf(type);
  const auto &table = isStatic ? members.ofClass : members.ofInstance;
  auto found = table.find(key);
  if (found == table.end())
    return nullptr;
  MemberSources &sources = const_cast<MemberSources &>(found->second);
  if (sources.value)
    return sources.value;
  // a member that depends on itself is known in part
  bool wasBusy = std::exchange(sources.isBusy, true);
  llvm::ArrayRef<const Node *> nodes = sources.nodes;
  llvm::SmallVector<const Value *, 4> values;
  for (const Node *source : wasBusy ? nodes.take_front(maxUnionSize) : nodes) {
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(source))
      values.push_back(method->methodKind == MethodKind::Get
                           ? &returnOf(*method->value, *method->value)
                           : &eval(*method->value));
    else if (const auto *field = llvm::dyn_cast<PropertyDefinition>(source))
      values.push_back(field->value ? &eval(*field->value) : &make<UndefinedValue>(source));
    else
      values.push_back(&eval(*llvm::cast<AssignmentExpression>(source)->right));
  }
  if (wasBusy && nodes.size() > maxUnionSize)
    values.push_back(&unknown(UnknownReason::Limit, type.origin));
  const Value &value = unite(values, type.origin);
  sources.isBusy = wasBusy;
  if (!wasBusy)
    sources.value = &value;
  return &value;
}

const Value &Values::Evaluator::memberOfClass(const ClassValue &type, llvm::StringRef key,
                                              const Node *site) {
  const Value *own = ownMember(type, key, true);
  const Value *written = writtenMember(type, key, site);
  if (own && written)
    return unite({own, written}, site);
  if (own || written)
    return own ? *own : *written;
  if (key == "prototype")
    return make<InstanceValue>(&type, site);
  if (!type.superClass || key == "constructor")
    return memberOfBuiltin("Function", key, site);
  if (depth_ >= maxEvaluationDepth)
    return unknown(UnknownReason::Limit, site);
  ++depth_;
  const Value &inherited = member(*type.superClass, key, site);
  --depth_;
  return inherited;
}

const Value &Values::Evaluator::memberOfInstance(const ClassValue &type, llvm::StringRef key,
                                                 const Node *site) {
  if (key == "constructor")
    return type;
  if (const Value *own = ownMember(type, key, false))
    return *own;
  if (!type.superClass)
    return memberOfBuiltin("Object", key, site);
  if (depth_ >= maxEvaluationDepth)
    return unknown(UnknownReason::Limit, site);
  ++depth_;
  llvm::SmallVector<const Value *, 2> inherited;
  forEachAlternative(*type.superClass, [&](const Value &superClass) {
    if (const auto *parent = llvm::dyn_cast<ClassValue>(&superClass))
      inherited.push_back(&memberOfInstance(*parent, key, site));
    else if (const auto *parent = llvm::dyn_cast<ApiValue>(&superClass))
      inherited.push_back(&api(parent->path + ".prototype." + key, site));
    else
      inherited.push_back(&unknown(UnknownReason::Member, site));
  });
  --depth_;
  return unite(inherited, site);
}

} // namespace agentc
