// The fate of the code that a call mentions.
#include "CallVisitor.h"

#include "agentc/Flow/CallTargets.h"
#include "agentc/Flow/Escapes.h"
#include "agentc/Flow/UseKind.h"

#include "agentc/Syntax/Disposal.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

void CallTree::Visitor::mention(const Node &node) {
  const Node &parent = *node.parent;
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&parent);
      member && member->object == &node && values_.keyOf(*member))
    return; // the member is what is mentioned
  if (partsOf(parent).callee == &node)
    return;
  const Value &value = values_.of(node);
  bool isArgument = partsOf(parent).callee;
  escapeProxies(value, node);
  if (Escapes::holdsCode(value, values_) && !isFollowed(node, value))
    escape(value, isArgument ? parent : node);
}

/// Whatever is done with a proxy may run what it was made with.
void CallTree::Visitor::escapeProxies(const Value &value, const Node &site) {
  forEachAlternative(value, [&](const Value &one) {
    const auto *proxy = llvm::dyn_cast<ResultValue>(&one);
    if (proxy && proxy->callee->path == "global:Proxy"_api)
      escapeArguments(*proxy, site);
  });
}

void CallTree::Visitor::escapeArguments(const ResultValue &made, const Node &site) {
  if (tree_.isNew(made))
    for (const Value *argument : made.arguments)
      if (Escapes::holdsCode(*argument, values_))
        escape(*argument, site);
}

void CallTree::Visitor::escape(const Value &value, const Node &site) {
  if (!tree_.isNew(value))
    return;
  Escapes(values_).run(
      value,
      [&](const FunctionValue &function, const Value *self) {
        enter(function, self, std::nullopt, &site, ResultUse::Unseen);
      },
      [&](const ClassValue &type, const Value &instance) {
        tree_.open(tree_.values_.fieldsOf(*type.origin, instance), *type.origin, &site, index_,
                   &instance, ResultUse::Known);
      },
      [&](llvm::StringRef path) { tree_.lose({path, &site, index_}); });
}

bool CallTree::Visitor::isFollowedInto(const Node &parent, const Value &value) {
  return Escapes::covers(values_.of(parent), value, values_) && isFollowed(parent, value);
}

bool CallTree::Visitor::isFollowed(const Node &node, const Value &value) {
  const Node &parent = *node.parent;
  switch (parent.kind) {
  case NodeKind::MemberExpression:
    // a key is made a text
    return llvm::cast<MemberExpression>(parent).object == &node &&
           Escapes::covers(values_.of(parent), value, values_);
  case NodeKind::CallExpression:
  case NodeKind::NewExpression:
    return partsOf(parent).callee == &node || isFollowedArgument(parent, node, value);
  case NodeKind::SpreadElement:
    if (llvm::isa<CallExpression, NewExpression>(parent.parent))
      return isFollowedArgument(*parent.parent, parent, value);
    return isFollowedInto(*parent.parent, value);
  case NodeKind::VariableDeclarator:
    return !disposes(*parent.parent) &&
           isGivenTo(*llvm::cast<VariableDeclarator>(parent).id, value, values_);
  case NodeKind::AssignmentPattern:
    return isGivenTo(*llvm::cast<AssignmentPattern>(parent).left, value, values_);
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(parent);
    if (assignment.left == &node)
      return true;
    const auto *member = llvm::dyn_cast<MemberExpression>(assignment.left);
    std::optional<std::string> key =
        member && llvm::isa<ThisExpression>(member->object) ? values_.keyOf(*member) : std::nullopt;
    bool isGiven = member ? key && isKept(*key, value, call_.self)
                          : isGivenTo(*assignment.left, value, values_);
    return isGiven && isFollowed(parent, value);
  }
  case NodeKind::ConditionalExpression:
    return llvm::cast<ConditionalExpression>(parent).test == &node || isFollowedInto(parent, value);
  case NodeKind::SequenceExpression:
    return llvm::cast<SequenceExpression>(parent).expressions.back() != &node ||
           isFollowedInto(parent, value);
  case NodeKind::LogicalExpression:
  case NodeKind::AwaitExpression:
  case NodeKind::ArrayExpression:
    return isFollowedInto(parent, value);
  case NodeKind::Property:
    return llvm::isa<ObjectPattern>(parent.parent) || llvm::cast<Property>(parent).value != &node ||
           isFollowedInto(*parent.parent, value);
  case NodeKind::ReturnStatement:
    return isResultKnown(value);
  case NodeKind::ArrowFunctionExpression:
    return &parent == call_.code && isResultKnown(value);
  case NodeKind::ForOfStatement: {
    const auto &loop = llvm::cast<ForOfStatement>(parent);
    const auto *list = llvm::dyn_cast<ArrayValue>(&value);
    const auto *declaration = llvm::dyn_cast<VariableDeclaration>(loop.left);
    const Node *name = declaration
                           ? llvm::cast<VariableDeclarator>(declaration->declarations.front())->id
                           : loop.left;
    return list && loop.right == &node && !(declaration && disposes(*declaration)) &&
           areGivenTo(*name, *list);
  }
  case NodeKind::BinaryExpression:
    return isOnlyCompared(llvm::cast<BinaryExpression>(parent), node, value);
  case NodeKind::UnaryExpression: {
    // others ask an object for a number
    llvm::StringRef op = llvm::cast<UnaryExpression>(parent).op;
    return op == "!" || op == "typeof" || op == "void" || op == "delete";
  }
  case NodeKind::ExpressionStatement:
  case NodeKind::IfStatement:
  case NodeKind::WhileStatement:
  case NodeKind::DoWhileStatement:
  case NodeKind::ForInStatement:
    return true;
  default:
    return false;
  }
}

