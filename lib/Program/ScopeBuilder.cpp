#include "ProgramBuilder.h"

namespace agentc {

using namespace ast;

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

/// Calls `bind` for each name of a pattern; visits what is computed on the way, and targets that
/// are not names.
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
