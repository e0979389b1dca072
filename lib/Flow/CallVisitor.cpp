#include "CallVisitor.h"

#include "agentc/Flow/CallTargets.h"
#include "agentc/Flow/Escapes.h"
#include "agentc/Flow/UseKind.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

static constexpr unsigned maxSuperClasses = 32;
/// An array's elements that a callback is followed with one by one.
static constexpr size_t maxElements = 16;

void CallTree::Visitor::run() {
  walk(*call_.code, [&](const Node &node) {
    if (tree_.calls_[index_].dead.contains(&node))
      return false;
    if (const Node *branch = deadBranch(node, values_); branch && isNeverGiven(node))
      tree_.calls_[index_].dead.insert(branch);
    bool isOwn = &node != call_.code && &codeAround(node) == call_.code;
    if (isOwn)
      visit(node);
    return &node == call_.code || !isFunction(node);
  });
}

void CallTree::Visitor::visit(const Node &node) {
  switch (node.kind) {
  case NodeKind::CallExpression:
  case NodeKind::NewExpression:
    addCall(node);
    return mention(node);
  case NodeKind::TaggedTemplateExpression:
    forEachAlternative(values_.of(*llvm::cast<TaggedTemplateExpression>(node).tag),
                       [&](const Value &tag) {
                         if (const auto *function = llvm::dyn_cast<FunctionValue>(&tag))
                           enter(*function, nullptr, std::nullopt, &node, ResultUse::Known);
                       });
    return mention(node);
  case NodeKind::MemberExpression:
    addAccessors(llvm::cast<MemberExpression>(node));
    return mention(node);
  case NodeKind::ObjectPattern:
    return addGettersOfPattern(llvm::cast<ObjectPattern>(node));
  case NodeKind::SpreadElement:
    return addAllGetters(values_.of(*llvm::cast<SpreadElement>(node).argument), node);
  case NodeKind::Identifier: {
    const auto &name = llvm::cast<Identifier>(node);
    if (tree_.program_.isReference(name) && tree_.program_.symbolOf(name) &&
        tree_.program_.isRead(name))
      mention(node);
    return;
  }
  case NodeKind::ThisExpression:
  case NodeKind::FunctionExpression:
  case NodeKind::ArrowFunctionExpression:
  case NodeKind::ClassExpression:
  case NodeKind::ImportExpression:
    return mention(node);
  default:
    return;
  }
}

bool CallTree::Visitor::isNeverGiven(const Node &condition) const {
  const Node *test = nullptr;
  if (const auto *branch = llvm::dyn_cast<IfStatement>(&condition))
    test = branch->test;
  else if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&condition))
    test = choice->test;
  else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&condition))
    test = logical->left;
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(test);
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  return !member || (key && !tree_.registrations_.mayWrite(*key));
}

Environment *CallTree::Visitor::enter(const FunctionValue &function, const Value *self,
                                      std::optional<llvm::ArrayRef<const Value *>> arguments,
                                      const Node *site, ResultUse result) {
  NodeList parameters = paramsOf(*function.origin);
  for (size_t i = 0; arguments && i < parameters.size() && i < arguments->size(); ++i)
    if (llvm::isa<ObjectPattern, AssignmentPattern>(parameters[i]))
      addAllGetters(*(*arguments)[i], site ? *site : *function.origin);
  if (tree_.isTooDeep(*function.origin, index_))
    arguments = std::nullopt;
  return tree_.open(tree_.values_.call(function, self, arguments), *function.origin, site, index_,
                    self, result);
}

