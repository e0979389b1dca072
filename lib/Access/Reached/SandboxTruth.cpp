#include "SandboxTruth.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/ScopeExit.h"

namespace agentc {

using namespace ast;

namespace {

/// Calls, members and names inside each other that are followed for one answer, and what all
/// answers together may cost.
constexpr unsigned maxDepth = 48;
constexpr uint64_t maxSteps = 400000;

/// The only truth of a value that is known in every run; std::nullopt if there are both.
std::optional<bool> constantTruth(const Value &value) {
  if (llvm::isa<UndefinedValue, NullValue>(value))
    return false;
  if (const auto *boolean = llvm::dyn_cast<BooleanValue>(&value))
    return boolean->value;
  if (const auto *number = llvm::dyn_cast<NumberValue>(&value))
    return number->value != 0 && number->value == number->value;
  if (const auto *text = llvm::dyn_cast<StringValue>(&value))
    return !text->value.empty();
  return std::nullopt;
}

bool endsAbruptly(const Node &statement) {
  if (const auto *block = llvm::dyn_cast<BlockStatement>(&statement))
    return !block->body.empty() && endsAbruptly(*block->body.back());
  return llvm::isa<ReturnStatement, ThrowStatement, BreakStatement, ContinueStatement>(statement);
}

/// True if a function's body always ends in a `return` or a `throw`.
bool alwaysReturns(const Node &statement) {
  if (const auto *block = llvm::dyn_cast<BlockStatement>(&statement))
    return !block->body.empty() && alwaysReturns(*block->body.back());
  if (const auto *guarded = llvm::dyn_cast<TryStatement>(&statement)) {
    const auto *handler = llvm::dyn_cast_or_null<CatchClause>(guarded->handler);
    return alwaysReturns(*guarded->block) && (!handler || alwaysReturns(*handler->body));
  }
  return llvm::isa<ReturnStatement, ThrowStatement>(statement);
}

/// The statements of a list that a node stands in; empty if it stands in none.
NodeList listAround(const Node &node) {
  if (const auto *block = llvm::dyn_cast_or_null<BlockStatement>(node.parent))
    return block->body;
  if (const auto *program = llvm::dyn_cast_or_null<ast::TopLevel>(node.parent))
    return program->body;
  const auto *choice = llvm::dyn_cast_or_null<SwitchCase>(node.parent);
  return choice ? choice->consequent : NodeList();
}

void forEachReturn(const Node &node, llvm::function_ref<void(const ReturnStatement &)> visit) {
  walk(node, [&](const Node &inner) {
    if (const auto *statement = llvm::dyn_cast<ReturnStatement>(&inner))
      visit(*statement);
    return !isFunction(inner) && !isClass(inner);
  });
}

} // namespace

SandboxTruth::SandboxTruth(const agentc::Program &program, const Values &values,
                           const ApiUses &uses)
    : program_(program), values_(values) {
  isFunctionReplaced_ = llvm::any_of(uses.all(), [](const ApiUse &use) {
    return use.kind == UseKind::Write &&
           (use.path == "global:Function"_api || use.path == "global:eval"_api);
  });
}

bool SandboxTruth::isBehindFailedTest(const Node &node) {
  for (const Node *at = &node; at->parent; at = at->parent) {
    const Node &parent = *at->parent;
    if (const auto *branch = llvm::dyn_cast<IfStatement>(&parent)) {
      if (at != branch->test && isAlways(*branch->test, at != branch->consequent))
        return true;
    } else if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&parent)) {
      if (at != choice->test && isAlways(*choice->test, at != choice->consequent))
        return true;
    } else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&parent)) {
      if (at == logical->right && logical->op != "??" &&
          isAlways(*logical->left, logical->op == "||"))
        return true;
    }
    if (isLeftBefore(listAround(*at), *at))
      return true;
    // a declared function is there whatever its block does
    if (llvm::isa<FunctionDeclaration>(at))
      return false;
  }
  return false;
}

