#include "agentc/Flow/CallGraph.h"

#include "agentc/Flow/Escapes.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

/// The code that a function or class belongs to: a method to its class.
const Node &ownerOf(const Node &code) {
  if (const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(code.parent))
    return *method->parent->parent;
  return codeAround(code);
}

bool isConstructor(const Node &function) {
  const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(function.parent);
  return method && method->methodKind == MethodKind::Constructor;
}

/// The literal that stands for an object in the graph; null where it was made by other code, as a
/// module's exports are.
const Node *literalOf(const Value &value) {
  const Node *origin = value.origin;
  return origin && llvm::isa<ObjectExpression, ArrayExpression>(origin) ? origin : nullptr;
}

/// The call or construction that made what a copy of a framework in the bundle gives, whose code is
/// the bundle's too; null for other values. Schemas run nothing of their own.
const Node *bundledCallOf(const Value &value) {
  const auto *made = llvm::dyn_cast<ResultValue>(&value);
  llvm::StringRef path = made ? made->callee->path : llvm::StringRef();
  return path.consume_front("bundled:") && !path.starts_with("zod") ? value.origin : nullptr;
}

const Node *calleeOf(const Node &call) {
  if (const auto *plain = llvm::dyn_cast<CallExpression>(&call))
    return plain->callee;
  const auto *construction = llvm::dyn_cast<NewExpression>(&call);
  return construction ? construction->callee : nullptr;
}

/// Functions of the host that look at an object or change it, and call nothing that it holds.
bool onlyTouches(const Value &callee) {
  const auto *api = llvm::dyn_cast<ApiValue>(&callee);
  llvm::StringRef name = api ? api->path : llvm::StringRef();
  return (name.consume_front("global:Object."_api) || name.consume_front("global:Reflect."_api)) &&
         llvm::is_contained({"defineProperties", "defineProperty", "freeze", "getOwnPropertyNames",
                             "getPrototypeOf", "hasOwn", "isFrozen", "keys", "ownKeys",
                             "preventExtensions", "seal", "setPrototypeOf"},
                            name);
}

/// A statement, or a part of one that nothing reads.
bool isResultUnused(const Node &expression) {
  const Node *parent = expression.parent;
  if (llvm::isa_and_nonnull<SequenceExpression>(parent))
    parent = parent->parent;
  return llvm::isa_and_nonnull<ExpressionStatement>(parent);
}

/// Returns true if a call only looks at its first argument or changes it.
bool isTouch(const Node &call, const Values &values) {
  const auto *plain = llvm::dyn_cast<CallExpression>(&call);
  return plain && !plain->arguments.empty() && onlyTouches(values.of(*plain->callee)) &&
         isResultUnused(call);
}

void forEachHeld(const Values &values, const Value &value,
                 llvm::function_ref<void(const Value &)> visit) {
  if (const auto *object = llvm::dyn_cast<ObjectValue>(&value)) {
    for (const PropertyValue &property : object->properties)
      visit(*property.value);
  } else if (const auto *list = llvm::dyn_cast<ArrayValue>(&value)) {
    for (const Value *element : list->elements)
      visit(*element);
  } else if (const auto *space = llvm::dyn_cast<NamespaceValue>(&value)) {
    for (const auto &[name, record] : space->module->exports)
      visit(values.exportOf(*space->module, name));
  } else if (const auto *result = llvm::dyn_cast<ResultValue>(&value)) {
    const Node *made = bundledCallOf(value);
    if (const Node *callee = made ? calleeOf(*made) : nullptr)
      visit(values.of(*callee));
    for (const Value *argument : result->arguments)
      visit(*argument);
  }
}

/// `apply` of any function, and `Reflect`'s functions, which call with the elements of a list.
bool takesList(const Value &callee) {
  bool found = false;
  forEachAlternative(callee, [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    found |= api && (api->path.ends_with(".apply") || api->path == "global:Reflect.construct"_api);
  });
  return found;
}

} // namespace

