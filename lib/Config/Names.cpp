#include "Names.h"

#include "DefinitionIndex.h"
#include "Definitions.h"

#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

ConfigField nameField(const ExtractionContext &context, llvm::StringRef name, const Node &site) {
  ConfigField field;
  field.value = std::make_shared<const Json>(name.str());
  field.kind = Provenance::Literal;
  field.source = placeOf(context.program, site);
  return field;
}

std::optional<std::string> nameIn(const std::optional<ConfigField> &field) {
  if (!field || !field->value || field->kind == Provenance::Unresolved ||
      !field->value->is_string())
    return std::nullopt;
  std::string text = field->value->get<std::string>();
  return isValidName(text) ? std::optional(text) : std::nullopt;
}

void checkName(std::optional<ConfigField> &name) {
  if (!name || !name->value || name->kind == Provenance::Unresolved || nameIn(name))
    return;
  name->kind = Provenance::Unresolved;
  name->value = nullptr;
  name->reason = "it is not a name that a tool can have";
}

void spellByLetters(std::optional<ConfigField> &name) {
  if (!name || !name->value || name->kind == Provenance::Unresolved || !name->value->is_string())
    return;
  std::string spelt, text = name->value->get<std::string>();
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80 && byte < 0xC0)
      continue; // it belongs to the character before
    spelt += llvm::isAlnum(c) ? std::string(1, c) : byte >= 0xF0 ? "__" : "_";
  }
  if (spelt == text)
    return;
  name->value = std::make_shared<const Json>(std::move(spelt));
  name->kind = Provenance::Folded;
}

std::string idOf(ExtractionContext &context, const std::optional<ConfigField> &name,
                 llvm::StringRef key, const Node &site) {
  if (std::optional<std::string> text = nameIn(name))
    return *text;
  if (isValidName(key))
    return key.str();
  Position at = context.index.positionOf(site);
  return "unnamed@" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

namespace {

llvm::StringRef nameOf(const Node *node) {
  const auto *identifier = llvm::dyn_cast_or_null<Identifier>(node);
  return identifier ? identifier->name : llvm::StringRef();
}

/// The key of a property, a member of a class, or what a member access writes.
std::string keyOf(const ExtractionContext &context, const Node &node) {
  return context.values.keyOf(node).value_or("");
}

/// The name that a module exports a variable by: the variable's own, or the first other.
std::string exportedName(const ExtractionContext &context, const Identifier &variable) {
  const Symbol *symbol = context.program.symbolOf(variable);
  const ModuleInfo &module = context.program.moduleOf(variable);
  std::string found;
  for (const auto &[name, record] : module.exports) {
    if (!symbol || record.symbol != symbol || name == "default")
      continue;
    if (name == variable.name)
      return name;
    if (found.empty())
      found = name;
  }
  return found.empty() ? variable.name.str() : found;
}

constexpr unsigned maxNameSteps = 16;

} // namespace

std::string variableOf(const ExtractionContext &context, const Node &definition) {
  const Node *node = &definition;
  for (unsigned step = 0; step < maxNameSteps && node->parent; ++step) {
    const Node *parent = node->parent;
    if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent)) {
      const auto *variable = llvm::dyn_cast<Identifier>(declarator->id);
      return variable ? exportedName(context, *variable) : std::string();
    }
    if (const auto *property = llvm::dyn_cast<Property>(parent))
      return property->value == node ? keyOf(context, *parent) : std::string();
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(parent))
      return field->value == node ? keyOf(context, *parent) : std::string();
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(parent))
      return keyOf(context, *method);
    if (const Identifier *variable =
            llvm::isa<FunctionDeclaration>(parent) ? ownNameOf(*parent) : nullptr)
      return exportedName(context, *variable);
    if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent)) {
      if (assignment->right != node)
        return {};
      if (llvm::isa<MemberExpression>(assignment->left)) {
        std::string key = keyOf(context, *assignment->left);
        return key == "exports" || key == "default" ? std::string() : key;
      }
      const auto *variable = llvm::dyn_cast<Identifier>(assignment->left);
      return variable ? exportedName(context, *variable) : std::string();
    }
    // a factory gives what it returns its own name
    if (!isFunction(*parent) &&
        !llvm::isa<ReturnStatement, BlockStatement, AwaitExpression>(parent))
      return {};
    node = parent;
  }
  return {};
}

std::string functionNameOf(const ExtractionContext &context, const Node &function) {
  if (const Identifier *own = ownNameOf(function))
    return own->name.str();
  const Node *parent = function.parent;
  if (!parent)
    return {};
  if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(parent))
    return nameOf(declarator->id).str();
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(parent))
    return nameOf(assignment->left).str();
  if (llvm::isa<Property, PropertyDefinition, MethodDefinition>(parent))
    return keyOf(context, *parent);
  return {};
}

} // namespace agentc
