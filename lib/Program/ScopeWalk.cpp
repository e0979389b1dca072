#include "ProgramBuilder.h"
#include "TypeScriptNames.h"

namespace agentc {

using namespace ast;

namespace {

SymbolKind symbolKindOf(VariableKind kind) {
  switch (kind) {
  case VariableKind::Var:
    return SymbolKind::Var;
  case VariableKind::Let:
    return SymbolKind::Let;
  case VariableKind::Const:
  case VariableKind::Using:
  case VariableKind::AwaitUsing:
    return SymbolKind::Const;
  }
  return SymbolKind::Var;
}

/// `{exports: {}}`, with other properties or without.
bool makesModule(const ObjectExpression &object) {
  return object.properties.size() <= 8 && llvm::any_of(object.properties, [](const Node *part) {
           const auto *property = llvm::dyn_cast<Property>(part);
           const auto *value =
               property ? llvm::dyn_cast<ObjectExpression>(property->value) : nullptr;
           return value && value->properties.empty() && writtenKeyOf(*property) == "exports";
         });
}

} // namespace

void ScopeBuilder::visitAll(NodeList nodes) {
  for (const Node *node : nodes)
    if (node)
      visit(*node);
}

void ScopeBuilder::visitChildren(const Node &node) {
  forEachChild(node, [&](const Node &child) { visit(child); });
}

void ScopeBuilder::visitIn(ScopeKind kind, const Node &node, NodeList children) {
  Scope *outer = scope_;
  scope_ = &builder_.newScope(kind, outer, &node);
  declareHoisted(children);
  visitAll(children);
  scope_ = outer;
}

void ScopeBuilder::visitFunction(const Node &function, const Node *id, NodeList params,
                                 const Node *body) {
  Scope *outer = scope_;
  scope_ = &builder_.newScope(ScopeKind::Function, outer, &function);
  bool hasThis = !llvm::isa<ArrowFunctionExpression>(function);
  thisDepth_ += hasThis;
  if (const auto *name = llvm::dyn_cast_or_null<Identifier>(id);
      name && llvm::isa<FunctionExpression>(function))
    declare(*name, SymbolKind::Function);
  for (const Node *param : params)
    if (param)
      declarePattern(*param, SymbolKind::Parameter);
  if (const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body)) {
    declareHoisted(block->body);
    visitAll(block->body);
  } else if (body) {
    visit(*body);
  }
  thisDepth_ -= hasThis;
  scope_ = outer;
}

void ScopeBuilder::visitClass(const Node &node, const Node *id, const Node *superClass,
                              const Node *body) {
  Scope *outer = scope_;
  scope_ = &builder_.newScope(ScopeKind::Class, outer, &node);
  if (const auto *name = llvm::dyn_cast_or_null<Identifier>(id);
      name && llvm::isa<ClassExpression>(node))
    declare(*name, SymbolKind::Class);
  if (superClass)
    visit(*superClass);
  ++thisDepth_;
  if (body)
    visitChildren(*body);
  --thisDepth_;
  scope_ = outer;
}

void ScopeBuilder::visitAssignment(const AssignmentExpression &assignment) {
  assignPattern(*assignment.left, assignment.op != "=");
  visit(*assignment.right);
}

void ScopeBuilder::visitLoop(const Node &node) {
  Scope *outer = scope_;
  scope_ = &builder_.newScope(ScopeKind::Block, outer, &node);
  auto head = [&](const Node *left) {
    if (const auto *declaration = llvm::dyn_cast_or_null<VariableDeclaration>(left))
      visit(*declaration);
    else if (left)
      assignPattern(*left, false);
  };
  if (const auto *forIn = llvm::dyn_cast<ForInStatement>(&node)) {
    head(forIn->left);
    visit(*forIn->right);
    visit(*forIn->body);
  } else if (const auto *forOf = llvm::dyn_cast<ForOfStatement>(&node)) {
    head(forOf->left);
    visit(*forOf->right);
    visit(*forOf->body);
  } else {
    visitChildren(node);
  }
  scope_ = outer;
}