CallGraph::CallGraph(const agentc::Program &program, const Values &values, const ApiUses &uses,
                     const NamedMembers &named)
    : program_(program), values_(values), named_(named) {
  for (const auto &module : program.modules())
    if (module->syntax->program)
      walk(*module->syntax->program, [&](const Node &node) {
        addEdges(node);
        return true;
      });
  // listing finds more
  for (auto *holders : {&holders_, &guessedHolders_})
    for (size_t i = 0; i < holders->size(); ++i) {
      auto [holder, value] = (*holders)[i];
      bool isGuessed = holders == &guessedHolders_;
      forEachHeld(values, *value, [&](const Value &held) {
        addReachable(holder, held, nullptr, false, isGuessed);
      });
    }
  for (const ApiUse &use : uses.all())
    blocks_[&codeAround(*use.node)].uses.push_back(&use);
}

const CodeBlock &CallGraph::of(Reachable code) const {
  static const CodeBlock none;
  auto found = blocks_.find(code);
  return found == blocks_.end() ? none : found->second;
}

void CallGraph::addEdges(const Node &node) {
  if (isFunction(node) || isClass(node))
    blocks_[&ownerOf(node)].edges.push_back({&node, nullptr, isConstructor(node)});
  if (const Node *superClass = superClassOf(node))
    addEdge(node, values_.of(*superClass), *superClass, true);
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    addCall(node, *call->callee, call->arguments);
  else if (const auto *construction = llvm::dyn_cast<NewExpression>(&node))
    addCall(node, *construction->callee, construction->arguments);
  else if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node))
    addCall(node, *tagged->tag, {});
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    addGetter(*member);
  if (llvm::isa<Identifier, MemberExpression, CallExpression, ThisExpression>(node))
    addMention(node);
}

/// Reading a member that a getter of an object gives runs the getter.
void CallGraph::addGetter(const MemberExpression &member) {
  named_.forEachGetter(member, values_, [&](const NamedMembers::Group &group) {
    addGroup(codeAround(member), group, member);
  });
  std::optional<std::string> key = values_.keyOf(member);
  if (!key)
    return;
  forEachAlternative(values_.of(*member.object), [&](const Value &value) {
    const auto *object = llvm::dyn_cast<ObjectValue>(&value);
    const PropertyValue *property = object ? object->find(*key) : nullptr;
    const auto *written = property && property->site
                              ? llvm::dyn_cast_or_null<Property>(property->site->parent)
                              : nullptr;
    if (written && written->propertyKind != PropertyKind::Init && isFunction(*property->site))
      blocks_[&codeAround(member)].edges.push_back({property->site, &member, true});
  });
}

/// Returns true if an expression is a parameter of the function around it, or a member of one.
bool CallGraph::isOfParameter(const Node &node) const {
  const Node *root = &node;
  while (const auto *member = llvm::dyn_cast<MemberExpression>(root))
    root = member->object;
  const auto *name = llvm::dyn_cast<Identifier>(root);
  const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
  return symbol && symbol->kind == SymbolKind::Parameter && symbol->targets.size() == 1 &&
         &codeAround(*name) == &codeAround(*symbol->targets.front());
}

void CallGraph::addCall(const Node &call, const Node &callee, NodeList arguments) {
  const Node &from = codeAround(call);
  addEdge(from, values_.of(callee), call, true, isOfParameter(callee));
  for (const Node *argument : arguments.drop_front(isTouch(call, values_) ? 1 : 0))
    addEdge(from, values_.of(*argument), call, true, isOfParameter(*argument));
  if (takesList(values_.of(callee)))
    for (const Node *argument : arguments)
      if (const auto *list = llvm::dyn_cast<ArrayValue>(&values_.of(*argument)))
        for (const Value *element : list->elements)
          addEdge(from, *element, call, true);
  addNamed(call, callee);
  Escapes::forEachMaker(values_.of(callee), [&](const ResultValue &made) {
    addHolder(&from, made, &call, false, true);
  });
  // `f.call(x)` and the like: the function that the member is taken of
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (!member)
    return;
  std::optional<std::string> key = values_.keyOf(*member);
  const Value &object = values_.of(*member->object);
  if (key == "call" || key == "apply" || key == "bind")
    addEdge(from, object, call, true, isOfParameter(*member->object));
  if (const auto *instance = llvm::dyn_cast<InstanceValue>(&object); instance && !key)
    addEdge(from, *instance->type, call, true);
  if (key)
    addBundledMethod(from, object, *key, call);
}

