#include "TypeScriptNames.h"

#include "agentc/Syntax/Jsx.h"

namespace agentc {

using namespace ast;

llvm::StringRef nameOfIdentifier(const Node *node) {
  const auto *id = llvm::dyn_cast_or_null<Identifier>(node);
  return id ? id->name : llvm::StringRef();
}

llvm::SmallVector<llvm::StringRef, 4> pathOf(const TSModuleDeclaration &declaration) {
  llvm::SmallVector<llvm::StringRef, 4> path;
  const Node *at = declaration.id;
  for (; const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at); at = member->object)
    path.push_back(nameOfIdentifier(member->property));
  path.push_back(nameOfIdentifier(at));
  std::reverse(path.begin(), path.end());
  return path;
}

const Identifier *outermostName(const TSModuleDeclaration &declaration) {
  const Node *at = declaration.id;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at))
    at = member->object;
  return llvm::dyn_cast_or_null<Identifier>(at);
}

/// The namespace in whose block a statement stands directly; null if there is none.
static const TSModuleDeclaration *spaceAround(const Node &statement) {
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(statement.parent);
  return block ? llvm::dyn_cast_or_null<TSModuleDeclaration>(block->parent) : nullptr;
}

const TSModuleDeclaration *spaceOfExported(const Node &declaration) {
  const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(declaration.parent);
  return exported ? spaceAround(*exported) : nullptr;
}

void forEachName(const Node &pattern, llvm::function_ref<void(const Identifier &)> visit) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&pattern))
    return visit(*name);
  if (const auto *property = llvm::dyn_cast<Property>(&pattern))
    return forEachName(*property->value, visit);
  if (const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&pattern))
    return forEachName(*withDefault->left, visit);
  if (const auto *parameter = llvm::dyn_cast<TSParameterProperty>(&pattern))
    return forEachName(*parameter->parameter, visit);
  if (const auto *parameter = llvm::dyn_cast<TSDecoratedParameter>(&pattern))
    return forEachName(*parameter->parameter, visit);
  if (llvm::isa<ObjectPattern, ArrayPattern, RestElement>(pattern))
    forEachChild(pattern, [&](const Node &child) { forEachName(child, visit); });
}

const Node *firstStatement(const ast::Module &module) {
  for (const Node *statement : module.program->body) {
    const auto *plain = llvm::dyn_cast_or_null<ExpressionStatement>(statement);
    if (statement && !(plain && plain->directive) && !isJsxImport(*statement))
      return statement;
  }
  return nullptr;
}

bool isShorthand(const Identifier &id) {
  const auto *property = llvm::dyn_cast_or_null<Property>(id.parent);
  if (!property)
    if (const auto *withDefault = llvm::dyn_cast_or_null<AssignmentPattern>(id.parent))
      property = withDefault->left == &id ? llvm::dyn_cast_or_null<Property>(withDefault->parent)
                                          : nullptr;
  return property && property->shorthand;
}

} // namespace agentc