void CallTree::Visitor::addCall(const Node &call) {
  if (tree_.isCut_)
    return;
  CallParts parts = partsOf(call);
  auto given = argumentsGiven(values_, parts.arguments);
  std::optional<llvm::ArrayRef<const Value *>> arguments;
  if (given)
    arguments = *given;
  const Value *result = nullptr;
  ResultUse use = ResultUse::Known;
  forEachTarget(values_, *parts.callee, call_.self, [&](const Value &target, const Value *self) {
    const auto *function = llvm::dyn_cast<FunctionValue>(&target);
    if ((function || llvm::isa<ClassValue>(target)) && !result) {
      result = &values_.of(call);
      forEachAlternative(*result, [&](const Value &one) {
        if (llvm::isa<UnknownValue>(one))
          use = ResultUse::PartlyKnown;
      });
    }
    if (const auto *type = llvm::dyn_cast<ClassValue>(&target)) {
      if (parts.isNew)
        construct(*type, instanceIn(*result, *type), arguments, call);
      else if (llvm::isa<Super>(parts.callee) && call_.self)
        construct(*type, *call_.self, arguments, call);
      else
        escape(target, call);
    } else if (function && parts.isNew) {
      addOpened(call, target, enter(*function, &instanceOf(*result), arguments, &call, use));
    } else if (function) {
      addOpened(call, target, enter(*function, self, arguments, &call, use));
    } else {
      addHostCall(call, target, parts, arguments);
    }
  });
  addNamed(call, *parts.callee, arguments);
  for (const Node *argument : parts.arguments) {
    const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*argument));
    if (api && isFollowedApi(call, *argument, api->path))
      tree_.calls_[index_].followed.insert(argument);
  }
}

void CallTree::Visitor::addNamed(const Node &call, const Node &callee,
                                 std::optional<llvm::ArrayRef<const Value *>> arguments) {
  tree_.named_.forEachBehind(callee, values_, [&](const NamedMembers::Group &group) {
    bool isNew = tree_.seen_.insert(&group).second;
    for (const auto &[value, given] : group.members)
      if (const auto *api = llvm::dyn_cast<ApiValue>(value))
        tree_.lose({api->path, &call, index_, true,
                    llvm::SmallVector<const Value *, 2>(
                        arguments.value_or(llvm::ArrayRef<const Value *>()))});
      else if (isNew)
        escape(*value, call);
  });
}

bool CallTree::Visitor::isFollowedApi(const Node &call, const Node &argument,
                                      llvm::StringRef path) {
  CallParts parts = partsOf(call);
  size_t index = llvm::find(parts.arguments, &argument) - parts.arguments.begin();
  bool isFollowed = true, isGiven = false;
  forEachTarget(values_, *parts.callee, call_.self, [&](const Value &target, const Value *) {
    if (isNothing(target))
      return;
    auto found = opened_.find({&call, target.origin});
    const Node *function = found == opened_.end() ? nullptr : found->second.function;
    NodeList parameters = function ? paramsOf(*function) : NodeList();
    const auto *name =
        index < parameters.size() ? llvm::dyn_cast<Identifier>(parameters[index]) : nullptr;
    const Symbol *symbol = name ? tree_.program_.symbolOf(*name) : nullptr;
    bool isKnown = symbol && found->second.environment && !tree_.usesArguments(*function);
    const Value *held =
        isKnown ? tree_.values_.in(*found->second.environment).inCall(*symbol) : nullptr;
    const auto *api = llvm::dyn_cast_or_null<ApiValue>(held);
    isFollowed &= api && api->path == path;
    isGiven = true;
  });
  return isFollowed && isGiven;
}

const Value &CallTree::Visitor::instanceOf(const Value &made) {
  const Value *found = &made;
  forEachAlternative(made, [&](const Value &one) {
    if (llvm::isa<InstanceValue>(one))
      found = &one;
  });
  return *found;
}

const Value &CallTree::Visitor::instanceIn(const Value &made, const ClassValue &type) {
  const Value *found = nullptr;
  forEachAlternative(made, [&](const Value &one) {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    if (instance && instance->type->origin == type.origin)
      found = &one;
  });
  return found ? *found : values_.member(type, "prototype");
}

