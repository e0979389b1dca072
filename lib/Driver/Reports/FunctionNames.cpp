#include "FunctionNames.h"

#include "agentc/Syntax/Walk.h"

namespace agentc {

namespace {

using namespace ast;

std::string keyText(const Node *key) {
  if (const auto *name = llvm::dyn_cast_or_null<Identifier>(key))
    return name->name.str();
  const auto *literal = llvm::dyn_cast_or_null<Literal>(key);
  return literal ? literal->text.str() : "";
}

/// Returns the name of a function: its own, or that of the variable or member it is given to.
std::string nameOf(const Node &function) {
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function))
    if (declaration->id)
      return keyText(declaration->id);
  if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&function))
    if (expression->id)
      return keyText(expression->id);
  const Node *parent = function.parent;
  if (const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(parent))
    return keyText(declarator->id);
  if (const auto *property = llvm::dyn_cast_or_null<Property>(parent))
    return property->computed ? "" : keyText(property->key);
  if (const auto *method = llvm::dyn_cast_or_null<MethodDefinition>(parent))
    return method->computed ? "" : keyText(method->key);
  if (const auto *field = llvm::dyn_cast_or_null<PropertyDefinition>(parent))
    return field->computed ? "" : keyText(field->key);
  const auto *assignment = llvm::dyn_cast_or_null<AssignmentExpression>(parent);
  const Node *left = assignment ? assignment->left : nullptr;
  if (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(left))
    return member->computed ? "" : keyText(member->property);
  return keyText(left);
}

} // namespace

FunctionNames::FunctionNames(const Forest &forest) {
  for (const auto &[path, module] : forest.modules()) {
    if (!module->program)
      continue;
    std::vector<Named> &names = byFile_[path];
    walk(*module->program, [&](const Node &node) {
      if (llvm::isa<FunctionDeclaration, FunctionExpression, ArrowFunctionExpression>(node))
        if (std::string name = nameOf(node); !name.empty())
          names.push_back({node.range, std::move(name)});
      return true;
    });
  }
}

llvm::StringRef FunctionNames::around(llvm::StringRef file, uint32_t offset) const {
  auto names = byFile_.find(std::string_view(file));
  const Named *innermost = nullptr;
  if (names != byFile_.end())
    for (const Named &one : names->second)
      // parents stand first
      if (one.range.begin <= offset && offset < one.range.end)
        innermost = &one;
  return innermost ? llvm::StringRef(innermost->name) : llvm::StringRef();
}

} // namespace agentc
