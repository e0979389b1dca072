#include "TypeScriptLowering.h"
#include "TypeScriptNames.h"

namespace agentc {

using namespace ast;

/// Which namespace it is that a declaration is a block of: the scope that its outermost name stands
/// in, and the names down to that of `depth`.
std::string TypeScriptLowering::keyOf(const TSModuleDeclaration &declaration, size_t depth) const {
  std::string key;
  llvm::SmallVector<llvm::StringRef, 4> path = pathOf(declaration);
  for (llvm::StringRef name : llvm::ArrayRef(path).take_front(std::min(depth, path.size())))
    key += "." + name.str();
  if (const TSModuleDeclaration *outer = spaceOfExported(declaration))
    return keyOf(*outer) + key;
  const Identifier *id = outermostName(declaration);
  const Symbol *symbol = id ? program_.symbolOf(*id) : nullptr;
  return std::to_string(symbol ? symbol->index + 1 : 0) + key;
}

void TypeScriptLowering::readSpaces(const Node &node) {
  if (const auto *declaration = llvm::dyn_cast<TSModuleDeclaration>(&node))
    if (const auto *body = llvm::dyn_cast_or_null<BlockStatement>(declaration->body)) {
      llvm::SmallVector<llvm::StringRef, 4> path = pathOf(*declaration);
      for (size_t depth = 1; depth < path.size(); ++depth)
        spaces_[keyOf(*declaration, depth)].exports.try_emplace(path[depth], false);
      Space &space = spaces_[keyOf(*declaration)];
      for (const Node *statement : body->body) {
        const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(statement);
        const Node *made = exported ? exported->declaration : nullptr;
        if (const auto *variables = llvm::dyn_cast_or_null<VariableDeclaration>(made)) {
          for (const Node *one : variables->declarations)
            forEachName(*llvm::cast<VariableDeclarator>(one)->id,
                        [&](const Identifier &id) { space.exports[id.name] = true; });
        } else if (made) {
          const auto *inner = llvm::dyn_cast<TSModuleDeclaration>(made);
          const auto *alias = llvm::dyn_cast<TSImportEqualsDeclaration>(made);
          llvm::StringRef name =
              inner ? nameOfIdentifier(outermostName(*inner)) : llvm::StringRef();
          if (alias)
            name = nameOfIdentifier(alias->id);
          if (const auto *function = llvm::dyn_cast<FunctionDeclaration>(made))
            name = nameOfIdentifier(function->id);
          else if (const auto *type = llvm::dyn_cast<ClassDeclaration>(made))
            name = nameOfIdentifier(type->id);
          else if (const auto *enumeration = llvm::dyn_cast<TSEnumDeclaration>(made))
            name = nameOfIdentifier(enumeration->id);
          if (!name.empty())
            space.exports.try_emplace(name, alias != nullptr);
        }
      }
    }
  forEachChild(node, [&](const Node &child) { readSpaces(child); });
}

/// Returns the qualifier of a name that is a member of an enclosing namespace, in whichever of
/// its blocks; empty if the name is the block's own, std::nullopt if it is none of these.
std::optional<std::string> TypeScriptLowering::qualifierIn(const TSModuleDeclaration &space,
                                                           const Identifier &id,
                                                           bool isWithin) const {
  llvm::SmallVector<llvm::StringRef, 4> path = pathOf(space);
  for (size_t depth = path.size(); depth > 0; --depth) {
    auto found = spaces_.find(keyOf(space, depth));
    if (found == spaces_.end())
      continue;
    auto exported = found->second.exports.find(id.name);
    bool isExported = exported != found->second.exports.end();
    if (isWithin) {
      const Symbol *symbol = program_.symbolOf(id);
      bool isMember = symbol->scope && symbol->scope->node == &space;
      return isMember && isExported && exported->second ? path[depth - 1].str() + "." : "";
    }
    if (isExported)
      return path[depth - 1].str() + ".";
  }
  return std::nullopt;
}

void TypeScriptLowering::lowerNamespace(const TSModuleDeclaration &declaration, Refuse refuse) {
  const Identifier *id = outermostName(declaration);
  const auto *body = llvm::dyn_cast_or_null<BlockStatement>(declaration.body);
  if (!id || !body || declaration.range.end != body->range.end ||
      text_[declaration.range.end - 1] != '}')
    return refuse(declaration, "this `namespace`");
  llvm::SmallVector<llvm::StringRef, 4> path = pathOf(declaration);
  makeObject(declaration, *id, body->range.begin, path);
  for (const Node *statement : body->body)
    if (const auto *exported = llvm::dyn_cast_or_null<ExportNamedDeclaration>(statement))
      lowerExported(*exported, declaration, refuse);
}

void TypeScriptLowering::lowerExported(const ExportNamedDeclaration &statement,
                                       const TSModuleDeclaration &space, Refuse refuse) {
  const Node *declaration = statement.declaration;
  llvm::StringRef owner = pathOf(space).back();
  if (!declaration)
    return refuse(statement, "`export {}` in a namespace");
  if (const auto *variables = llvm::dyn_cast<VariableDeclaration>(declaration))
    return lowerVariables(statement, *variables, owner);
  const auto *function = llvm::dyn_cast<FunctionDeclaration>(declaration);
  const auto *type = llvm::dyn_cast<ClassDeclaration>(declaration);
  if (!function && !type)
    return; // it knows itself whose member it is
  llvm::StringRef name = nameOfIdentifier(function ? function->id : type->id);
  replace(statement.range.begin, declaration->range.begin, "");
  insert(declaration->range.end, " " + owner.str() + "." + name.str() + " = " + name.str() + ";");
}

/// `export const a = 1, {b} = c` becomes `(N.a = 1, {b: N.b} = c)`.
void TypeScriptLowering::lowerVariables(const ExportNamedDeclaration &statement,
                                        const VariableDeclaration &declaration,
                                        llvm::StringRef space) {
  uint32_t begin = declaration.declarations.front()->range.begin;
  uint32_t end = declaration.declarations.back()->range.end;
  // types may leave a `;` where they end
  for (const TypeSpan &span : llvm::reverse(module_.syntax->typeSpans))
    if (span.range.end == end && span.range.begin > begin)
      end = span.range.begin;
  replace(statement.range.begin, begin, ";(");
  for (const Node *one : declaration.declarations) {
    const auto &declarator = llvm::cast<VariableDeclarator>(*one);
    forEachName(*declarator.id, [&](const Identifier &id) {
      std::string qualifier = space.str() + ".";
      qualified_.insert(&id);
      insert(id.range.begin, isShorthand(id) ? id.name.str() + ": " + qualifier : qualifier);
    });
  }
  insert(end, ");");
}

} // namespace agentc
