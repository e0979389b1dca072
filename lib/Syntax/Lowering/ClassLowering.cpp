#include "Lowering/ClassLowering.h"

#include "Lowering/DecoratorCalls.h"
#include "Lowering/FunctionLowering.h"
#include "Lowering/StatementLowering.h"

#include "llvm/Support/SaveAndRestore.h"

namespace agentc {

using namespace ast;

const Node *ClassLowering::classNode(Here at, bool declaration) {
  Nodes decorators;
  const Node *id = nullptr;
  const Node *superClass = nullptr;
  const Node *body = nullptr;
  children([&](Here child) {
    switch (child.kind) {
    case Kind::Decorator:
      decorators.push_back(decorator(child));
      break;
    case Kind::Identifier:
    case Kind::TypeIdentifier:
      if (!functions().isDefaultName(child.range))
        id = identifier(child);
      break;
    case Kind::AbstractKeyword:
    case Kind::TypeParameters:
      typeSpan(child.range);
      break;
    case Kind::ClassHeritage:
      heritage(superClass);
      break;
    case Kind::ClassBody:
      body = classBody(child);
      break;
    default:
      break;
    }
  });
  auto fill = [&](auto *node) -> const Node * {
    node->decorators = list(decorators);
    node->id = id;
    node->superClass = superClass;
    node->body = body ? body : done(make<ClassBody>({at.range.end, at.range.end}));
    node->range.end = node->body->range.end;
    done(node);
    decoratorCalls().applyDecorators(*node);
    return node;
  };
  return declaration ? fill(make<ClassDeclaration>(at.range))
                     : fill(make<ClassExpression>(at.range));
}

void ClassLowering::heritage(const Node *&superClass) {
  children([&](Here child) {
    if (child.kind == Kind::ImplementsClause)
      typeSpan(child.range);
    else if (child.kind == Kind::TypeArguments)
      typeSpan(child.range);
    else if (child.kind == Kind::ExtendsClause)
      heritage(superClass);
    else if (child.kind != Kind::Other && child.kind != Kind::Comma && !superClass)
      superClass = expression(child);
  });
}

/// ECMAScript ends no field at the line break behind these words.
void ClassLowering::checkOpenField(const Node &member) {
  const auto &field = llvm::cast<PropertyDefinition>(member);
  const auto *name = llvm::dyn_cast<Identifier>(field.key);
  if (name && !field.computed && !field.value && name->range.end == field.range.end &&
      (name->name == "get" || name->name == "set" || name->name == "static"))
    breaks_.joinLines(name->range, "this word goes with the member in the next line");
}

const Node *ClassLowering::classBody(Here at) {
  auto *node = make<ClassBody>(at.range);
  Nodes members;
  Nodes decorators;
  ast::Node *openField = nullptr;
  children([&](Here child) {
    if (openField && child.kind != Kind::Semicolon && child.kind != Kind::CloseBrace)
      checkOpenField(*openField);
    switch (child.kind) {
    case Kind::Semicolon:
      if (openField)
        openField->range.end = child.range.end;
      break;
    case Kind::Decorator:
      decorators.push_back(decorator(child));
      return;
    case Kind::MethodDefinition:
      members.push_back(functions().method(child, true, decorators));
      break;
    case Kind::FieldDefinition:
    case Kind::PublicFieldDefinition:
      if (const Node *field = fieldDefinition(child)) {
        members.push_back(field);
        openField = const_cast<Node *>(field);
        return;
      }
      break;
    case Kind::ClassStaticBlock:
      members.push_back(staticBlock(child));
      break;
    case Kind::MethodSignature:
    case Kind::AbstractMethodSignature:
    case Kind::IndexSignature:
      typeSpanWith(child.range, ";,", true);
      break;
    default:
      break;
    }
    decorators.clear();
    openField = nullptr;
  });
  node->body = list(members);
  return done(trimmed(node));
}

/// A field; null for one that only declares a type.
const Node *ClassLowering::fieldDefinition(Here at) {
  auto *node = make<PropertyDefinition>(at.range);
  Nodes decorators;
  bool erased = false;
  bool sawAssign = false;
  bool sawModifier = false;
  children([&](Here child) {
    if (sawModifier)
      noBreakBefore(child, modifierBreak);
    sawModifier = endsWithLine(child.kind) && !node->key;
    switch (child.kind) {
    case Kind::Decorator:
      decorators.push_back(decorator(child));
      return;
    case Kind::AccessorKeyword:
      node->accessor = true;
      return;
    case Kind::StaticKeyword:
      node->isStatic = true;
      return;
    case Kind::DeclareKeyword:
    case Kind::AbstractKeyword:
      erased = true;
      return;
    case Kind::AccessibilityModifier:
    case Kind::OverrideModifier:
    case Kind::ReadonlyKeyword:
    case Kind::QuestionMark:
    case Kind::Bang:
    case Kind::TypeAnnotation:
      typeSpan(child.range);
      return;
    case Kind::Assign:
      sawAssign = true;
      return;
    case Kind::Other:
      return;
    default:
      break;
    }
    if (erased)
      return;
    if (!sawAssign) {
      node->accessor |= hasMaskedAccessor(child.range.begin);
      node->key = propertyName(child, node->computed);
      return;
    }
    llvm::SaveAndRestore<FunctionContext> outer(context_);
    context_ = {false, false, context_.functionDepth + 1};
    node->value = expression(child);
  });
  if (erased) {
    typeSpanWith(at.range, ";,", true);
    return nullptr;
  }
  node->decorators = list(decorators);
  node->key = orMissing(node->key, at.range.begin);
  return done(node);
}

/// True if GrammarGaps blanked out the word `accessor` before a field's name.
bool ClassLowering::hasMaskedAccessor(uint32_t begin) const {
  constexpr llvm::StringLiteral word = "accessor";
  llvm::StringRef front = module_.text.take_front(begin).rtrim(" \t");
  return front.size() < begin && front.ends_with(word) &&
         tree_.audit().parsed().substr(front.size() - word.size(), word.size()).trim().empty();
}

const Node *ClassLowering::staticBlock(Here at) {
  auto *node = make<StaticBlock>(at.range);
  llvm::SaveAndRestore<FunctionContext> outer(context_);
  context_ = {false, false, context_.functionDepth + 1};
  children([&](Here child) {
    if (child.kind == Kind::StatementBlock)
      node->body = statements().statementList(false);
  });
  return done(node);
}

const Node *ClassLowering::decorator(Here at) {
  auto *node = make<Decorator>(at.range);
  children([&](Here child) {
    if (child.kind != Kind::Other)
      node->expression = expression(child);
  });
  node->expression = orMissing(node->expression, at.range.end);
  return done(node);
}

} // namespace agentc
