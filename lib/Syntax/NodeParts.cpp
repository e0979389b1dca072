#include "agentc/Syntax/NodeParts.h"

#include "agentc/Syntax/Disposal.h"

namespace agentc {

using namespace ast;

KeyPart keyPartOf(const Node &node) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(&node))
    return {member->property, member->computed};
  if (const auto *property = llvm::dyn_cast<Property>(&node))
    return {property->key, property->computed};
  if (const auto *method = llvm::dyn_cast<MethodDefinition>(&node))
    return {method->key, method->computed};
  if (const auto *field = llvm::dyn_cast<PropertyDefinition>(&node))
    return {field->key, field->computed};
  return {};
}

std::optional<llvm::StringRef> textOfLiteral(const Node *node) {
  const auto *literal = llvm::dyn_cast_or_null<Literal>(node);
  if (literal && literal->literal == LiteralKind::String)
    return literal->text;
  const auto *quasi = llvm::dyn_cast_or_null<TemplateLiteral>(node);
  if (quasi && quasi->expressions.empty() && quasi->quasis.size() == 1)
    return llvm::cast<TemplateElement>(quasi->quasis[0])->cooked;
  return std::nullopt;
}

std::optional<llvm::StringRef> writtenKeyOf(const Node &node) {
  const auto [key, computed] = keyPartOf(node);
  const auto *name = llvm::dyn_cast_or_null<Identifier>(key);
  if (name && !computed)
    return name->name;
  if (const auto *hidden = llvm::dyn_cast_or_null<PrivateIdentifier>(key))
    return hidden->name;
  return textOfLiteral(key);
}

const Node *targetOf(const Node &node) {
  if (const auto *assignment = llvm::dyn_cast<AssignmentExpression>(&node))
    return assignment->left;
  const auto *update = llvm::dyn_cast<UpdateExpression>(&node);
  return update ? update->argument : nullptr;
}

const Node *functionAround(const Node &node) {
  const Node *at = node.parent;
  while (at && !isFunction(*at) && !llvm::isa<PropertyDefinition, StaticBlock>(at))
    at = at->parent;
  return at;
}

CallParts partsOf(const Node &call) {
  if (const auto *construction = llvm::dyn_cast<NewExpression>(&call))
    return {construction->callee, construction->arguments, true};
  const auto *expression = llvm::dyn_cast<CallExpression>(&call);
  return expression ? CallParts{expression->callee, expression->arguments, false} : CallParts();
}

bool disposes(const Node &declaration) {
  const auto *variables = llvm::dyn_cast<VariableDeclaration>(&declaration);
  return variables && (variables->variableKind == VariableKind::Using ||
                       variables->variableKind == VariableKind::AwaitUsing);
}

const Identifier *ownNameOf(const Node &functionOrClass) {
  const Node *name = nullptr;
  if (const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&functionOrClass))
    name = declaration->id;
  else if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&functionOrClass))
    name = expression->id;
  else if (const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&functionOrClass))
    name = declaration->id;
  else if (const auto *expression = llvm::dyn_cast<ClassExpression>(&functionOrClass))
    name = expression->id;
  return llvm::dyn_cast_or_null<Identifier>(name);
}

const Node *superClassOf(const Node &type) {
  if (const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&type))
    return declaration->superClass;
  const auto *expression = llvm::dyn_cast<ClassExpression>(&type);
  return expression ? expression->superClass : nullptr;
}

bool isAsync(const Node &function) {
  if (const auto *arrow = llvm::dyn_cast<ArrowFunctionExpression>(&function))
    return arrow->async;
  if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&function))
    return expression->async;
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function);
  return declaration && declaration->async;
}

bool isGenerator(const Node &function) {
  if (const auto *expression = llvm::dyn_cast<FunctionExpression>(&function))
    return expression->generator;
  const auto *declaration = llvm::dyn_cast<FunctionDeclaration>(&function);
  return declaration && declaration->generator;
}

const ClassBody *classBody(const Node &node) {
  const Node *body = nullptr;
  if (const auto *declaration = llvm::dyn_cast<ClassDeclaration>(&node))
    body = declaration->body;
  else if (const auto *expression = llvm::dyn_cast<ClassExpression>(&node))
    body = expression->body;
  return llvm::dyn_cast_or_null<ClassBody>(body);
}

const Node *constructorOf(const Node &type) {
  const ClassBody *body = classBody(type);
  for (const Node *part : body ? body->body : NodeList())
    if (const auto *method = llvm::dyn_cast<MethodDefinition>(part);
        method && method->methodKind == MethodKind::Constructor)
      return method->value;
  return nullptr;
}

bool endsChain(const Node &expression) {
  const Node *at = &expression;
  while (at) {
    if (const auto *member = llvm::dyn_cast<MemberExpression>(at)) {
      if (member->optional)
        return true;
      at = member->object;
    } else if (const auto *call = llvm::dyn_cast<CallExpression>(at)) {
      if (call->optional)
        return true;
      at = call->callee;
    } else {
      return false;
    }
  }
  return false;
}

} // namespace agentc