void CallTree::Visitor::construct(const ClassValue &type, const Value &instance,
                                  std::optional<llvm::ArrayRef<const Value *>> arguments,
                                  const Node &site) {
  const ClassValue *at = &type;
  for (unsigned i = 0; at && i < maxSuperClasses; ++i) {
    const Node &node = *at->origin;
    if (isFunction(node)) {
      if (const auto *function = llvm::dyn_cast<FunctionValue>(&tree_.values_.of(node)))
        addOpened(site, type, enter(*function, &instance, arguments, &site, ResultUse::Known));
      return;
    }
    tree_.open(tree_.values_.fieldsOf(node, instance), node, &site, index_, &instance,
               ResultUse::Known);
    const Node *constructor = constructorOf(node);
    const Value *own = constructor ? &tree_.values_.of(*constructor) : nullptr;
    if (const auto *function = llvm::dyn_cast_or_null<FunctionValue>(own)) {
      addOpened(site, type, enter(*function, &instance, arguments, &site, ResultUse::Known),
                &instance);
      return;
    }
    if (!at->superClass)
      return;
    const Value &parent = *at->superClass;
    at = llvm::dyn_cast<ClassValue>(&parent);
    // whatever the host does with its own
    if (!at)
      escapeFrom(parent, instance, arguments, site);
  }
}

void CallTree::Visitor::escapeFrom(const Value &parent, const Value &instance,
                                   std::optional<llvm::ArrayRef<const Value *>> arguments,
                                   const Node &site) {
  escape(instance, site);
  if (!llvm::isa<ApiValue>(parent))
    escape(parent, site);
  for (const Value *argument : arguments ? *arguments : llvm::ArrayRef<const Value *>())
    escape(*argument, site);
}

void CallTree::Visitor::addHostCall(const Node &call, const Value &target, const CallParts &parts,
                                    std::optional<llvm::ArrayRef<const Value *>> arguments) {
  if (llvm::isa<Super>(parts.callee) && call_.self)
    escape(*call_.self, call);
  Escapes::forEachMaker(target, [&](const ResultValue &made) { escapeArguments(made, call); });
  const auto *made = llvm::dyn_cast<ResultValue>(&target);
  bool isLanguages = made && made->callee->path.starts_with("global:");
  if (isLanguages ||
      (llvm::isa<UnknownValue>(target) && !isNothing(target) && !isOfLanguage(*parts.callee)))
    tree_.registrations_.forEachKeptBehind(*parts.callee, values_,
                                           [&](const Value &kept) { escape(kept, call); });
  const auto *member = llvm::dyn_cast<MemberExpression>(parts.callee);
  for (const MemberExpression *at = member; at; at = llvm::dyn_cast<MemberExpression>(at->object))
    tree_.registrations_.forEachOf(values_.of(*at->object),
                                   [&](const Value &kept) { escape(kept, call); });
  if (!member)
    tree_.registrations_.forEachOf(target, [&](const Value &kept) { escape(kept, call); });
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  if (!key || parts.isNew)
    return;
  const Value &object = values_.of(*member->object);
  if (*key == "call" || *key == "apply")
    addBorrowed(call, object, *key == "apply", arguments);
  else if (!parts.arguments.empty() && takesCallback(*key))
    addCallback(call, object, *parts.arguments[0], isReduction(*key));
}

bool CallTree::Visitor::isOfLanguage(const Node &callee) const {
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  const auto *made = member && !member->computed
                         ? llvm::dyn_cast<ResultValue>(&values_.of(*member->object))
                         : nullptr;
  return made && made->callee->path.starts_with("global:");
}

void CallTree::Visitor::addBorrowed(const Node &call, const Value &object, bool isApply,
                                    std::optional<llvm::ArrayRef<const Value *>> arguments) {
  const Value *self = arguments && !arguments->empty() ? arguments->front() : nullptr;
  std::optional<llvm::ArrayRef<const Value *>> given;
  const auto *list = isApply && arguments && arguments->size() > 1
                         ? llvm::dyn_cast<ArrayValue>((*arguments)[1])
                         : nullptr;
  if (!isApply && arguments)
    given = arguments->drop_front(std::min<size_t>(1, arguments->size()));
  else if (isApply && arguments && arguments->size() == 1)
    given = llvm::ArrayRef<const Value *>();
  else if (list && !list->open)
    given = list->elements;
  forEachAlternative(object, [&](const Value &one) {
    if (const auto *function = llvm::dyn_cast<FunctionValue>(&one))
      enter(*function, self, given, &call, ResultUse::Unseen);
  });
}

