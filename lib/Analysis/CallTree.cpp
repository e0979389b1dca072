// One file, since what a call opens (`opened_`, `iterated_`) decides what of its arguments is
// followed.
#include "CallTree.h"

#include "Escapes.h"
#include "UseKind.h"

#include "agentc/Analysis/Walk.h"
#include "agentc/Syntax/NodeParts.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxChain = 60, maxTimesInChain = 3;
constexpr unsigned maxSuperClasses = 32;
/// An array's elements that a callback is followed with one by one.
constexpr size_t maxElements = 16;

struct CallParts {
  const Node *callee = nullptr;
  NodeList arguments;
  bool isNew = false;
};

CallParts partsOf(const Node &call) {
  if (const auto *construction = llvm::dyn_cast<NewExpression>(&call))
    return {construction->callee, construction->arguments, true};
  const auto *expression = llvm::dyn_cast<CallExpression>(&call);
  return expression ? CallParts{expression->callee, expression->arguments, false} : CallParts();
}

bool callsElements(llvm::StringRef method) {
  return llvm::is_contained({"every", "filter", "find", "findIndex", "findLast", "findLastIndex",
                             "flatMap", "forEach", "map", "some"},
                            method);
}

} // namespace

/// Looks at what the code of one call calls, and at what becomes of the code that it mentions.
class CallTree::Visitor {
public:
  Visitor(CallTree &tree, size_t index)
      : tree_(tree), index_(index), call_(tree.calls_[index]), values_(tree.valuesIn(call_)) {}

