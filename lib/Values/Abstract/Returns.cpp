#include "Abstract/Returns.h"

#include "Abstract/Promises.h"
#include "Compiled/CompiledCode.h"

#include "agentc/Syntax/Walk.h"

namespace agentc {

using namespace ast;

/// True if a body may end without a return or throw, judging by its last statement.
static bool mayFallThrough(const Node &statement) {
  if (llvm::isa<ReturnStatement, ThrowStatement>(statement))
    return false;
  if (const auto *block = llvm::dyn_cast<BlockStatement>(&statement))
    return block->body.empty() || mayFallThrough(*block->body.back());
  if (const auto *branch = llvm::dyn_cast<IfStatement>(&statement))
    return !branch->alternate || mayFallThrough(*branch->consequent) ||
           mayFallThrough(*branch->alternate);
  if (const auto *guarded = llvm::dyn_cast<TryStatement>(&statement))
    return mayFallThrough(*guarded->block) &&
           (!guarded->finalizer || mayFallThrough(*guarded->finalizer));
  // an endless loop, or cases that all return
  return !llvm::isa<SwitchStatement, WhileStatement, ForStatement, DoWhileStatement>(statement);
}

const Value &Returns::of(const Node &function, const Node &site) {
  return once(Question::Returned, &function, &site,
              [this, &function]() -> const Value & { return compute(function); });
}

const Value &Returns::compute(const Node &function) {
  const Node *body = bodyOf(function);
  if (!body || (isGenerator(function) && !compiledCode().isAwaited(function)))
    return unknown(UnknownReason::Call, &function);
  if (!llvm::isa<BlockStatement>(body))
    return eval(*body);
  return uniteIn(function, *body, [this](const Node &node) -> const Value & { return eval(node); });
}

const Returns::Statements &Returns::statementsIn(const Node &body) {
  std::unique_ptr<Statements> &entry = statements_[&body];
  if (entry)
    return *entry;
  entry = std::make_unique<Statements>();
  auto find = [&found = *entry](const Node &node, auto &self) -> void {
    if (isFunction(node) || isClass(node))
      return;
    if (const auto *statement = llvm::dyn_cast<ReturnStatement>(&node))
      return found.push_back(statement);
    forEachChild(node, [&](const Node &child) { self(child, self); });
  };
  find(body, find);
  return *entry;
}

const Value &Returns::uniteIn(const Node &function, const Node &body,
                              llvm::function_ref<const Value &(const Node &)> valueOf) {
  llvm::SmallVector<const Value *, 4> values;
  for (const ReturnStatement *statement : statementsIn(body))
    values.push_back(statement->argument ? &valueOf(*statement->argument)
                                         : &make<UndefinedValue>(statement));
  if (mayFallThrough(body) && !promises().endsProcess(function))
    values.push_back(&make<UndefinedValue>(&function));
  return unite(values, &function);
}

} // namespace agentc