bool CallTree::Visitor::isOnlyCompared(const BinaryExpression &comparison, const Node &node,
                                       const Value &value) const {
  llvm::StringRef op = comparison.op;
  if (op == "instanceof") // an object may have a function that answers
    return comparison.right != &node || !llvm::isa<ObjectValue, InstanceValue>(value);
  if (op != "==" && op != "!=")
    return op == "===" || op == "!==" || op == "in";
  const Node *other = comparison.left == &node ? comparison.right : comparison.left;
  return llvm::isa<FunctionValue, ClassValue>(value) ||
         llvm::isa<NullValue, UndefinedValue>(values_.of(*other));
}

bool CallTree::Visitor::isKept(llvm::StringRef key, const Value &value, const Value *self) const {
  const auto *instance = llvm::dyn_cast_or_null<InstanceValue>(self);
  if (!instance || !instance->fields || !instance->fields->find(key))
    return false;
  const Value &any = values_.member(*instance->type, "prototype");
  return Escapes::covers(values_.member(*instance, key), value, values_) &&
         Escapes::covers(values_.member(any, key), value, values_);
}

bool CallTree::Visitor::areGivenTo(const Node &pattern, const ArrayValue &list) {
  return llvm::all_of(list.elements,
                      [&](const Value *element) { return isGivenTo(pattern, *element, values_); });
}

bool CallTree::Visitor::isResultKnown(const Value &value) const {
  if (call_.result != ResultUse::PartlyKnown)
    return call_.result == ResultUse::Known;
  return isExpression(*call_.site) &&
         Escapes::covers(tree_.valuesIn(tree_.calls_[call_.previous]).of(*call_.site), value,
                         values_);
}

bool CallTree::Visitor::isGivenTo(const Node &pattern, const Value &value, const Values &seen) {
  if (!Escapes::holdsCode(value, seen))
    return true;
  if (const auto *name = llvm::dyn_cast<Identifier>(&pattern)) {
    const Symbol *symbol = tree_.program_.symbolOf(*name);
    if (!symbol)
      return false;
    if (symbol->references.empty())
      return true;
    const Value *known = seen.inCall(*symbol);
    return Escapes::covers(known ? *known : seen.of(*symbol), value, seen);
  }
  if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&pattern))
    return isGivenTo(*withDefault->left, value, seen);
  if (const auto *list = llvm::dyn_cast<ArrayPattern>(&pattern)) {
    if (llvm::isa<ObjectValue, InstanceValue>(value)) // it runs an iterator of its own
      return false;
    for (size_t i = 0; i < list->elements.size(); ++i)
      if (const Node *element = list->elements[i])
        if (llvm::isa<RestElement>(element) ||
            !isGivenTo(*element, seen.member(value, std::to_string(i)), seen))
          return false;
    return true;
  }
  const auto *object = llvm::dyn_cast<ObjectPattern>(&pattern);
  return object && llvm::all_of(object->properties, [&](const Node *part) {
           if (const auto *rest = llvm::dyn_cast<RestElement>(part))
             return isGivenTo(*rest->argument, value, seen);
           std::optional<std::string> key = seen.keyOf(*part);
           return key &&
                  isGivenTo(*llvm::cast<Property>(part)->value, seen.member(value, *key), seen);
         });
}

