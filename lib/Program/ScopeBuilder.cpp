#include "ProgramBuilder.h"

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

/// `A` of `namespace A.B`; null for `declare module "name"`.
const Identifier *outermostName(const TSModuleDeclaration &declaration) {
  const Node *at = declaration.id;
  while (const auto *member = llvm::dyn_cast_or_null<MemberExpression>(at))
    at = member->object;
  return llvm::dyn_cast_or_null<Identifier>(at);
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

void ScopeBuilder::build() {
  scope_ = &builder_.newScope(ScopeKind::Module, nullptr, module_.syntax->program);
  module_.scope = scope_;
  declareHoisted(module_.syntax->program->body);
  visitAll(module_.syntax->program->body);
  resolveReferences();
}

Scope &ScopeBuilder::functionScope() {
  Scope *scope = scope_;
  while (scope->kind == ScopeKind::Block || scope->kind == ScopeKind::With)
    scope = const_cast<Scope *>(scope->parent);
  return *scope;
}

void ScopeBuilder::declare(const Identifier &id, SymbolKind kind, bool isTarget) {
  Scope &scope = kind == SymbolKind::Var ? functionScope() : *scope_;
  Symbol *&symbol = scope.symbols[id.name];
  if (!symbol)
    symbol = &builder_.newSymbol(id.name, kind, scope);
  builder_.setSymbol(id, symbol, false);
  if (isTarget)
    symbol->targets.push_back(&id);
}

void ScopeBuilder::reference(const Identifier &id, bool reads, bool writes) {
  references_.push_back({&id, scope_, reads, writes});
}

/// Declares what a list of statements hoists: functions and classes before they are reached.
void ScopeBuilder::declareHoisted(NodeList statements) {
  for (const Node *statement : statements)
    if (statement)
      declareHoisted(*statement);
}

void ScopeBuilder::declareHoisted(const Node &node) {
  const Node *statement = &node;
  if (const auto *exported = llvm::dyn_cast<ExportNamedDeclaration>(statement))
    statement = exported->declaration;
  else if (const auto *exported = llvm::dyn_cast<ExportDefaultDeclaration>(statement))
    statement = exported->declaration;
  while (const auto *labeled = llvm::dyn_cast_or_null<LabeledStatement>(statement))
    statement = labeled->body;
  if (const auto *function = llvm::dyn_cast_or_null<FunctionDeclaration>(statement)) {
    if (function->id)
      // sloppy code sees a block's function in the whole function (ECMA-262 B.3.2)
      declare(*llvm::cast<Identifier>(function->id),
              module_.syntax->goal == Goal::CommonJs ? SymbolKind::Var : SymbolKind::Function);
  } else if (const auto *type = llvm::dyn_cast_or_null<ClassDeclaration>(statement)) {
    if (type->id)
      declare(*llvm::cast<Identifier>(type->id), SymbolKind::Class);
  } else if (const auto *oneCase = llvm::dyn_cast_or_null<SwitchCase>(statement)) {
    declareHoisted(oneCase->consequent);
  } else if (const auto *branch = llvm::dyn_cast_or_null<IfStatement>(statement)) {
    for (const Node *body : {branch->consequent, branch->alternate})
      if (body && llvm::isa<FunctionDeclaration>(body))
        declareHoisted(*body);
  }
}

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

/// Calls `bind` for each name of a pattern; visits what is computed on the way, and targets that
/// are no names.
void ScopeBuilder::bindPattern(const Node &pattern,
                               llvm::function_ref<void(const Identifier &)> bind) {
  switch (pattern.kind) {
  case NodeKind::Identifier:
    return bind(llvm::cast<Identifier>(pattern));
  case NodeKind::AssignmentPattern:
    bindPattern(*llvm::cast<AssignmentPattern>(pattern).left, bind);
    return visit(*llvm::cast<AssignmentPattern>(pattern).right);
  case NodeKind::RestElement:
    return bindPattern(*llvm::cast<RestElement>(pattern).argument, bind);
  case NodeKind::TSParameterProperty:
    return bindPattern(*llvm::cast<TSParameterProperty>(pattern).parameter, bind);
  case NodeKind::ArrayPattern:
    for (const Node *element : llvm::cast<ArrayPattern>(pattern).elements)
      if (element)
        bindPattern(*element, bind);
    return;
  case NodeKind::ObjectPattern:
    for (const Node *member : llvm::cast<ObjectPattern>(pattern).properties) {
      const auto *property = llvm::dyn_cast<Property>(member);
      if (property && property->computed)
        visit(*property->key);
      bindPattern(property ? *property->value : *member, bind);
    }
    return;
  default:
    return visit(pattern);
  }
}

void ScopeBuilder::declarePattern(const Node &pattern, SymbolKind kind) {
  bindPattern(pattern, [&](const Identifier &id) { declare(id, kind); });
}

void ScopeBuilder::assignPattern(const Node &pattern, bool alsoReads) {
  bindPattern(pattern, [&](const Identifier &id) { reference(id, alsoReads, true); });
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

void ScopeBuilder::resolveReferences() {
  llvm::sort(references_, [](const Reference &a, const Reference &b) {
    return a.site->range.begin < b.site->range.begin;
  });
  for (const Reference &reference : references_) {
    Symbol *symbol = nullptr;
    for (const Scope *scope = reference.scope; scope && !symbol; scope = scope->parent)
      symbol = scope->symbols.lookup(reference.site->name);
    builder_.setSymbol(*reference.site, symbol, reference.reads);
    llvm::StringRef name = reference.site->name;
    if (!symbol && reference.reads && (name == "exports" || name == "module"))
      commonJsNames_.push_back(reference.site);
    if (!symbol)
      continue;
    if (reference.writes)
      symbol->targets.push_back(reference.site);
    if (reference.reads)
      symbol->references.push_back(reference.site);
  }
}

} // namespace agentc
