#include "Contexts/Bindings.h"

#include "Builtins/HostObject.h"
#include "Concrete/Interpreter.h"
#include "Concrete/Regions.h"

namespace agentc {

using namespace ast;

const Node *Bindings::calledBy(const Node &call) {
  if (const auto *expression = llvm::dyn_cast<CallExpression>(&call))
    return expression->callee;
  if (const auto *construction = llvm::dyn_cast<NewExpression>(&call))
    return construction->callee;
  const auto *tagged = llvm::dyn_cast<TaggedTemplateExpression>(&call);
  return tagged ? tagged->tag : nullptr;
}

bool Bindings::isFixed(const Symbol &symbol) {
  return symbol.targets.size() <= 1 &&
         llvm::none_of(symbol.references, [](auto *one) { return changesHeld(*one); });
}

/// The list that an expression takes some or all elements of, or a variable was given; null if it
/// does something else.
const Node *Bindings::listBehind(const Node &list) const {
  if (const auto *name = llvm::dyn_cast<Identifier>(&list)) {
    const Symbol *symbol = program().symbolOf(*name);
    if (!symbol || symbol->targets.size() != 1)
      return nullptr;
    const auto *declarator = llvm::dyn_cast<VariableDeclarator>(symbol->targets.front()->parent);
    return declarator && declarator->id == symbol->targets.front() ? declarator->init : nullptr;
  }
  const auto *call = llvm::dyn_cast<CallExpression>(&list);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  std::optional<llvm::StringRef> key = member ? writtenKeyOf(*member) : std::nullopt;
  static constexpr llvm::StringLiteral keeping[] = {"filter",   "slice",   "sort",
                                                    "toSorted", "reverse", "toReversed"};
  return key && llvm::is_contained(keeping, *key) ? member->object : nullptr;
}

/// Calls `visit` for each variable that a pattern declares.
void Bindings::forEachName(const Node &pattern, llvm::function_ref<void(const Symbol &)> visit) {
  if (const auto *name = llvm::dyn_cast<Identifier>(&pattern)) {
    if (const Symbol *symbol = program().symbolOf(*name))
      visit(*symbol);
    return;
  }
  const auto *withDefault = llvm::dyn_cast<AssignmentPattern>(&pattern);
  if (withDefault)
    return forEachName(*withDefault->left, visit);
  if (const auto *property = llvm::dyn_cast<Property>(&pattern))
    return forEachName(*property->value, visit);
  if (llvm::isa<ObjectPattern, ArrayPattern, RestElement>(pattern))
    forEachChild(pattern, [&](const Node &child) { forEachName(child, visit); });
}

/// Makes a pattern's variables in the run and gives them their values.
void Bindings::declare(const Node &pattern, const Value &value) {
  forEachName(pattern, [&](const Symbol &symbol) {
    partialEnvironmentOf(symbol).set(symbol, make<UndefinedValue>(&pattern));
  });
  interpreter().assign(pattern, value);
}

Environment &Bindings::partialEnvironmentOf(const Symbol &symbol) {
  if (Environment *holder = interpreter().environmentOf(symbol))
    return *holder;
  auto *holder = &evaluator_.newEnvironment();
  holder->run = run()->number;
  holder->outer = run()->environment;
  holder->scope = symbol.scope;
  holder->isPartial = true;
  run()->environment = holder;
  return *holder;
}

/// A variable that is computed from what a run has bound is computed there; null: it is none.
const Value *Bindings::valueInBinder(const Symbol &symbol) {
  if (run()->binders.empty() || symbol.targets.size() != 1 || !isFixed(symbol))
    return nullptr;
  const Node *at = symbol.targets.front();
  while (at && !llvm::isa<VariableDeclarator>(at) && !isFunction(*at))
    at = at->parent;
  const auto *declarator = llvm::dyn_cast_or_null<VariableDeclarator>(at);
  if (!declarator || !declarator->init)
    return nullptr;
  const Node *binder = declarator->parent;
  while (binder && !llvm::is_contained(run()->binders, binder))
    binder = binder->parent;
  if (!binder)
    return nullptr;
  // in an environment outside of all blocks, so that leaving one doesn't lose it
  declare(*declarator->id, eval(*declarator->init));
  Environment *holder = interpreter().environmentOf(symbol);
  const Value **value = holder ? holder->find(symbol) : nullptr;
  return value ? *value : nullptr;
}

} // namespace agentc