bool CallTree::Visitor::isFollowedArgument(const Node &call, const Node &argument,
                                           const Value &value) {
  CallParts parts = partsOf(call);
  if (iterated_.contains(&argument) || isKeptInMap(*parts.callee, value))
    return true;
  // a call of nothing but what cannot be called does not happen: something is not known
  bool isFollowed = true, isCalled = false;
  forEachTarget(values_, *parts.callee, call_.self, [&](const Value &target, const Value *) {
    isCalled |= !llvm::isa<UndefinedValue, NullValue>(target);
    if (isNothing(target))
      return;
    bool isKnown = llvm::isa<FunctionValue, ClassValue>(target);
    auto opened = opened_.find({&call, target.origin});
    if (isKnown && opened == opened_.end() && llvm::isa<ClassValue>(target)) {
      // neither it nor what it extends has a constructor that takes anything
      isFollowed &= !llvm::cast<ClassValue>(target).superClass;
      return;
    }
    isFollowed &= isKnown && opened != opened_.end() && isHeldByParameter(opened->second, value);
  });
  return isFollowed && isCalled;
}

bool CallTree::Visitor::isKeptInMap(const Node &callee, const Value &value) const {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  const auto *name = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  const Symbol *symbol = name ? tree_.program_.symbolOf(*name) : nullptr;
  const auto *made = name ? llvm::dyn_cast<ResultValue>(&values_.of(*name)) : nullptr;
  if (!symbol || symbol->targets.size() != 1 || !made || made->callee->path != "global:Map"_api ||
      values_.keyOf(*member) != "set")
    return false;
  return llvm::all_of(symbol->references, [&](const Identifier *reference) {
    const auto *use = llvm::dyn_cast<MemberExpression>(reference->parent);
    std::optional<std::string> key =
        use && use->object == reference ? values_.keyOf(*use) : std::nullopt;
    if (key == "get")
      return Escapes::covers(values_.of(*use->parent), value, values_);
    return key == "set" || key == "has" || key == "delete" || key == "clear" || key == "size";
  });
}

bool CallTree::Visitor::isNothing(const Value &target) const {
  if (llvm::isa<UndefinedValue, NullValue>(target) || isOnlyInherited(values_, target))
    return true;
  const auto *call = llvm::isa<UnknownValue>(target)
                         ? llvm::dyn_cast_or_null<CallExpression>(target.origin)
                         : nullptr;
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  const auto *name = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
  const Symbol *symbol = name ? tree_.program_.symbolOf(*name) : nullptr;
  if (!symbol || symbol->targets.size() != 1 || values_.keyOf(*member) != "get")
    return false;
  const auto *made = llvm::dyn_cast<ResultValue>(&values_.anywhere().of(*symbol));
  const auto *first =
      made && !made->arguments.empty() ? llvm::dyn_cast<ArrayValue>(made->arguments[0]) : nullptr;
  if (!made || made->callee->path != "global:Map"_api ||
      (!made->arguments.empty() && (!first || first->open)))
    return false;
  return llvm::all_of(symbol->references, [&](const Identifier *reference) {
    const auto *use = llvm::dyn_cast<MemberExpression>(reference->parent);
    std::optional<std::string> key =
        use && use->object == reference ? values_.keyOf(*use) : std::nullopt;
    return key && llvm::is_contained({"clear", "delete", "entries", "forEach", "get", "has", "keys",
                                      "set", "size", "values"},
                                     *key);
  });
}

bool CallTree::Visitor::isHeldByParameter(const Opened &opened, const Value &value) {
  if (!opened.function || !opened.environment || tree_.usesArguments(*opened.function))
    return false;
  Values seen = tree_.values_.in(*opened.environment);
  llvm::SmallVector<const Value *, 8> held;
  bool isPlain = true;
  auto add = [&](const Node &pattern, auto &self) -> void {
    if (const auto *name = llvm::dyn_cast<Identifier>(&pattern)) {
      const Symbol *symbol = tree_.program_.symbolOf(*name);
      const Value *known = symbol ? seen.inCall(*symbol) : nullptr;
      if (symbol)
        held.push_back(known ? known : &seen.of(*symbol));
      return;
    }
    if (const auto *property = llvm::dyn_cast<TSParameterProperty>(&pattern)) {
      const auto *name = llvm::dyn_cast<Identifier>(property->parameter);
      isPlain &= name && isKept(name->name, value, opened.self);
      return self(*property->parameter, self);
    }
    if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&pattern))
      return self(*withDefault->left, self);
    if (const auto *rest = llvm::dyn_cast<RestElement>(&pattern))
      return self(*rest->argument, self);
    isPlain &= llvm::isa<Identifier>(pattern);
  };
  NodeList parameters = paramsOf(*opened.function);
  // members that a pattern leaves are nobody's
  for (const Node *parameter : parameters)
    if (const auto *pattern = llvm::dyn_cast<ObjectPattern>(parameter)) {
      if (!isGivenTo(*pattern, value, seen))
        return false;
    } else {
      add(*parameter, add);
    }
  if (!isPlain)
    return false;
  return parameters.empty() || Escapes::coversAll(held, value, seen) ||
         (llvm::isa<ObjectPattern>(parameters.back()) && held.empty());
}

} // namespace agentc