void CallTree::Visitor::addCallback(const Node &call, const Value &object, const Node &callback,
                                    bool isReduce) {
  const auto *list = llvm::dyn_cast<ArrayValue>(&object);
  const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(callback));
  if (!list || !function || list->open || list->elements.size() > maxElements)
    return;
  static const UnknownValue index(UnknownReason::Parameter, nullptr);
  for (const Value *element : list->elements)
    if (isReduce)
      enter(*function, nullptr, llvm::ArrayRef<const Value *>{&index, element, &index, list}, &call,
            ResultUse::Unseen);
    else
      enter(*function, nullptr, llvm::ArrayRef<const Value *>{element, &index, list}, &call,
            ResultUse::Unseen);
  iterated_.insert(&callback);
}

void CallTree::Visitor::addAccessors(const MemberExpression &member) {
  tree_.named_.forEachGetter(member, values_, [&](const NamedMembers::Group &group) {
    bool isNew = tree_.seen_.insert(&group).second;
    for (const auto &[value, given] : group.members)
      if (const auto *getter = llvm::dyn_cast<FunctionValue>(value); getter && isNew)
        enter(*getter, &values_.of(*member.object), std::nullopt, &member, ResultUse::Known);
  });
  const Node *parent = member.parent;
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent);
  bool isWritten =
      (assignment && assignment->left == &member) || llvm::isa<UpdateExpression>(parent);
  bool isRead = !assignment || assignment->left != &member || assignment->op != "=";
  std::optional<std::string> key = values_.keyOf(member);
  escapeProxies(values_.of(*member.object), member);
  forEachAlternative(values_.of(*member.object), [&](const Value &object) {
    if (!key)
      return addAllGetters(object, member);
    if (isRead)
      addAccessor(object, *key, MethodKind::Get, member);
    if (isWritten)
      addAccessor(object, *key, MethodKind::Set, member);
  });
}

void CallTree::Visitor::addAccessor(const Value &object, llvm::StringRef key, MethodKind kind,
                                    const Node &site) {
  Escapes::forEachAccessor(
      object, values_, [&](const FunctionValue &function, llvm::StringRef name, MethodKind found) {
        if (name == key && found == kind)
          enter(function, &object,
                kind == MethodKind::Get ? std::optional(llvm::ArrayRef<const Value *>())
                                        : std::nullopt,
                &site, ResultUse::Known);
      });
}

void CallTree::Visitor::addAllGetters(const Value &value, const Node &site) {
  forEachAlternative(value, [&](const Value &object) {
    Escapes::forEachAccessor(object, values_,
                             [&](const FunctionValue &function, llvm::StringRef, MethodKind) {
                               enter(function, &object, std::nullopt, &site, ResultUse::Known);
                             });
  });
}

void CallTree::Visitor::addGettersOfPattern(const ObjectPattern &pattern) {
  const Node *parent = pattern.parent;
  const Node *source = nullptr;
  if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent))
    source = declarator->init;
  else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent))
    source = assignment->right;
  if (!source)
    return;
  const Value &object = values_.of(*source);
  for (const Node *part : pattern.properties) {
    std::optional<std::string> key =
        llvm::isa<Property>(part) ? values_.keyOf(*part) : std::nullopt;
    forEachAlternative(object, [&](const Value &one) {
      if (key && !llvm::isa<Identifier>(llvm::cast<Property>(part)->value))
        addAllGetters(values_.member(one, *key), pattern);
      if (key)
        addAccessor(one, *key, MethodKind::Get, pattern);
      else
        addAllGetters(one, pattern);
    });
  }
}

void CallTree::Visitor::addOpened(const Node &call, const Value &target, Environment *environment,
                                  const Value *self) {
  const Node *function = target.origin;
  if (const auto *type = llvm::dyn_cast<ClassValue>(&target))
    function = constructorIn(*type);
  opened_[{&call, target.origin}] = {function, environment, self};
}

} // namespace agentc
