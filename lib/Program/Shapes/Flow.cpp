#include "Flow.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxFlowDepth = 8;
constexpr size_t maxFlowResults = 4, maxCalls = 20000;

} // namespace

const Identifier *nameOfParameter(const Node *parameter) {
  if (const auto *withDefault = llvm::dyn_cast_or_null<AssignmentPattern>(parameter))
    parameter = withDefault->left;
  return llvm::dyn_cast_or_null<Identifier>(parameter);
}

std::optional<ParameterPlace> placeOfParameter(const Symbol &symbol) {
  if (symbol.kind != SymbolKind::Parameter || !symbol.scope->node || symbol.targets.empty())
    return std::nullopt;
  NodeList parameters = paramsOf(*symbol.scope->node);
  for (unsigned i = 0; i < parameters.size() && i < 16; ++i)
    if (nameOfParameter(parameters[i]) == symbol.targets.front())
      return ParameterPlace{symbol.scope->node, i};
  return std::nullopt;
}

Nodes Flow::sourcesOf(const Symbol &symbol, unsigned depth) {
  Nodes sources;
  if (depth > maxFlowDepth || symbol.targets.size() > maxFlowResults)
    return sources;
  if (auto place = placeOfParameter(symbol)) {
    // a parameter that is assigned besides holds other things too
    if (symbol.targets.size() > 1)
      return sources;
    for (const CallExpression *call : callsOf(*place->function)) {
      const auto *member = llvm::dyn_cast<MemberExpression>(call->callee);
      unsigned index = place->index + (member && writtenKeyOf(*member) == "call");
      if (index >= call->arguments.size() || sources.size() >= maxFlowResults)
        return {};
      sources.push_back(call->arguments[index]);
    }
    return sources;
  }
  for (const Identifier *target : symbol.targets) {
    const Node *parent = target->parent;
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent);
    if (llvm::isa<FunctionDeclaration, FunctionExpression>(parent)) {
      sources.push_back(parent);
    } else if (declarator && declarator->id == target) {
      if (declarator->init)
        sources.push_back(declarator->init);
    } else if (assignment && assignment->left == target && assignment->op == "=") {
      sources.push_back(assignment->right);
    } else if (llvm::isa<ImportSpecifier, ImportDefaultSpecifier>(parent)) {
      const Symbol &exported = names().denoted(symbol);
      if (&exported == &symbol)
        return {};
      sources.append(sourcesOf(exported, depth + 1));
    } else {
      return {};
    }
  }
  return sources;
}

void Flow::addReturned(const Node &function, unsigned depth, Nodes &found) {
  const Node *body = bodyOf(function);
  if (!body)
    return;
  if (!llvm::isa<BlockStatement>(body))
    return addFunctionsOf(*body, depth + 1, found);
  // bundlers return at the end of a body
  for (const Node *statement : llvm::cast<BlockStatement>(body)->body)
    if (const auto *end = llvm::dyn_cast_or_null<ReturnStatement>(statement); end && end->argument)
      addFunctionsOf(*end->argument, depth + 1, found);
}

void Flow::addFunctionsOf(const Node &node, unsigned depth, Nodes &found) {
  if (depth > maxFlowDepth || found.size() >= maxFlowResults)
    return;
  auto add = [&](const Node *one) {
    if (one)
      addFunctionsOf(*one, depth + 1, found);
  };
  switch (node.kind) {
  case NodeKind::FunctionExpression:
  case NodeKind::ArrowFunctionExpression:
  case NodeKind::FunctionDeclaration:
    if (!llvm::is_contained(found, &node))
      found.push_back(&node);
    return;
  case NodeKind::SequenceExpression:
    return add(llvm::cast<SequenceExpression>(node).expressions.back());
  case NodeKind::LogicalExpression:
    add(llvm::cast<LogicalExpression>(node).left);
    return add(llvm::cast<LogicalExpression>(node).right);
  case NodeKind::ConditionalExpression:
    add(llvm::cast<ConditionalExpression>(node).consequent);
    return add(llvm::cast<ConditionalExpression>(node).alternate);
  case NodeKind::AssignmentExpression:
    return add(llvm::cast<AssignmentExpression>(node).right);
  case NodeKind::CallExpression:
    for (const Node *callee : functionsOf(*llvm::cast<CallExpression>(node).callee, depth + 1))
      addReturned(*callee, depth + 1, found);
    return;
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(node);
    const auto *object = llvm::dyn_cast<Identifier>(member.object);
    const Symbol *symbol = object ? program_->symbolOf(*object) : nullptr;
    std::optional<llvm::StringRef> key = writtenKeyOf(member);
    return symbol && key ? add(memberOf(*symbol, *key)) : void();
  }
  case NodeKind::Identifier: {
    const Symbol *symbol = program_->symbolOf(llvm::cast<Identifier>(node));
    if (const Node *function = symbol ? aliases_.lookup(symbol) : nullptr)
      return add(function);
    for (const Node *source : symbol ? sourcesOf(*symbol, depth + 1) : Nodes())
      add(source);
    return;
  }
  default:
    return;
  }
}

Nodes Flow::functionsOf(const Node &expression, unsigned depth) {
  auto known = functions_.find(&expression);
  if (known != functions_.end())
    return known->second;
  Nodes found;
  addFunctionsOf(expression, depth, found);
  if (depth == 0)
    functions_[&expression] = found;
  return found;
}