/// True if an `if` before a statement always leaves the statement's list:
/// `if (!canMakeCode) return slow;`.
bool SandboxTruth::isLeftBefore(NodeList statements, const Node &node) {
  for (const Node *statement : statements) {
    if (statement == &node)
      break;
    const auto *branch = llvm::dyn_cast<IfStatement>(statement);
    if (!branch)
      continue;
    if (endsAbruptly(*branch->consequent) && isAlways(*branch->test, true))
      return true;
    if (branch->alternate && endsAbruptly(*branch->alternate) && isAlways(*branch->test, false))
      return true;
  }
  return false;
}

/// Answers that no test for code from text has a part in are others' business.
bool SandboxTruth::isAlways(const Node &condition, bool outcome) {
  uint64_t before = refusals_;
  return truthOf(condition, nullptr) == (outcome ? True : False) && refusals_ != before;
}

SandboxTruth::Truth SandboxTruth::truthOf(const Node &node, const Frame *frame) {
  if (++steps_ > maxSteps || depth_ >= maxDepth || !open_.insert({&node, frame}).second)
    return Either;
  ++depth_;
  auto leave = llvm::make_scope_exit([&] { --depth_, open_.erase({&node, frame}); });
  unsigned truth = Never;
  bool isKnown = true;
  forEachAlternative(values_.of(node), [&](const Value &value) {
    std::optional<bool> one = constantTruth(value);
    isKnown &= one.has_value();
    truth |= one.value_or(false) ? True : False;
  });
  if (isKnown && (truth == True || truth == False))
    return static_cast<Truth>(truth);
  return truthByParts(node, frame);
}

SandboxTruth::Truth SandboxTruth::truthByParts(const Node &node, const Frame *frame) {
  auto either = [](Truth a, Truth b) { return static_cast<Truth>(a | b); };
  switch (node.kind) {
  case NodeKind::Identifier:
    return truthOfName(llvm::cast<Identifier>(node), frame);
  case NodeKind::MemberExpression:
    return truthOfMember(llvm::cast<MemberExpression>(node), frame);
  case NodeKind::SequenceExpression:
    return refuses(node) ? (++refusals_, Never)
                         : truthOf(*llvm::cast<SequenceExpression>(node).expressions.back(), frame);
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(node);
    return assignment.op == "=" ? truthOf(*assignment.right, frame) : Either;
  }
  case NodeKind::UnaryExpression: {
    const auto &unary = llvm::cast<UnaryExpression>(node);
    if (unary.op != "!")
      return Either;
    Truth inner = truthOf(*unary.argument, frame);
    return inner == True ? False : inner == False ? True : inner;
  }
  case NodeKind::LogicalExpression: {
    const auto &logical = llvm::cast<LogicalExpression>(node);
    Truth left = truthOf(*logical.left, frame), right = truthOf(*logical.right, frame);
    if (logical.op == "&&")
      return left == False ? False : either(static_cast<Truth>(left & False), right);
    if (logical.op == "||")
      return left == True ? True : either(static_cast<Truth>(left & True), right);
    return either(left, right);
  }
  case NodeKind::ConditionalExpression: {
    const auto &choice = llvm::cast<ConditionalExpression>(node);
    Truth test = truthOf(*choice.test, frame);
    Truth first = test & True ? truthOf(*choice.consequent, frame) : Never;
    return either(first, test & False ? truthOf(*choice.alternate, frame) : Never);
  }
  case NodeKind::BinaryExpression: {
    // `=== true` of what is never true
    const auto &comparison = llvm::cast<BinaryExpression>(node);
    const auto *literal = llvm::dyn_cast<Literal>(comparison.right);
    bool isTrueAsked = literal && literal->literal == LiteralKind::True;
    bool isEquality = comparison.op == "===" || comparison.op == "==";
    return isTrueAsked && isEquality && truthOf(*comparison.left, frame) == False ? False : Either;
  }
  case NodeKind::CallExpression: {
    const auto &call = llvm::cast<CallExpression>(node);
    const auto *path = llvm::dyn_cast<ApiValue>(&values_.of(*call.callee));
    if (path && path->path == "global:Boolean"_api && call.arguments.size() == 1)
      return truthOf(*call.arguments[0], frame);
    const Frame *called = enter(call, frame);
    return called ? truthOfResult(*called->function, *called) : Either;
  }
  case NodeKind::FunctionExpression:
  case NodeKind::ArrowFunctionExpression:
  case NodeKind::ClassExpression:
  case NodeKind::ObjectExpression:
  case NodeKind::ArrayExpression:
  case NodeKind::NewExpression:
    return True;
  default:
    return Either;
  }
}

