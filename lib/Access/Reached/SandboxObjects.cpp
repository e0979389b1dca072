#include "SandboxTruth.h"

#include "agentc/Program/MemberIndex.h"
#include "agentc/Program/Names.h"
#include "agentc/Syntax/Inside.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/ScopeExit.h"

namespace agentc {

using namespace ast;

/// Names, calls and members inside each other.
static constexpr unsigned maxResolveDepth = 48;

/// Finds the node that makes the only value an expression can have; nothing if there are
/// several values or they cannot be told.
SandboxTruth::Made SandboxTruth::resolve(const Node &node, const Frame *frame) {
  if (depth_ >= maxResolveDepth)
    return {};
  ++depth_;
  auto leave = llvm::make_scope_exit([&] { --depth_; });
  switch (node.kind) {
  case NodeKind::Identifier:
    return resolveName(llvm::cast<Identifier>(node), frame);
  case NodeKind::MemberExpression:
    return resolveMember(llvm::cast<MemberExpression>(node), frame);
  case NodeKind::CallExpression:
    return resolveCall(llvm::cast<CallExpression>(node), frame);
  case NodeKind::SequenceExpression:
    return resolve(*llvm::cast<SequenceExpression>(node).expressions.back(), frame);
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(node);
    return assignment.op == "=" ? resolve(*assignment.right, frame) : Made();
  }
  case NodeKind::ThisExpression:
    // an arrow has the `this` of the code around it
    for (const Frame *at = frame; at; at = at->outer)
      if (!llvm::isa<ArrowFunctionExpression>(at->function))
        return {at->self, at->selfFrame};
    return {};
  case NodeKind::FunctionExpression:
  case NodeKind::FunctionDeclaration:
  case NodeKind::ArrowFunctionExpression:
  case NodeKind::ClassExpression:
  case NodeKind::ClassDeclaration:
  case NodeKind::ObjectExpression:
  case NodeKind::NewExpression:
    return {&node, frame};
  default:
    return {};
  }
}

SandboxTruth::Made SandboxTruth::resolveName(const Identifier &name, const Frame *frame) {
  const Symbol *symbol = program_.symbolOf(name);
  if (!symbol)
    return {};
  if (symbol->kind == SymbolKind::Parameter) {
    for (const Frame *at = frame; at; at = at->outer) {
      NodeList parameters = paramsOf(*at->function);
      for (size_t i = 0; i < parameters.size(); ++i)
        if (symbol->targets.size() == 1 && parameters[i] == symbol->targets.front())
          return i < at->arguments.size() ? resolve(*at->arguments[i], at->caller) : Made();
    }
    return {};
  }
  std::optional<Definitions> definitions = definitionsOf(*symbol);
  if (!definitions)
    return {};
  llvm::erase(*definitions, nullptr);
  Made made = definitions->size() == 1 ? resolve(*definitions->front(), frame) : Made();
  bool isObject = made.node && llvm::isa<ObjectExpression, NewExpression>(made.node);
  return isObject && isHandedOn(*symbol) ? Made() : made;
}

SandboxTruth::Made SandboxTruth::resolveMember(const MemberExpression &member,
                                               const Frame *callFrame) {
  std::optional<llvm::StringRef> key = writtenKeyOf(member);
  if (!key)
    return {};
  // a module's or a bundler's namespace
  const Value &space = values_.of(*member.object);
  if (const auto *module = llvm::dyn_cast<NamespaceValue>(&space)) {
    auto record = module->module->exports.find(key->str());
    const Symbol *symbol =
        record != module->module->exports.end() ? record->second.symbol : nullptr;
    return symbol && !symbol->targets.empty() ? resolveName(*symbol->targets.front(), nullptr)
                                              : Made();
  }
  Made object = resolve(*member.object, callFrame);
  if (!object.node)
    return {};
  if (const auto *literal = llvm::dyn_cast<ObjectExpression>(object.node)) {
    for (const Node *one : literal->properties)
      if (const auto *property = llvm::dyn_cast<Property>(one);
          property && writtenKeyOf(*property) == key &&
          property->propertyKind == PropertyKind::Init)
        return resolve(*property->value, object.frame);
    return {};
  }
  const Node *type = classOf(object);
  if (!type)
    return {};
  // the one write that gives more than undefined
  Made found;
  for (const Node *write : writesToThis(*type, *key)) {
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(write);
    if (!assignment || assignment->op != "=")
      return {};
    if (llvm::isa<UndefinedValue, NullValue>(values_.of(*assignment->right)))
      continue;
    const Node *function = functionAround(*write);
    if (found.node || !function || function != constructorOf(*type))
      return {};
    const auto &made = llvm::cast<NewExpression>(*object.node);
    found = resolve(*assignment->right, &frame({function, made.arguments, object.frame,
                                                object.frame, object.node, object.frame}));
    if (!found.node)
      return {};
  }
  return found;
}

/// Finds the value of the only `return` of a known function.
SandboxTruth::Made SandboxTruth::resolveCall(const CallExpression &call, const Frame *frame) {
  const Frame *called = enter(call, frame);
  if (!called)
    return {};
  const Node *only = nullptr;
  unsigned count = 0;
  forEachResult(*called->function, [&](const Node *result) {
    ++count;
    only = result;
  });
  return count == 1 && only ? resolve(*only, called) : Made();
}