/// A group is an edge of its own, listed once however many calls lead to it.
void CallGraph::addGroup(const Node &from, const NamedMembers::Group &group, const Node &site) {
  const Value *anchor = &group.anchor;
  blocks_[&from].edges.push_back({anchor, &site, true, false, true});
  if (!groups_.insert(anchor).second)
    return;
  for (const auto &[value, given] : group.members)
    if (const auto *api = llvm::dyn_cast<ApiValue>(value))
      blocks_[anchor].uses.push_back(
          &uses_.emplace_back(ApiUse{api->path, UseKind::Escape, given, nullptr, {}}));
    else if (value->origin)
      blocks_[anchor].edges.push_back({value->origin, given, true});
}

/// Adds the functions that a call may reach by its name alone, if nothing else tells.
void CallGraph::addNamed(const Node &call, const Node &callee) {
  named_.forEachBehind(callee, values_, [&](const NamedMembers::Group &group) {
    addGroup(codeAround(call), group, call);
  });
}

/// A method of an object that a framework's class in the bundle made.
void CallGraph::addBundledMethod(const Node &from, const Value &object, llvm::StringRef key,
                                 const Node &call) {
  forEachAlternative(object, [&](const Value &one) {
    const Node *made = bundledCallOf(one);
    const Node *callee = made ? calleeOf(*made) : nullptr;
    const auto *type = callee ? llvm::dyn_cast<ClassValue>(&values_.of(*callee)) : nullptr;
    for (; type; type = llvm::dyn_cast_or_null<ClassValue>(type->superClass)) {
      const ClassBody *body = classBody(*type->origin);
      for (const Node *part : body ? body->body : NodeList())
        if (const auto *method = llvm::dyn_cast<MethodDefinition>(part);
            method && !method->isStatic && values_.keyOf(*method) == key)
          blocks_[&from].edges.push_back({method->value, &call, true});
    }
  });
}

/// Adds mentioned code, since it may be called later by its recipient.
void CallGraph::addMention(const Node &node) {
  if (const auto *identifier = llvm::dyn_cast<Identifier>(&node)) {
    const Symbol *symbol =
        program_.isReference(*identifier) ? program_.symbolOf(*identifier) : nullptr;
    if (!symbol || !program_.isRead(*identifier))
      return;
  }
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node.parent);
  if (member && member->object == &node && values_.keyOf(*member))
    return; // the member is what is mentioned
  if (const auto *unary = llvm::dyn_cast_or_null<UnaryExpression>(node.parent);
      unary && unary->op == "typeof")
    return;
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(node.parent);
  if (call && isTouch(*call, values_) && call->arguments.front() == &node)
    return;
  addReachable(&codeAround(node), values_.of(node), &node, isOfParameter(node));
}

void CallGraph::addEdge(const Node &from, const Value &to, const Node &site, bool isCall,
                        bool byParameter) {
  forEachAlternative(to, [&](const Value &value) {
    if (llvm::isa<FunctionValue, ClassValue>(value) && value.origin)
      blocks_[&from].edges.push_back({value.origin, &site, isCall, byParameter});
  });
}

/// Adds an edge to the code that a value is or holds. A value that holds others gets an edge of
/// its own, listed once however many pass it on, since values may hold each other in circles.
void CallGraph::addReachable(Reachable from, const Value &value, const Node *site, bool byParameter,
                             bool isGuessed) {
  forEachAlternative(value, [&](const Value &one) {
    const auto *instance = llvm::dyn_cast<InstanceValue>(&one);
    const Node *code = instance                                    ? instance->type->origin
                       : llvm::isa<FunctionValue, ClassValue>(one) ? one.origin
                                                                   : nullptr;
    if (code)
      blocks_[from].edges.push_back({code, site, false, byParameter, isGuessed});
    else if (llvm::isa<ObjectValue, ArrayValue, NamespaceValue>(one) || bundledCallOf(one))
      addHolder(from, one, site, byParameter, isGuessed);
  });
}

void CallGraph::addHolder(Reachable from, const Value &value, const Node *site, bool byParameter,
                          bool isGuessed) {
  const Node *literal = literalOf(value);
  Reachable holder = literal ? Reachable(literal) : Reachable(&value);
  blocks_[from].edges.push_back({holder, site, false, byParameter, isGuessed});
  (isGuessed ? guessedHolders_ : holders_).insert({holder, &value});
}

} // namespace agentc