/// TypeScript's helpers come from a package of their own where a compiler is told so.
static std::string importedHostName(const agentc::Program &program, const Symbol &symbol) {
  const Node *specifier = symbol.targets.empty() ? nullptr : symbol.targets.front()->parent;
  const ImportRecord *record = specifier ? program.importOf(*specifier->parent) : nullptr;
  if (!record || record->resolution.kind != Resolution::Kind::External ||
      record->resolution.name != "tslib")
    return "";
  if (llvm::isa<ImportNamespaceSpecifier>(specifier))
    return "tslib";
  const auto *named = llvm::dyn_cast<ImportSpecifier>(specifier);
  const auto *name =
      named ? llvm::dyn_cast<Identifier>(named->imported ? named->imported : named->local)
            : nullptr;
  return name ? "tslib." + name->name.str() : "";
}

std::string Flow::hostNameOf(const Node &node, unsigned depth) {
  if (depth > maxFlowDepth)
    return "";
  if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(&node))
    return hostNameOf(*sequence->expressions.back(), depth + 1);
  if (const auto *call = llvm::dyn_cast<CallExpression>(&node))
    return call->arguments.size() == 1 && textOfLiteral(call->arguments[0]) == "tslib" &&
                   hostNameOf(*call->callee, depth + 1) == "require"
               ? "tslib"
               : "";
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node)) {
    std::optional<llvm::StringRef> key = writtenKeyOf(*member);
    std::string object = key ? hostNameOf(*member->object, depth + 1) : "";
    return object.empty() || object.size() > 100 ? "" : object + "." + key->str();
  }
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  if (!name || !program_->isReference(*name))
    return "";
  const Symbol *symbol = program_->symbolOf(*name);
  if (!symbol)
    return name->name.str();
  if (symbol->kind == SymbolKind::Import)
    return importedHostName(*program_, *symbol);
  Nodes sources = symbol->targets.size() == 1 ? sourcesOf(*symbol, depth + 1) : Nodes();
  return sources.size() == 1 && isExpression(*sources.front()) && !isFunction(*sources.front())
             ? hostNameOf(*sources.front(), depth + 1)
             : "";
}

llvm::ArrayRef<const CallExpression *> Flow::callsOf(const Node &function) {
  auto [entry, isNew] = calls_.try_emplace(&function);
  if (!isNew)
    return entry->second;
  std::vector<const CallExpression *> calls;
  auto addUse = [&](const Node &use) {
    const Node *callee = &use;
    if (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(use.parent))
      if (member->object == &use && writtenKeyOf(*member) == "call")
        callee = member;
    if (const auto *sequence = llvm::dyn_cast_or_null<SequenceExpression>(callee->parent))
      if (sequence->expressions.back() == callee)
        callee = sequence;
    const auto *call = llvm::dyn_cast_or_null<CallExpression>(callee->parent);
    if (call && call->callee == callee && calls.size() < maxCalls)
      calls.push_back(call);
  };
  addUse(function);
  const Node *id = nullptr;
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function))
    id = declaration->id;
  // `var f = function …`, and what stands around a function that is only guarded
  const Node *at = &function;
  while (at->parent && llvm::isa<LogicalExpression, ConditionalExpression>(at->parent))
    at = at->parent;
  if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(at->parent))
    id = declarator->id;
  std::vector<const Symbol *> symbols;
  if (const auto *name = llvm::dyn_cast_or_null<Identifier>(id))
    if (const Symbol *symbol = program_->symbolOf(*name))
      symbols = names().aliasesOf(*symbol).vec(), symbols.push_back(symbol);
  for (const Symbol *symbol : symbols)
    for (const Identifier *reference : symbol->references)
      addUse(*reference);
  return calls_[&function] = std::move(calls);
}

const Node *Flow::memberOf(const Symbol &symbol, llvm::StringRef key) {
  if (const Node *function = aliases_.lookup(&symbol)) {
    const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(function);
    const auto *id = declaration ? llvm::dyn_cast_or_null<Identifier>(declaration->id) : nullptr;
    const Symbol *own = id ? program_->symbolOf(*id) : nullptr;
    return own && own != &symbol ? memberOf(*own, key) : nullptr;
  }
  auto [entry, isNew] = members_.try_emplace(&symbol);
  if (!isNew)
    return entry->second.lookup(key);
  llvm::StringMap<const Node *> members;
  for (const Identifier *reference : symbol.references) {
    const auto *member = llvm::dyn_cast_or_null<MemberExpression>(reference->parent);
    const auto *assignment =
        member ? llvm::dyn_cast_or_null<AssignmentExpression>(member->parent) : nullptr;
    if (!assignment || assignment->left != member || member->object != reference)
      continue;
    if (std::optional<llvm::StringRef> written = writtenKeyOf(*member))
      members[*written] = assignment->right;
  }
  for (const Identifier *target : symbol.targets)
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target->parent))
      if (const auto *object = llvm::dyn_cast_or_null<ObjectExpression>(declarator->init))
        for (const Node *part : object->properties)
          if (const auto *property = llvm::dyn_cast<Property>(part))
            if (std::optional<llvm::StringRef> written = writtenKeyOf(*property))
              members.try_emplace(*written, property->value);
  return (members_[&symbol] = std::move(members)).lookup(key);
}

HelperShape Flow::shapeOfCallee(const Node &callee) {
  for (const Node *function : functionsOf(callee))
    if (HelperShape shape = shapeOf(*function); shape.kind != HelperShape::Kind::None)
      return shape;
  return {};
}

} // namespace agentc
