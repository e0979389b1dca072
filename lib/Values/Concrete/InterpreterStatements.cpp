#include "Concrete/Interpreter.h"

#include "Builtins/Conversions.h"
#include "Builtins/HostObject.h"
#include "Builtins/KnownCollections.h"
#include "Builtins/Operators.h"
#include "agentc/Support/Utf16.h"

#include "agentc/Syntax/Disposal.h"

namespace agentc {

using namespace ast;

namespace {

using Kind = Completion::Kind;

/// True if a loop goes on after its body has ended this way.
bool goesOn(const Completion &end, llvm::StringRef label) {
  return end.kind == Kind::Normal ||
         (end.kind == Kind::Continue && (end.label.empty() || end.label == label));
}

/// Returns the completion that the statements around a loop see when it ends.
Completion leaving(Completion end, llvm::StringRef label) {
  bool isOwnBreak = end.kind == Kind::Break && (end.label.empty() || end.label == label);
  return isOwnBreak || end.kind == Kind::Normal ? Completion() : end;
}

llvm::StringRef nameOf(const Node *label) {
  const auto *name = llvm::dyn_cast_or_null<Identifier>(label);
  return name ? name->name : llvm::StringRef();
}

} // namespace

Completion Interpreter::executeAll(NodeList statements) {
  for (const Node *statement : statements)
    if (Completion end = execute(*statement); end.isAbrupt())
      return end;
  return {};
}

/// Runs a statement (ECMA-262 section 14). A run that has failed ends as if it threw.
Completion Interpreter::execute(const Node &statement) {
  if (!run()->step() || answers().depth >= run()->depth + maxDepthOfRun) {
    fail(statement);
    return {Kind::Throw, nullptr, {}};
  }
  ++answers().depth;
  Environment *around = run()->environment;
  auto leave = llvm::make_scope_exit([&] { --answers().depth, run()->environment = around; });
  Completion end;
  switch (statement.kind) {
  case NodeKind::ExpressionStatement:
    eval(*llvm::cast<ExpressionStatement>(statement).expression);
    break;
  case NodeKind::VariableDeclaration: {
    const auto &declaration = llvm::cast<VariableDeclaration>(statement);
    if (disposes(declaration))
      fail(statement);
    for (const Node *one : declaration.declarations) {
      const auto &declarator = llvm::cast<VariableDeclarator>(*one);
      if (declarator.init)
        assign(*declarator.id, eval(*declarator.init));
      else if (declaration.variableKind != VariableKind::Var)
        assign(*declarator.id, make<UndefinedValue>(one));
    }
    break;
  }
  case NodeKind::BlockStatement: {
    const auto &block = llvm::cast<BlockStatement>(statement);
    if (scopeOf(statement)) {
      enter(statement);
      hoist(block.body);
    }
    end = executeAll(block.body);
    break;
  }
  case NodeKind::IfStatement: {
    const auto &branch = llvm::cast<IfStatement>(statement);
    if (test(*branch.test))
      end = execute(*branch.consequent);
    else if (branch.alternate)
      end = execute(*branch.alternate);
    break;
  }
  case NodeKind::ReturnStatement: {
    const Node *argument = llvm::cast<ReturnStatement>(statement).argument;
    end = {Kind::Return, argument ? &eval(*argument) : &make<UndefinedValue>(&statement), {}};
    break;
  }
  case NodeKind::ThrowStatement:
    run()->thrown = &eval(*llvm::cast<ThrowStatement>(statement).argument);
    break;
  case NodeKind::BreakStatement:
    end = {Kind::Break, nullptr, nameOf(llvm::cast<BreakStatement>(statement).label)};
    break;
  case NodeKind::ContinueStatement:
    end = {Kind::Continue, nullptr, nameOf(llvm::cast<ContinueStatement>(statement).label)};
    break;
  case NodeKind::LabeledStatement: {
    const auto &labeled = llvm::cast<LabeledStatement>(statement);
    llvm::StringRef label = nameOf(labeled.label);
    end = leaving(executeLoop(*labeled.body, label), label);
    break;
  }
  case NodeKind::SwitchStatement:
    end = executeSwitch(llvm::cast<SwitchStatement>(statement));
    break;
  case NodeKind::TryStatement:
    end = executeTry(llvm::cast<TryStatement>(statement));
    break;
  case NodeKind::FunctionDeclaration:
  case NodeKind::EmptyStatement:
  case NodeKind::DebuggerStatement:
    break;
  case NodeKind::ClassDeclaration: {
    const auto *id = llvm::dyn_cast_or_null<Identifier>(llvm::cast<ClassDeclaration>(statement).id);
    if (id)
      assign(*id, eval(statement));
    break;
  }
  case NodeKind::ForStatement:
  case NodeKind::ForInStatement:
  case NodeKind::ForOfStatement:
  case NodeKind::WhileStatement:
  case NodeKind::DoWhileStatement:
    end = executeLoop(statement, {});
    break;
  default:
    fail(statement);
  }
  if (run()->hasFailed || run()->thrown)
    return {Kind::Throw, run()->thrown, {}};
  return end;
}

/// A loop by its label, which `continue` may name; any other statement as it is.
Completion Interpreter::executeLoop(const Node &loop, llvm::StringRef label) {
  switch (loop.kind) {
  case NodeKind::ForStatement:
    return executeFor(llvm::cast<ForStatement>(loop), label);
  case NodeKind::ForOfStatement: {
    const auto &each = llvm::cast<ForOfStatement>(loop);
    if (each.await)
      return fail(loop), Completion();
    return executeForEach(loop, *each.left, *each.right, *each.body, false, label);
  }
  case NodeKind::ForInStatement: {
    const auto &each = llvm::cast<ForInStatement>(loop);
    return executeForEach(loop, *each.left, *each.right, *each.body, true, label);
  }
  case NodeKind::WhileStatement: {
    const auto &whileLoop = llvm::cast<WhileStatement>(loop);
    while (test(*whileLoop.test) && !run()->hasFailed && !run()->thrown)
      if (Completion end = execute(*whileLoop.body); !goesOn(end, label))
        return leaving(end, label);
    return {};
  }
  case NodeKind::DoWhileStatement: {
    const auto &doLoop = llvm::cast<DoWhileStatement>(loop);
    do
      if (Completion end = execute(*doLoop.body); !goesOn(end, label))
        return leaving(end, label);
    while (test(*doLoop.test) && !run()->hasFailed && !run()->thrown);
    return {};
  }
  default:
    return execute(loop);
  }
}

/// Each turn has variables of its own, copied from the turn before (ECMA-262
/// CreatePerIterationEnvironment).
Completion Interpreter::executeFor(const ForStatement &loop, llvm::StringRef label) {
  bool hasOwn = scopeOf(loop);
  if (hasOwn)
    enter(loop);
  if (loop.init) {
    if (llvm::isa<VariableDeclaration>(loop.init))
      execute(*loop.init);
    else
      eval(*loop.init);
  }
  while (!run()->hasFailed && !run()->thrown && (!loop.test || test(*loop.test))) {
    if (Completion end = execute(*loop.body); !goesOn(end, label))
      return leaving(end, label);
    if (hasOwn) {
      Environment &before = *run()->environment;
      run()->environment = before.outer;
      enter(loop).variables = before.variables;
    }
    if (loop.update)
      eval(*loop.update);
  }
  return {};
}

Completion Interpreter::executeForEach(const Node &loop, const Node &left, const Node &right,
                                       const Node &body, bool isKeys, llvm::StringRef label) {
  const Value &source = oneOf(eval(right));
  llvm::SmallVector<const Value *, 16> items;
  const auto *list = llvm::dyn_cast<ArrayValue>(&source);
  list = list || isKeys ? list : knownCollections().elementsIteratedBy(source, right);
  const auto *object = llvm::dyn_cast<ObjectValue>(&source);
  if ((list && list->isShared) || (object && object->isShared))
    fail(loop);
  if (list && !list->open && !isKeys) {
    items.append(list->elements.begin(), list->elements.end());
  } else if (list && !list->open) {
    for (size_t i = 0; i < list->elements.size(); ++i)
      items.push_back(&string(std::to_string(i), &loop));
  } else if (const auto *text = llvm::dyn_cast<StringValue>(&source); text && !isKeys) {
    items = charactersOf(text->value, loop);
  } else if (isKeys && object && !object->open) {
    const auto *keys = llvm::dyn_cast_or_null<ArrayValue>(
        hostObject().invokeObjectFunction("keys", {object}, loop));
    if (keys)
      items.append(keys->elements.begin(), keys->elements.end());
    else
      fail(loop);
  } else if (!(isKeys && llvm::isa<UndefinedValue, NullValue>(source))) {
    fail(loop);
  }
  const auto *declaration = llvm::dyn_cast<VariableDeclaration>(&left);
  if (declaration && disposes(*declaration))
    fail(loop);
  const Node &target =
      declaration ? *llvm::cast<VariableDeclarator>(declaration->declarations.front())->id : left;
  Environment *around = run()->environment;
  for (size_t i = 0; i < items.size() && !run()->hasFailed && !run()->thrown; ++i) {
    enter(loop);
    assign(target, *items[i]);
    Completion end = execute(body);
    run()->environment = around;
    if (!goesOn(end, label))
      return leaving(end, label);
    // an array may grow while it is walked over
    if (list && !isKeys)
      for (size_t next = items.size(); next < list->elements.size(); ++next)
        items.push_back(list->elements[next]);
  }
  return {};
}

Completion Interpreter::executeSwitch(const SwitchStatement &statement) {
  const Value &subject = eval(*statement.discriminant);
  enter(statement);
  for (const Node *one : statement.cases)
    hoist(llvm::cast<SwitchCase>(one)->consequent);
  size_t start = statement.cases.size();
  for (size_t i = 0; i < statement.cases.size() && start == statement.cases.size(); ++i) {
    const Node *label = llvm::cast<SwitchCase>(statement.cases[i])->test;
    if (!label)
      continue;
    std::optional<bool> isEqual =
        toBooleanConstant(operators().operate("===", subject, eval(*label), statement));
    if (isEqual ? *isEqual : decide())
      start = i;
  }
  if (start == statement.cases.size())
    start = llvm::find_if(statement.cases,
                          [](const Node *one) { return !llvm::cast<SwitchCase>(one)->test; }) -
            statement.cases.begin();
  for (size_t i = start; i < statement.cases.size(); ++i)
    if (Completion end = executeAll(llvm::cast<SwitchCase>(statement.cases[i])->consequent);
        end.isAbrupt())
      return end.kind == Kind::Break && end.label.empty() ? Completion() : end;
  return {};
}

/// True if code ends with an exception, whatever happens before that.
static bool endsByThrowing(const Node &block) {
  const auto *body = llvm::dyn_cast<BlockStatement>(&block);
  if (!body || body->body.empty() || !llvm::isa<ThrowStatement>(body->body.back()))
    return false;
  auto leaves = [](const Node &node, auto &self) -> bool {
    if (llvm::isa<ReturnStatement, BreakStatement, ContinueStatement>(node))
      return true;
    bool found = false;
    if (!isFunction(node) && !isClass(node))
      forEachChild(node, [&](const Node &child) { found = found || self(child, self); });
    return found;
  };
  return !leaves(block, leaves);
}

Completion Interpreter::executeTry(const TryStatement &statement) {
  uint64_t hostCalls = run()->hostCalls;
  std::optional<uint64_t> around = std::exchange(run()->lastingAtHostCall, std::nullopt);
  Completion end = execute(*statement.block);
  // what is called out there may throw, and then what came after it was not done
  if (statement.handler && run()->hostCalls != hostCalls && !run()->thrown && decide()) {
    run()->hasDoneTooMuch = run()->lastingAtHostCall != run()->lastingEffects;
    run()->thrown = &unknown(UnknownReason::Call, &statement);
  }
  if (around)
    run()->lastingAtHostCall = around;
  const auto *handler = llvm::dyn_cast_or_null<CatchClause>(statement.handler);
  if (run()->thrown && run()->hasDoneTooMuch) {
    // it is thrown on, and nobody sees what was done
    run()->hasFailed |= statement.finalizer || (handler && !endsByThrowing(*handler->body));
    return {Kind::Throw, run()->thrown, {}};
  }
  if (run()->thrown && handler && !run()->hasFailed) {
    const Value &thrown = *std::exchange(run()->thrown, nullptr);
    enter(*handler);
    if (handler->param)
      assign(*handler->param, thrown);
    end = execute(*handler->body);
  }
  if (!statement.finalizer || run()->hasFailed)
    return end;
  const Value *thrown = std::exchange(run()->thrown, nullptr);
  if (Completion last = execute(*statement.finalizer); last.isAbrupt())
    return last;
  run()->thrown = thrown;
  return end;
}

} // namespace agentc
