#include "CallGraph.h"

#include "agentc/Analysis/Walk.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace agentc {

using namespace ast;

namespace {

/// Objects are followed for the functions they hold up to so many values.
constexpr size_t maxFollowedValues = 512;

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

const Node *superClassOf(const Node &type) {
  if (const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&type))
    return declaration->superClass;
  const auto *expression = llvm::dyn_cast<ClassExpression>(&type);
  return expression ? expression->superClass : nullptr;
}

} // namespace

CallGraph::CallGraph(const agentc::Program &program, const Values &values, const ApiUses &uses)
    : program_(program), values_(values) {
  for (const auto &module : program.modules())
    if (module->syntax->program)
      walk(*module->syntax->program, [&](const Node &node) {
        addEdges(node);
        return true;
      });
  for (const ApiUse &use : uses.all())
    blocks_[&codeAround(*use.node)].uses.push_back(&use);
}

const CodeBlock &CallGraph::of(const Node &code) const {
  static const CodeBlock none;
  auto found = blocks_.find(&code);
  return found == blocks_.end() ? none : found->second;
}

void CallGraph::addEdges(const Node &node) {
  if (isFunction(node) || isClass(node))
    blocks_[&ownerOf(node)].edges.push_back({&node, nullptr, isConstructor(node)});
  if (const Node *superClass = isClass(node) ? superClassOf(node) : nullptr)
    addEdge(node, values_.of(*superClass), *superClass, true);
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    addCall(node, *call->callee, call->arguments);
  else if (const auto *construction = llvm::dyn_cast<NewExpression>(&node))
    addCall(node, *construction->callee, construction->arguments);
  else if (const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&node))
    addCall(node, *tagged->tag, {});
  if (llvm::isa<Identifier, MemberExpression, CallExpression, ThisExpression>(node))
    addMention(node);
}

void CallGraph::addCall(const Node &call, const Node &callee, NodeList arguments) {
  const Node &from = codeAround(call);
  addEdge(from, values_.of(callee), call, true);
  for (const Node *argument : arguments)
    addEdge(from, values_.of(*argument), call, true);
  // `f.call(x)` and the like: the function that the member is taken of
  const auto *member = llvm::dyn_cast<MemberExpression>(&callee);
  if (!member)
    return;
  std::optional<std::string> key = values_.keyOf(*member);
  const Value &object = values_.of(*member->object);
  if (key == "call" || key == "apply" || key == "bind")
    addEdge(from, object, call, true);
  if (const auto *instance = llvm::dyn_cast<InstanceValue>(&object); instance && !key)
    addEdge(from, *instance->type, call, true);
}

/// What is mentioned may be called later, by whoever gets it.
void CallGraph::addMention(const Node &node) {
  if (const auto *identifier = llvm::dyn_cast<Identifier>(&node)) {
    const Symbol *symbol =
        program_.isReference(*identifier) ? program_.symbolOf(*identifier) : nullptr;
    if (!symbol || !llvm::is_contained(symbol->references, identifier))
      return;
  }
  const auto *member = llvm::dyn_cast_or_null<MemberExpression>(node.parent);
  if (member && member->object == &node && values_.keyOf(*member))
    return; // the member is what is mentioned
  addReachable(codeAround(node), values_.of(node), node);
}

void CallGraph::addEdge(const Node &from, const Value &to, const Node &site, bool isCall) {
  forEachAlternative(to, [&](const Value &value) {
    if (llvm::isa<FunctionValue, ClassValue>(value) && value.origin)
      blocks_[&from].edges.push_back({value.origin, &site, isCall});
  });
}

void CallGraph::addReachable(const Node &from, const Value &value, const Node &site) {
  llvm::SmallVector<const Value *, 16> open{&value};
  llvm::SmallPtrSet<const Value *, 16> seen;
  auto push = [&](const Value &one) {
    if (seen.size() < maxFollowedValues && seen.insert(&one).second)
      open.push_back(&one);
  };
  while (!open.empty()) {
    const Value &one = *open.pop_back_val();
    addEdge(from, one, site, false);
    if (const auto *object = llvm::dyn_cast<ObjectValue>(&one)) {
      for (const PropertyValue &property : object->properties)
        push(*property.value);
    } else if (const auto *list = llvm::dyn_cast<ArrayValue>(&one)) {
      for (const Value *element : list->elements)
        push(*element);
    } else if (const auto *choice = llvm::dyn_cast<UnionValue>(&one)) {
      for (const Value *alternative : choice->alternatives)
        push(*alternative);
    } else if (const auto *instance = llvm::dyn_cast<InstanceValue>(&one)) {
      push(*instance->type);
    } else if (const auto *space = llvm::dyn_cast<NamespaceValue>(&one)) {
      for (const auto &[name, record] : space->module->exports)
        push(values_.exportOf(*space->module, name));
    }
  }
}

} // namespace agentc