void ScopeBuilder::visitImport(const ImportDeclaration &declaration) {
  if (declaration.typeOnly)
    return;
  for (const Node *specifier : declaration.specifiers) {
    const Node *local = nullptr;
    if (const auto *named = llvm::dyn_cast<ImportSpecifier>(specifier))
      local = named->typeOnly ? nullptr : named->local;
    else if (const auto *byDefault = llvm::dyn_cast<ImportDefaultSpecifier>(specifier))
      local = byDefault->local;
    else if (const auto *all = llvm::dyn_cast<ImportNamespaceSpecifier>(specifier))
      local = all->local;
    if (const auto *id = llvm::dyn_cast_or_null<Identifier>(local))
      declare(*id, SymbolKind::Import);
  }
}

void ScopeBuilder::visit(const Node &node) {
  switch (node.kind) {
  case NodeKind::Identifier:
    return reference(llvm::cast<Identifier>(node), true, false);
  case NodeKind::FunctionDeclaration: {
    const auto &function = llvm::cast<FunctionDeclaration>(node);
    return visitFunction(node, function.id, function.params, function.body);
  }
  case NodeKind::FunctionExpression: {
    const auto &function = llvm::cast<FunctionExpression>(node);
    return visitFunction(node, function.id, function.params, function.body);
  }
  case NodeKind::ArrowFunctionExpression: {
    const auto &function = llvm::cast<ArrowFunctionExpression>(node);
    return visitFunction(node, nullptr, function.params, function.body);
  }
  case NodeKind::ClassDeclaration: {
    const auto &type = llvm::cast<ClassDeclaration>(node);
    visitAll(type.decorators);
    return visitClass(node, type.id, type.superClass, type.body);
  }
  case NodeKind::ClassExpression: {
    const auto &type = llvm::cast<ClassExpression>(node);
    visitAll(type.decorators);
    return visitClass(node, type.id, type.superClass, type.body);
  }
  case NodeKind::ThisExpression:
    if (thisDepth_ == 0)
      commonJsNames_.push_back(&node);
    return;
  case NodeKind::ObjectExpression:
    if (makesModule(llvm::cast<ObjectExpression>(node)))
      madeModules_.push_back(llvm::cast<ObjectExpression>(&node));
    return visitChildren(node);
  case NodeKind::MemberExpression: {
    const auto &member = llvm::cast<MemberExpression>(node);
    visit(*member.object);
    if (member.computed)
      visit(*member.property);
    return;
  }
  case NodeKind::Property: {
    const auto &property = llvm::cast<Property>(node);
    if (property.computed)
      visit(*property.key);
    return visit(*property.value);
  }
  case NodeKind::MethodDefinition: {
    const auto &method = llvm::cast<MethodDefinition>(node);
    visitAll(method.decorators);
    if (method.computed)
      visit(*method.key);
    return visit(*method.value);
  }
  case NodeKind::PropertyDefinition: {
    const auto &field = llvm::cast<PropertyDefinition>(node);
    visitAll(field.decorators);
    if (field.computed)
      visit(*field.key);
    if (field.value)
      visit(*field.value);
    return;
  }
  case NodeKind::VariableDeclaration: {
    const auto &declaration = llvm::cast<VariableDeclaration>(node);
    for (const Node *one : declaration.declarations) {
      const auto &declarator = llvm::cast<VariableDeclarator>(*one);
      declarePattern(*declarator.id, symbolKindOf(declaration.variableKind));
      if (declarator.init)
        visit(*declarator.init);
    }
    return;
  }
  case NodeKind::AssignmentExpression:
    return visitAssignment(llvm::cast<AssignmentExpression>(node));
  case NodeKind::UpdateExpression:
    return assignPattern(*llvm::cast<UpdateExpression>(node).argument, true);
  case NodeKind::BlockStatement:
    return visitIn(ScopeKind::Block, node, llvm::cast<BlockStatement>(node).body);
  case NodeKind::StaticBlock:
    return visitIn(ScopeKind::Function, node, llvm::cast<StaticBlock>(node).body);
  case NodeKind::WithStatement:
    visit(*llvm::cast<WithStatement>(node).object);
    return visitIn(ScopeKind::With, node, {llvm::cast<WithStatement>(node).body});
  case NodeKind::SwitchStatement: {
    const auto &statement = llvm::cast<SwitchStatement>(node);
    visit(*statement.discriminant);
    return visitIn(ScopeKind::Block, node, statement.cases);
  }
  case NodeKind::CatchClause: {
    const auto &clause = llvm::cast<CatchClause>(node);
    Scope *outer = scope_;
    scope_ = &builder_.newScope(ScopeKind::Block, outer, &node);
    if (clause.param)
      declarePattern(*clause.param, SymbolKind::Catch);
    visit(*clause.body);
    scope_ = outer;
    return;
  }
  case NodeKind::ForStatement:
  case NodeKind::ForInStatement:
  case NodeKind::ForOfStatement:
    return visitLoop(node);
  case NodeKind::ImportDeclaration:
    return visitImport(llvm::cast<ImportDeclaration>(node));
  case NodeKind::ExportNamedDeclaration: {
    const auto &declaration = llvm::cast<ExportNamedDeclaration>(node);
    if (declaration.declaration)
      visit(*declaration.declaration);
    if (!declaration.source && !declaration.typeOnly)
      for (const Node *one : declaration.specifiers)
        if (const auto *specifier = llvm::dyn_cast<ExportSpecifier>(one);
            specifier && !specifier->typeOnly && llvm::isa<Identifier>(specifier->local))
          visit(*specifier->local);
    return;
  }
  case NodeKind::ExportAllDeclaration:
  case NodeKind::MetaProperty:
  case NodeKind::BreakStatement:
  case NodeKind::ContinueStatement:
    return;
  case NodeKind::LabeledStatement:
    return visit(*llvm::cast<LabeledStatement>(node).body);
  case NodeKind::TSEnumDeclaration:
    return visitEnum(llvm::cast<TSEnumDeclaration>(node));
  case NodeKind::TSModuleDeclaration: {
    const auto &declaration = llvm::cast<TSModuleDeclaration>(node);
    if (const Identifier *name = outermostName(declaration))
      declare(*name, SymbolKind::Namespace);
    if (const auto *body = llvm::dyn_cast_or_null<BlockStatement>(declaration.body))
      visitIn(ScopeKind::Function, node, body->body);
    return;
  }
  case NodeKind::TSImportEqualsDeclaration: {
    const auto &declaration = llvm::cast<TSImportEqualsDeclaration>(node);
    if (const auto *id = llvm::dyn_cast_or_null<Identifier>(declaration.id))
      declare(*id, SymbolKind::Import);
    if (declaration.reference)
      visit(*declaration.reference);
    return;
  }
  default:
    return visitChildren(node);
  }
}

/// An enum's members are names in the enum.
void ScopeBuilder::visitEnum(const TSEnumDeclaration &declaration) {
  if (const auto *id = llvm::dyn_cast_or_null<Identifier>(declaration.id))
    declare(*id, SymbolKind::Enum);
  Scope *outer = scope_;
  scope_ = &builder_.newScope(ScopeKind::Block, outer, &declaration);
  for (const Node *member : declaration.members)
    if (const auto *id = llvm::dyn_cast<Identifier>(llvm::cast<TSEnumMember>(member)->id))
      declare(*id, SymbolKind::Const);
  for (const Node *member : declaration.members)
    if (const Node *initializer = llvm::cast<TSEnumMember>(member)->initializer)
      visit(*initializer);
  scope_ = outer;
}

} // namespace agentc