  void run() {
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

private:
  void visit(const Node &node) {
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

  /// Whether nothing can give the member that a condition asks for a value by another name of its
  /// object.
  bool isNeverGiven(const Node &condition) const {
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

  // --- calls

  Environment *enter(const FunctionValue &function, const Value *self,
                     std::optional<llvm::ArrayRef<const Value *>> arguments, const Node *site,
                     ResultUse result) {
    NodeList parameters = paramsOf(*function.origin);
    for (size_t i = 0; arguments && i < parameters.size() && i < arguments->size(); ++i)
      if (llvm::isa<ObjectPattern, AssignmentPattern>(parameters[i]))
        addAllGetters(*(*arguments)[i], site ? *site : *function.origin);
    if (tree_.isTooDeep(*function.origin, index_))
      arguments = std::nullopt;
    return tree_.open(tree_.values_.call(function, self, arguments), *function.origin, site, index_,
                      self, result);
  }

  /// The arguments of a call; unset where there may be others.
  std::optional<llvm::SmallVector<const Value *, 4>> argumentsOf(NodeList arguments) {
    llvm::SmallVector<const Value *, 4> given;
    for (const Node *argument : arguments) {
      const auto *spread = llvm::dyn_cast<SpreadElement>(argument);
      const auto *list =
          spread ? llvm::dyn_cast<ArrayValue>(&values_.of(*spread->argument)) : nullptr;
      if (spread && (!list || list->open))
        return std::nullopt;
      if (list)
        given.append(list->elements.begin(), list->elements.end());
      else
        given.push_back(&values_.of(*argument));
    }
    return given;
  }

  /// Calls `visit` for what a callee can be, with `this`.
  void forEachTarget(const Node &callee,
                     llvm::function_ref<void(const Value &, const Value *)> visit) {
    const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
    if (!member)
      return forEachAlternative(values_.of(callee), [&](const Value &one) { visit(one, nullptr); });
    bool isSuper = llvm::isa<Super>(member->object);
    const Value &object = values_.of(*member->object);
    std::optional<std::string> key = values_.keyOf(*member);
    if (isSuper || !key || !llvm::isa<UnionValue>(object))
      return forEachAlternative(values_.of(callee), [&](const Value &one) {
        visit(one, isSuper && call_.self ? call_.self : &object);
      });
    forEachAlternative(object, [&](const Value &self) {
      forEachAlternative(values_.member(self, *key), [&](const Value &one) { visit(one, &self); });
    });
  }

  void addCall(const Node &call) {
    CallParts parts = partsOf(call);
    auto given = argumentsOf(parts.arguments);
    std::optional<llvm::ArrayRef<const Value *>> arguments;
    if (given)
      arguments = *given;
    const Value *result = nullptr;
    ResultUse use = ResultUse::Known;
    forEachTarget(*parts.callee, [&](const Value &target, const Value *self) {
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
    for (const Node *argument : parts.arguments) {
      const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*argument));
      if (api && isFollowedApi(call, *argument, api->path))
        tree_.calls_[index_].followed.insert(argument);
    }
  }

  /// Whether every function that gets an argument of the host's has it in a parameter of its own.
  bool isFollowedApi(const Node &call, const Node &argument, llvm::StringRef path) {
    CallParts parts = partsOf(call);
    size_t index = llvm::find(parts.arguments, &argument) - parts.arguments.begin();
    bool isFollowed = true, isGiven = false;
    forEachTarget(*parts.callee, [&](const Value &target, const Value *) {
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

  static const Value &instanceOf(const Value &made) {
    const Value *found = &made;
    forEachAlternative(made, [&](const Value &one) {
      if (llvm::isa<InstanceValue>(one))
        found = &one;
    });
    return *found;
  }

  const Value &instanceIn(const Value &made, const ClassValue &type) {
    const Value *found = nullptr;
    forEachAlternative(made, [&](const Value &one) {
      const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
      if (instance && instance->type->origin == type.origin)
        found = &one;
    });
    return found ? *found : values_.member(type, "prototype");
  }

  void construct(const ClassValue &type, const Value &instance,
                 std::optional<llvm::ArrayRef<const Value *>> arguments, const Node &site) {
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

  void escapeFrom(const Value &parent, const Value &instance,
                  std::optional<llvm::ArrayRef<const Value *>> arguments, const Node &site) {
    escape(instance, site);
    if (!llvm::isa<ApiValue>(parent))
      escape(parent, site);
    for (const Value *argument : arguments ? *arguments : llvm::ArrayRef<const Value *>())
      escape(*argument, site);
  }

  void addHostCall(const Node &call, const Value &target, const CallParts &parts,
                   std::optional<llvm::ArrayRef<const Value *>> arguments) {
    if (llvm::isa<Super>(parts.callee) && call_.self)
      escape(*call_.self, call);
    if (llvm::isa<UnknownValue>(target) && !isNothing(target) && !isOfLanguage(*parts.callee))
      tree_.registrations_.forEachKeptBehind(*parts.callee,
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
    else if (callsElements(*key) && !parts.arguments.empty())
      addCallback(call, object, *parts.arguments[0]);
  }

  /// Whether a callee is a method of what the language itself makes, as `map.get`.
  bool isOfLanguage(const Node &callee) const {
    const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
    const auto *made = member ? llvm::dyn_cast<ResultValue>(&values_.of(*member->object)) : nullptr;
    return made && made->callee->path.starts_with("global:");
  }

  /// `f.call(self, …)` and `f.apply(self, list)`.
  void addBorrowed(const Node &call, const Value &object, bool isApply,
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

  /// `list.map((element) => …)`: one call for each element that is known.
  void addCallback(const Node &call, const Value &object, const Node &callback) {
    const auto *list = llvm::dyn_cast<ArrayValue>(&object);
    const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(callback));
    if (!list || !function || list->open || list->elements.size() > maxElements)
      return;
    static const UnknownValue index(UnknownReason::Parameter, nullptr);
    for (const Value *element : list->elements)
      enter(*function, nullptr, llvm::ArrayRef<const Value *>{element, &index, list}, &call,
            ResultUse::Unseen);
    iterated_.insert(&callback);
  }

  // --- accessors

  void addAccessors(const MemberExpression &member) {
    const Node *parent = member.parent;
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent);
    bool isWritten =
        (assignment && assignment->left == &member) || llvm::isa<UpdateExpression>(parent);
    bool isRead = !assignment || assignment->left != &member || assignment->op != "=";
    std::optional<std::string> key = values_.keyOf(member);
    forEachAlternative(values_.of(*member.object), [&](const Value &object) {
      const auto *proxy = llvm::dyn_cast<ResultValue>(&object);
      if (proxy && proxy->callee->path == "global:Proxy")
        for (const Value *argument : proxy->arguments)
          escape(*argument, member);
      if (!key)
        return addAllGetters(object, member);
      if (isRead)
        addAccessor(object, *key, MethodKind::Get, member);
      if (isWritten)
        addAccessor(object, *key, MethodKind::Set, member);
    });
  }

  void addAccessor(const Value &object, llvm::StringRef key, MethodKind kind, const Node &site) {
    Escapes::forEachAccessor(
        object, values_,
        [&](const FunctionValue &function, llvm::StringRef name, MethodKind found) {
          if (name == key && found == kind)
            enter(function, &object,
                  kind == MethodKind::Get ? std::optional(llvm::ArrayRef<const Value *>())
                                          : std::nullopt,
                  &site, ResultUse::Known);
        });
  }

  void addAllGetters(const Value &value, const Node &site) {
    forEachAlternative(value, [&](const Value &object) {
      Escapes::forEachAccessor(object, values_,
                               [&](const FunctionValue &function, llvm::StringRef, MethodKind) {
                                 enter(function, &object, std::nullopt, &site, ResultUse::Known);
                               });
    });
  }

  void addGettersOfPattern(const ObjectPattern &pattern) {
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

  // --- mentions

  void mention(const Node &node) {
    const Node &parent = *node.parent;
    if (const auto *member = llvm::dyn_cast<MemberExpression>(&parent);
        member && member->object == &node && values_.keyOf(*member))
      return; // the member is what is mentioned
    if (partsOf(parent).callee == &node)
      return;
    const Value &value = values_.of(node);
    bool isArgument = partsOf(parent).callee;
    if (Escapes::holdsCode(value, values_) && !isFollowed(node, value))
      escape(value, isArgument ? parent : node);
  }

  void escape(const Value &value, const Node &site) {
    Escapes(values_).run(
        value,
        [&](const FunctionValue &function, const Value *self) {
          enter(function, self, std::nullopt, &site, ResultUse::Unseen);
        },
        [&](const ClassValue &type, const Value &instance) {
          tree_.open(tree_.values_.fieldsOf(*type.origin, instance), *type.origin, &site, index_,
                     &instance, ResultUse::Known);
        },
        [&](llvm::StringRef path) { tree_.losses_.push_back({path, &site, index_}); });
  }

  bool isFollowedInto(const Node &parent, const Value &value) {
    return Escapes::covers(values_.of(parent), value, values_) && isFollowed(parent, value);
  }

  /// Whether whatever is done with what an expression gives is seen: it gets into variables and
  /// parameters that are told, or its members are taken.
  bool isFollowed(const Node &node, const Value &value) {
    const Node &parent = *node.parent;
    switch (parent.kind) {
    case NodeKind::MemberExpression:
      return llvm::cast<MemberExpression>(parent).object != &node ||
             Escapes::covers(values_.of(parent), value, values_);
    case NodeKind::CallExpression:
    case NodeKind::NewExpression:
      return partsOf(parent).callee == &node || isFollowedArgument(parent, node, value);
    case NodeKind::SpreadElement:
      if (llvm::isa<CallExpression, NewExpression>(parent.parent))
        return isFollowedArgument(*parent.parent, parent, value);
      return isFollowedInto(*parent.parent, value);
    case NodeKind::VariableDeclarator:
      return isGivenTo(*llvm::cast<VariableDeclarator>(parent).id, value, values_);
    case NodeKind::AssignmentPattern:
      return isGivenTo(*llvm::cast<AssignmentPattern>(parent).left, value, values_);
    case NodeKind::AssignmentExpression: {
      const auto &assignment = llvm::cast<AssignmentExpression>(parent);
      if (assignment.left == &node)
        return true;
      const auto *member = llvm::dyn_cast<MemberExpression>(assignment.left);
      std::optional<std::string> key = member && llvm::isa<ThisExpression>(member->object)
                                           ? values_.keyOf(*member)
                                           : std::nullopt;
      bool isGiven = member ? key && isKept(*key, value, call_.self)
                            : isGivenTo(*assignment.left, value, values_);
      return isGiven && isFollowed(parent, value);
    }
    case NodeKind::ConditionalExpression:
      return llvm::cast<ConditionalExpression>(parent).test == &node ||
             isFollowedInto(parent, value);
    case NodeKind::SequenceExpression:
      return llvm::cast<SequenceExpression>(parent).expressions.back() != &node ||
             isFollowedInto(parent, value);
    case NodeKind::LogicalExpression:
    case NodeKind::AwaitExpression:
    case NodeKind::ArrayExpression:
      return isFollowedInto(parent, value);
    case NodeKind::Property:
      return llvm::isa<ObjectPattern>(parent.parent) ||
             llvm::cast<Property>(parent).value != &node || isFollowedInto(*parent.parent, value);
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
      return list && loop.right == &node && areGivenTo(*name, *list);
    }
    case NodeKind::BinaryExpression: {
      llvm::StringRef op = llvm::cast<BinaryExpression>(parent).op;
      return op.starts_with("==") || op.starts_with("!=") || op == "instanceof" || op == "in";
    }
    case NodeKind::UnaryExpression:
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

  /// Whether a field of an instance is known to hold what is assigned to it, whoever reads it.
  bool isKept(llvm::StringRef key, const Value &value, const Value *self) const {
    const auto *instance = llvm::dyn_cast_or_null<InstanceValue>(self);
    if (!instance || !instance->fields || !instance->fields->find(key))
      return false;
    const Value &any = values_.member(*instance->type, "prototype");
    return Escapes::covers(values_.member(*instance, key), value, values_) &&
           Escapes::covers(values_.member(any, key), value, values_);
  }

  bool areGivenTo(const Node &pattern, const ArrayValue &list) {
    return llvm::all_of(
        list.elements, [&](const Value *element) { return isGivenTo(pattern, *element, values_); });
  }

  /// Whether whoever called knows what it is given for what it is.
  bool isResultKnown(const Value &value) const {
    if (call_.result != ResultUse::PartlyKnown)
      return call_.result == ResultUse::Known;
    return isExpression(*call_.site) &&
           Escapes::covers(tree_.valuesIn(tree_.calls_[call_.previous]).of(*call_.site), value,
                           values_);
  }

  bool isGivenTo(const Node &pattern, const Value &value, const Values &seen) {
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

  /// Whether every function that gets an argument is one whose call was opened, and has it in its
  /// parameters.
  bool isFollowedArgument(const Node &call, const Node &argument, const Value &value) {
    CallParts parts = partsOf(call);
    if (iterated_.contains(&argument) || isKeptInMap(*parts.callee, value))
      return true;
    bool isFollowed = true;
    forEachTarget(*parts.callee, [&](const Value &target, const Value *) {
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
    return isFollowed;
  }

  /// Whether a map is only asked for what it was given by name, and what it gives then is known.
  bool isKeptInMap(const Node &callee, const Value &value) const {
    const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
    const auto *name = member ? llvm::dyn_cast<Identifier>(member->object) : nullptr;
    const Symbol *symbol = name ? tree_.program_.symbolOf(*name) : nullptr;
    const auto *made = name ? llvm::dyn_cast<ResultValue>(&values_.of(*name)) : nullptr;
    if (!symbol || symbol->targets.size() != 1 || !made || made->callee->path != "global:Map" ||
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

  /// Whether a callee is nothing that can be called, or does nothing: what a map that is known as a
  /// whole gives for other keys is undefined.
  bool isNothing(const Value &target) const {
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
    if (!made || made->callee->path != "global:Map" ||
        (!made->arguments.empty() && (!first || first->open)))
      return false;
    return llvm::all_of(symbol->references, [&](const Identifier *reference) {
      const auto *use = llvm::dyn_cast<MemberExpression>(reference->parent);
      std::optional<std::string> key =
          use && use->object == reference ? values_.keyOf(*use) : std::nullopt;
      return key && llvm::is_contained({"clear", "delete", "entries", "forEach", "get", "has",
                                        "keys", "set", "size", "values"},
                                       *key);
    });
  }

  struct Opened {
    const Node *function;
    Environment *environment;
    const Value *self;
  };

  bool isHeldByParameter(const Opened &opened, const Value &value) {
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

  void addOpened(const Node &call, const Value &target, Environment *environment,
                 const Value *self = nullptr) {
    const Node *function = target.origin;
    if (const auto *type = llvm::dyn_cast<ClassValue>(&target))
      function = constructorIn(*type);
    opened_[{&call, target.origin}] = {function, environment, self};
  }

  const Node *constructorIn(const ClassValue &type) const {
    const ClassValue *at = &type;
    for (unsigned i = 0; at && i < maxSuperClasses; ++i) {
      if (isFunction(*at->origin))
        return at->origin;
      if (const Node *constructor = constructorOf(*at->origin))
        return constructor;
      at = llvm::dyn_cast_or_null<ClassValue>(at->superClass);
    }
    return nullptr;
  }

  CallTree &tree_;
  size_t index_;
  const Call call_;
  Values values_;
  llvm::DenseMap<std::pair<const Node *, const Node *>, Opened> opened_;
  llvm::DenseSet<const Node *> iterated_;
};

bool CallTree::isTooDeep(const Node &code, size_t previous) const {
  unsigned times = 0, length = 0;
  for (size_t at = previous;; at = calls_[at].previous) {
    times += calls_[at].code == &code;
    if (++length > maxChain || times >= maxTimesInChain)
      return true;
    if (calls_[at].previous == at)
      return false;
  }
}

bool CallTree::usesArguments(const Node &function) {
  auto [entry, isNew] = usesArguments_.try_emplace(&function, false);
  if (isNew) {
    bool found = false;
    walk(function, [&](const Node &node) {
      const auto *name = llvm::dyn_cast<Identifier>(&node);
      found |= name && name->name == "arguments";
      return !found;
    });
    usesArguments_[&function] = found;
  }
  return usesArguments_[&function];
}

Environment *CallTree::open(Environment &environment, const Node &code, const Node *site,
                            size_t previous, const Value *self, ResultUse result) {
  for (size_t index : byCode_[&code])
    if (calls_[index].result == result &&
        (result != ResultUse::PartlyKnown ||
         (calls_[index].site == site && calls_[index].previous == previous)) &&
        isSameCall(*calls_[index].environment, environment))
      return calls_[index].environment;
  if (calls_.size() >= most_) {
    isCut_ = true;
    return &environment;
  }
  byCode_[&code].push_back(calls_.size());
  calls_.push_back(
      {&code, &environment, site, std::min(previous, calls_.size()), self, result, {}, {}});
  return &environment;
}

bool CallTree::follow(llvm::ArrayRef<const FunctionValue *> roots, size_t most) {
  most_ = most;
  for (const FunctionValue *root : roots)
    open(values_.call(*root, nullptr, std::nullopt), *root->origin, nullptr, SIZE_MAX, nullptr,
         ResultUse::Unseen);
  for (size_t next = 0; next < calls_.size() && !isCut_; ++next)
    Visitor(*this, next).run();
  return !isCut_;
}

} // namespace agentc