/// The call of a function that is known, plain and gives its result at once; null for others.
const SandboxTruth::Frame *SandboxTruth::enter(const CallExpression &call, const Frame *caller) {
  Made callee = resolve(*call.callee, caller);
  if (!callee.node || !isFunction(*callee.node) || isGenerator(*callee.node) || call.optional ||
      llvm::any_of(call.arguments, [](const Node *one) { return llvm::isa<SpreadElement>(one); }))
    return nullptr;
  if (isAsync(*callee.node))
    return nullptr;
  return &frame({callee.node, call.arguments, caller, callee.frame, nullptr, nullptr});
}

/// Finds the variable or expression that an imported name leads to; null if there is none.
const Node *SandboxTruth::exportedBy(const Node &specifier) const {
  const ImportRecord *record = program_.importOf(*specifier.parent);
  if (!record || record->resolution.kind != Resolution::Kind::Bundle)
    return nullptr;
  std::string name = "default";
  if (const auto *named = llvm::dyn_cast<ImportSpecifier>(&specifier)) {
    const auto *imported =
        llvm::dyn_cast<Identifier>(named->imported ? named->imported : named->local);
    if (!imported)
      return nullptr;
    name = imported->name.str();
  } else if (!llvm::isa<ImportDefaultSpecifier>(specifier)) {
    return nullptr;
  }
  ExportTarget target = resolveExport(program_, *record->resolution.module, name);
  if (target.declared.size() != 1)
    return nullptr;
  const ExportRecord &end = *target.declared.front().end;
  if (const Symbol *symbol = end.symbol)
    return symbol->targets.empty() ? nullptr : symbol->targets.front();
  return end.node && isExpression(*end.node) ? end.node : nullptr;
}

/// The expressions whose values a variable gets, null where it is declared without one;
/// std::nullopt where it gets others too.
std::optional<SandboxTruth::Definitions> SandboxTruth::definitionsOf(const Symbol &symbol) {
  Definitions definitions;
  for (const Identifier *target : symbol.targets) {
    const Node *parent = target->parent;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent)) {
      if (declarator->id != target ||
          (parent->parent && llvm::isa<ForInStatement, ForOfStatement>(parent->parent->parent)))
        return std::nullopt;
      definitions.push_back(declarator->init);
    } else if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent)) {
      bool gives = assignment->op == "=" || assignment->op == "||=" || assignment->op == "&&=" ||
                   assignment->op == "?\?=";
      if (assignment->left != target || !gives)
        return std::nullopt;
      definitions.push_back(assignment->right);
    } else if (llvm::isa<FunctionDeclaration, ClassDeclaration>(parent)) {
      definitions.push_back(parent);
    } else if (llvm::isa<ImportSpecifier, ImportDefaultSpecifier>(parent)) {
      const Node *exported = exportedBy(*parent);
      if (!exported)
        return std::nullopt;
      definitions.push_back(exported);
    } else {
      return std::nullopt;
    }
  }
  return definitions;
}

/// True if the object in a variable gets to code that is not followed here: it is an argument,
/// spread or yielded, or a member of it is assigned or has a computed key.
bool SandboxTruth::isHandedOn(const Symbol &symbol) const {
  return llvm::any_of(symbol.references, [](const Identifier *reference) {
    const Node &parent = *reference->parent;
    if (const auto *member = llvm::dyn_cast<MemberExpression>(&parent)) {
      const Node *around = parent.parent;
      return member->object == reference &&
             (!writtenKeyOf(*member) || (around && targetOf(*around) == member));
    }
    if (const auto *call = llvm::dyn_cast<CallExpression>(&parent))
      return call->callee != reference;
    return llvm::isa<NewExpression, SpreadElement, YieldExpression>(parent);
  });
}

/// The class that `new` made an object of; null for other objects.
const Node *SandboxTruth::classOf(const Made &object) {
  const auto *construction = llvm::dyn_cast<NewExpression>(object.node);
  Made type = construction ? resolve(*construction->callee, object.frame) : Made();
  bool isPlain = type.node && isClass(*type.node) && !superClassOf(*type.node);
  return isPlain ? type.node : nullptr;
}

const Node *SandboxTruth::getterOf(const Made &object, llvm::StringRef key) {
  if (const auto *literal = llvm::dyn_cast<ObjectExpression>(object.node)) {
    const Node *getter = nullptr;
    for (const Node *one : literal->properties) {
      const auto *property = llvm::dyn_cast<Property>(one);
      if (property && writtenKeyOf(*property) == key && property->propertyKind == PropertyKind::Get)
        getter = property->value;
    }
    return getter;
  }
  const Node *type = classOf(object);
  const ClassBody *body = type ? classBody(*type) : nullptr;
  for (const Node *part : body ? body->body : NodeList()) {
    const auto *method = llvm::dyn_cast<MethodDefinition>(part);
    if (method && !method->isStatic && method->methodKind == MethodKind::Get &&
        writtenKeyOf(*method) == key)
      return method->value;
  }
  return nullptr;
}

/// Collects the definitions of a member of `this` in a class's code: fields and assignments,
/// including those by computed keys.
SandboxTruth::Definitions SandboxTruth::writesToThis(const Node &type, llvm::StringRef key) const {
  Definitions writes;
  const MemberIndex &members = memberIndexOf(program_);
  for (const MemberIndex::Accesses *accesses : {&members.of(key), &members.computed()})
    for (const MemberExpression *target : accesses->writes)
      if (llvm::isa<ThisExpression>(target->object) && isInside(*target, type))
        writes.push_back(target->parent);
  for (const MemberIndex::Given &given : members.of(key).given)
    if (llvm::isa<PropertyDefinition>(given.member) && given.member->parent->parent == &type)
      writes.push_back(given.member);
  return writes;
}

} // namespace agentc