SandboxTruth::Truth SandboxTruth::truthOfName(const Identifier &name, const Frame *frame) {
  const Symbol *symbol = program_.symbolOf(name);
  if (!symbol)
    return Either;
  if (symbol->kind == SymbolKind::Parameter) {
    for (const Frame *at = frame; at; at = at->outer) {
      NodeList parameters = paramsOf(*at->function);
      for (size_t i = 0; i < parameters.size(); ++i)
        if (symbol->targets.size() == 1 && parameters[i] == symbol->targets.front())
          return i < at->arguments.size() ? truthOf(*at->arguments[i], at->caller) : False;
    }
    return Either;
  }
  std::optional<Definitions> definitions = definitionsOf(*symbol);
  if (!definitions)
    return Either;
  unsigned truth = Never;
  for (const Node *definition : *definitions)
    if (!definition)
      truth |= False;
    else if (completes(*definition, frame))
      truth |= truthOf(*definition, frame);
  return static_cast<Truth>(truth);
}

SandboxTruth::Truth SandboxTruth::truthOfMember(const MemberExpression &member,
                                                const Frame *frame) {
  std::optional<llvm::StringRef> key = writtenKeyOf(member);
  Made object = key ? resolve(*member.object, frame) : Made();
  if (!object.node)
    return Either;
  if (const Node *getter = getterOf(object, *key))
    return truthOfResult(
        *getter, this->frame({getter, {}, nullptr, object.frame, object.node, object.frame}));
  return truthOfField(*key, object);
}

/// A member that a constructor and methods assign to `this`, or that a literal gives.
SandboxTruth::Truth SandboxTruth::truthOfField(llvm::StringRef key, const Made &object) {
  const Node *type = classOf(object);
  if (!type) {
    Made value;
    if (const auto *literal = llvm::dyn_cast<ObjectExpression>(object.node))
      for (const Node *one : literal->properties) {
        const auto *property = llvm::dyn_cast<Property>(one);
        if (!property || !writtenKeyOf(*property))
          return Either;
        if (writtenKeyOf(*property) == key && property->propertyKind == PropertyKind::Init)
          value = {property->value, object.frame};
      }
    return value.node ? truthOf(*value.node, value.frame) : Either;
  }
  const auto &made = llvm::cast<NewExpression>(*object.node);
  unsigned truth = Never;
  Definitions writes = writesToThis(*type, key);
  if (writes.empty())
    return Either;
  for (const Node *write : writes) {
    const Node *function = functionAround(*write);
    const auto *assignment = llvm::dyn_cast<AssignmentExpression>(write);
    if (!assignment || assignment->op != "=" || !function || !isFunction(*function))
      return Either;
    NodeList arguments = function == constructorOf(*type) ? made.arguments : NodeList();
    const Frame &own =
        frame({function, arguments, object.frame, object.frame, object.node, object.frame});
    if (completes(*write, &own))
      truth |= truthOf(*assignment->right, &own);
  }
  return static_cast<Truth>(truth);
}

/// The possible results of calls of a function, by the returns that are reached.
SandboxTruth::Truth SandboxTruth::truthOfResult(const Node &function, const Frame &frame) {
  const Node *body = bodyOf(function);
  if (!body || isAsync(function) || isGenerator(function))
    return Either;
  if (!llvm::isa<BlockStatement>(body))
    return truthOf(*body, &frame);
  unsigned truth = alwaysReturns(*body) ? Never : False;
  forEachReturn(*body, [&](const ReturnStatement &statement) {
    if (truth != Either && completes(statement, &frame))
      truth |= statement.argument ? truthOf(*statement.argument, &frame) : False;
  });
  return static_cast<Truth>(truth);
}

/// True if a call always makes code from text.
bool SandboxTruth::isRefused(const Node &call) const {
  const auto *plain = llvm::dyn_cast<CallExpression>(&call);
  const auto *construction = llvm::dyn_cast<NewExpression>(&call);
  const Node *callee = plain ? plain->callee : construction ? construction->callee : nullptr;
  const auto *path = callee ? llvm::dyn_cast<ApiValue>(&values_.of(*callee)) : nullptr;
  if (!path || isFunctionReplaced_)
    return false;
  bool isEval = path->path == "global:eval"_api && plain && !plain->arguments.empty() &&
                llvm::isa<StringValue>(values_.of(*plain->arguments[0]));
  return isEval || path->path == "global:Function"_api;
}

/// True if every path through a node makes code from text, so that its evaluation never ends.
bool SandboxTruth::refuses(const Node &node) const {
  if (isFunction(node) || isClass(node) || endsChain(node))
    return false;
  auto optional = [&](const Node *part) { return part && refuses(*part); };
  switch (node.kind) {
  case NodeKind::LogicalExpression:
    return refuses(*llvm::cast<LogicalExpression>(node).left);
  case NodeKind::ConditionalExpression:
    return refuses(*llvm::cast<ConditionalExpression>(node).test);
  case NodeKind::IfStatement:
    return refuses(*llvm::cast<IfStatement>(node).test);
  case NodeKind::ForStatement:
    return optional(llvm::cast<ForStatement>(node).init);
  case NodeKind::TryStatement: {
    const auto &guarded = llvm::cast<TryStatement>(node);
    return (!guarded.handler && refuses(*guarded.block)) || optional(guarded.finalizer);
  }
  case NodeKind::AssignmentPattern:
  case NodeKind::LabeledStatement:
  case NodeKind::SwitchStatement:
  case NodeKind::WhileStatement:
  case NodeKind::DoWhileStatement:
  case NodeKind::ForInStatement:
  case NodeKind::ForOfStatement:
    return false;
  case NodeKind::AssignmentExpression: {
    const auto &assignment = llvm::cast<AssignmentExpression>(node);
    bool isAlways = !llvm::StringRef(assignment.op).ends_with("&&=") && assignment.op != "||=" &&
                    assignment.op != "?\?=";
    return isAlways && refuses(*assignment.right);
  }
  default:
    break;
  }
  if (isRefused(node))
    return true;
  bool found = false;
  forEachChild(node, [&](const Node &child) { found = found || refuses(child); });
  return found;
}

/// True if a statement or expression can be evaluated to its end: neither it nor the code
/// before it in its function makes code from text, and no failed test comes before it.
bool SandboxTruth::completes(const Node &node, const Frame *frame) {
  if (refuses(node)) {
    ++refusals_;
    return false;
  }
  const Node *child = &node;
  for (const Node *at = node.parent; at && !isFunction(*at); child = at, at = at->parent) {
    for (const Node *statement : listAround(*child)) {
      if (statement == child)
        break;
      if (refuses(*statement)) {
        ++refusals_;
        return false;
      }
    }
    if (const auto *sequence = llvm::dyn_cast<SequenceExpression>(at))
      for (const Node *one : sequence->expressions) {
        if (one == child)
          break;
        if (refuses(*one)) {
          ++refusals_;
          return false;
        }
      }
    const auto *branch = llvm::dyn_cast<IfStatement>(at);
    if (branch && child != branch->test) {
      Truth test = truthOf(*branch->test, frame);
      if (test == (child == branch->consequent ? False : True))
        return false;
    }
  }
  return true;
}

} // namespace agentc
