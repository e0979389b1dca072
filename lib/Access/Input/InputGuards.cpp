#include "InputGuards.h"

#include "agentc/Syntax/Coroutines.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

#include "llvm/ADT/ScopeExit.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxGuardSteps = 2000;
constexpr unsigned maxGuardNesting = 3;

bool isConstant(const Value &value) {
  bool constant = true;
  forEachAlternative(value, [&](const Value &one) {
    constant &= llvm::isa<StringValue, NumberValue, BooleanValue, NullValue, UndefinedValue>(one);
  });
  return constant;
}

/// True if a value is true or false for sure.
std::optional<bool> truthOf(const Value &value) {
  if (const auto *known = llvm::dyn_cast<BooleanValue>(&value))
    return known->value;
  if (const auto *known = llvm::dyn_cast<StringValue>(&value))
    return !known->value.empty();
  if (const auto *known = llvm::dyn_cast<NumberValue>(&value))
    return known->value != 0;
  if (llvm::isa<NullValue, UndefinedValue>(value))
    return false;
  return std::nullopt;
}

/// The expression that another one awaits, which may be compiled to `yield`; itself if none.
const Node *awaitedIn(const Node &expression) {
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(&expression))
    return await->argument;
  const auto *yield = llvm::dyn_cast<YieldExpression>(&expression);
  return yield && yield->argument ? yield->argument : &expression;
}

NodeList statementsOf(const Node &parent) {
  if (const auto *block = llvm::dyn_cast<BlockStatement>(&parent))
    return block->body;
  if (const auto *program = llvm::dyn_cast<ast::TopLevel>(&parent))
    return program->body;
  const auto *choice = llvm::dyn_cast<SwitchCase>(&parent);
  return choice ? choice->consequent : NodeList();
}

} // namespace

std::optional<InputGuards::Subject> InputGuards::subjectOf(const Node &reference) const {
  Subject subject;
  const Node *at = &reference;
  while (const auto *member = llvm::dyn_cast<MemberExpression>(at)) {
    std::optional<std::string> key = values_.keyOf(*member);
    if (!key || subject.keys.size() > 8)
      return std::nullopt;
    subject.keys.insert(subject.keys.begin(), std::move(*key));
    at = member->object;
  }
  const auto *name = llvm::dyn_cast<Identifier>(at);
  subject.symbol = name ? program_.symbolOf(*name) : nullptr;
  return subject.symbol ? std::optional(std::move(subject)) : std::nullopt;
}

bool InputGuards::isChecked(const Node &reference, GuardedUse use, IsInput isInput) {
  steps_ = 0;
  std::optional<Subject> subject = subjectOf(reference);
  if (!subject)
    return false;
  use_ = use;
  isInput_ = &isInput;
  auto restore = llvm::make_scope_exit([&] { isInput_ = nullptr; });
  return isCheckedAt(reference, *subject);
}

bool InputGuards::holdsForElements(const Node &test, GuardedUse use) {
  steps_ = 0;
  use_ = use;
  const Value &function = values_.of(test);
  NodeList params = llvm::isa<FunctionValue>(function) ? paramsOf(*function.origin) : NodeList();
  std::optional<Subject> element = params.empty() ? std::nullopt : subjectOf(*params[0]);
  return element && answers(*function.origin, true, *element);
}

bool InputGuards::isCheckedAt(const Node &place, const Subject &subject) {
  for (const Node *at = &place; at->parent && steps_ < maxGuardSteps; at = at->parent) {
    const Node *parent = at->parent;
    ++steps_;
    if (isCheckedBeside(*at, subject, place))
      return true;
    for (const Node *statement : statementsOf(*parent)) {
      if (statement == at || ++steps_ > maxGuardSteps)
        break;
      if (holdsBefore(*statement, subject) && !isGivenBetween(*statement, place, subject))
        return true;
    }
  }
  return false;
}

/// True if the expression or statement around a place asks before it comes to it.
bool InputGuards::isCheckedBeside(const Node &at, const Subject &subject, const Node &place) {
  const Node *parent = at.parent;
  auto holdsOf = [&](const Node &test, bool truth) {
    return holds(test, truth, subject) && !isGivenBetween(test, place, subject);
  };
  if (const auto *branch = llvm::dyn_cast<IfStatement>(parent))
    return &at != branch->test && holdsOf(*branch->test, &at == branch->consequent);
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(parent))
    return &at != choice->test && holdsOf(*choice->test, &at == choice->consequent);
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(parent))
    return &at == logical->right && logical->op != "?\?" &&
           holdsOf(*logical->left, logical->op == "&&");
  if (const auto *loop = llvm::dyn_cast<WhileStatement>(parent))
    return &at == loop->body && holdsOf(*loop->test, true);
  if (const auto *choice = llvm::dyn_cast<SwitchStatement>(parent)) {
    const auto *chosen = llvm::dyn_cast<SwitchCase>(&at);
    return chosen && chosen->test && isConstant(values_.of(*chosen->test)) &&
           isSame(*choice->discriminant, subject);
  }
  if (const auto *row = llvm::dyn_cast<SequenceExpression>(parent))
    for (const Node *before : row->expressions) {
      if (before == &at)
        break;
      if (holdsAfterExpression(*before, subject) && !isGivenBetween(*before, place, subject))
        return true;
    }
  return false;
}

/// True if the variable gets another value after it was asked about.
bool InputGuards::isGivenBetween(const Node &guard, const Node &place,
                                 const Subject &subject) const {
  return llvm::any_of(subject.symbol->targets, [&](const Identifier *target) {
    return target->range.begin >= guard.range.end && target->range.end <= place.range.begin &&
           &program_.moduleOf(*target) == &program_.moduleOf(place);
  });
}

/// True if the code after a statement runs only if the statement did not.
bool InputGuards::exits(const Node *statement, bool onlyByThrow, unsigned depth) const {
  if (!statement || depth > 16)
    return false;
  if (llvm::isa<ThrowStatement>(statement))
    return true;
  if (llvm::isa<ReturnStatement, ContinueStatement, BreakStatement>(statement))
    return !onlyByThrow;
  if (const auto *block = llvm::dyn_cast<BlockStatement>(statement))
    return !block->body.empty() && exits(block->body.back(), onlyByThrow, depth + 1);
  if (const auto *branch = llvm::dyn_cast<IfStatement>(statement))
    return exits(branch->consequent, onlyByThrow, depth + 1) &&
           exits(branch->alternate, onlyByThrow, depth + 1);
  // a function that always throws
  const auto *expression = llvm::dyn_cast<ExpressionStatement>(statement);
  const auto *call = expression ? llvm::dyn_cast<CallExpression>(expression->expression) : nullptr;
  if (!call)
    return false;
  const Value &callee = values_.of(*call->callee);
  if (const auto *api = llvm::dyn_cast<ApiValue>(&callee))
    return api->path.ends_with(":process.exit");
  const Node *body = llvm::isa<FunctionValue>(callee) ? bodyOf(*callee.origin) : nullptr;
  return body && exits(body, true, depth + 4);
}

/// True if a statement gives the variable a constant instead.
bool InputGuards::replaces(const Node *statement, const Subject &subject) const {
  if (const auto *block = llvm::dyn_cast_or_null<BlockStatement>(statement))
    statement = block->body.size() == 1 ? block->body.front() : nullptr;
  const auto *expression = llvm::dyn_cast_or_null<ExpressionStatement>(statement);
  const auto *assignment =
      expression ? llvm::dyn_cast<AssignmentExpression>(expression->expression) : nullptr;
  return assignment && assignment->op == "=" && isSame(*assignment->left, subject) &&
         isConstant(values_.of(*assignment->right));
}

/// True if the subject is harmless after a statement that stands before its use.
bool InputGuards::holdsBefore(const Node &statement, const Subject &subject) {
  if (const auto *branch = llvm::dyn_cast<IfStatement>(&statement)) {
    if (exits(branch->consequent, false) || replaces(branch->consequent, subject))
      return holds(*branch->test, false, subject);
    return exits(branch->alternate, false) && holds(*branch->test, true, subject);
  }
  if (const auto *expression = llvm::dyn_cast<ExpressionStatement>(&statement))
    return holdsAfterExpression(*expression->expression, subject);
  // a function that throws, where what catches it does not go on
  if (const auto *attempt = llvm::dyn_cast<TryStatement>(&statement)) {
    const auto *handler = llvm::dyn_cast_or_null<CatchClause>(attempt->handler);
    return (!handler || exits(handler->body, false)) &&
           llvm::any_of(statementsOf(*attempt->block), [&](const Node *inner) {
             return ++steps_ <= maxGuardSteps && holdsBefore(*inner, subject);
           });
  }
  if (const auto *declaration = llvm::dyn_cast<VariableDeclaration>(&statement))
    return llvm::any_of(declaration->declarations, [&](const Node *node) {
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(node);
      return declarator && declarator->init && holdsAfterExpression(*declarator->init, subject);
    });
  return false;
}

/// `assert(isSafe(x))`, `isSafe(x) || fail()`, and functions of the bundle that throw.
bool InputGuards::holdsAfterExpression(const Node &expression, const Subject &subject) {
  const Node *node = awaitedIn(expression);
  if (const auto *row = llvm::dyn_cast<SequenceExpression>(node))
    return llvm::any_of(row->expressions,
                        [&](const Node *one) { return holdsAfterExpression(*one, subject); });
  const auto *call = llvm::dyn_cast<CallExpression>(node);
  if (!call || call->arguments.empty())
    return false;
  const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call->callee));
  if (api && (api->path.starts_with("module:assert"_api) || api->path == "module:invariant"_api ||
              api->path == "module:tiny-invariant"_api))
    return holds(*call->arguments[0], true, subject);
  return throwsInside(*call, subject);
}

/// The parameter by which a function of the bundle gets the subject, or a path in another spelling.
std::optional<InputGuards::Subject>
InputGuards::inside(const CallExpression &call, const Node &function, const Subject &subject) {
  NodeList params = paramsOf(function);
  for (size_t i = 0; i < std::min(params.size(), call.arguments.size()); ++i) {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(params[i]);
    const Symbol *parameter = name ? program_.symbolOf(*name) : nullptr;
    if (!parameter)
      continue;
    std::optional<Subject> given = subjectOf(*call.arguments[i]);
    bool isPart = given && given->symbol == subject.symbol &&
                  given->keys.size() <= subject.keys.size() &&
                  std::equal(given->keys.begin(), given->keys.end(), subject.keys.begin());
    Subject own{parameter, {}};
    if (isPart)
      own.keys.assign(subject.keys.begin() + given->keys.size(), subject.keys.end());
    if (isPart || (use_.use == TextUse::Path && isSpellingOf(*call.arguments[i], subject)))
      return own;
  }
  return std::nullopt;
}

/// The code that a call of a function runs before what stands after the call: of an asynchronous
/// function, which may be compiled to a coroutine, only where it is awaited. Null where nothing is.
const Node *InputGuards::codeOf(const CallExpression &call, const Node &function) const {
  const Node *body = bodyOf(function);
  const auto *block = llvm::dyn_cast_or_null<BlockStatement>(body);
  const auto *only = block && block->body.size() == 1
                         ? llvm::dyn_cast<ReturnStatement>(block->body.front())
                         : nullptr;
  const Node *result = only ? only->argument : block ? nullptr : body;
  const Node *coroutine = result ? coroutineOf(*result) : nullptr;
  bool isAwaited = llvm::isa<AwaitExpression, YieldExpression>(call.parent);
  if (isAsync(function) || coroutine ? !isAwaited : isGenerator(function))
    return nullptr;
  return coroutine ? coroutine : &function;
}

/// True if a function of the bundle that gets the subject throws where it is not what was asked
/// for.
bool InputGuards::throwsInside(const CallExpression &call, const Subject &subject) {
  const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*call.callee));
  const Node *code = function ? codeOf(call, *function->origin) : nullptr;
  const Node *body = code ? bodyOf(*code) : nullptr;
  if (!body || nesting_ >= maxGuardNesting)
    return false;
  std::optional<Subject> own = inside(call, *function->origin, subject);
  if (!own)
    return false;
  ++nesting_;
  auto restore = llvm::make_scope_exit([&] { --nesting_; });
  return llvm::any_of(statementsOf(*body), [&](const Node *statement) {
    const auto *branch = llvm::dyn_cast<IfStatement>(statement);
    if (++steps_ > maxGuardSteps)
      return false;
    if (branch)
      return (exits(branch->consequent, true) && holds(*branch->test, false, *own)) ||
             (exits(branch->alternate, true) && holds(*branch->test, true, *own));
    return holdsBefore(*statement, *own);
  });
}

/// True if a function of the bundle that gets the subject answers so only if it is what was asked
/// for.
bool InputGuards::answersInside(const CallExpression &call, bool truth, const Subject &subject) {
  const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*call.callee));
  const Node *code = function ? codeOf(call, *function->origin) : nullptr;
  std::optional<Subject> own = code ? inside(call, *function->origin, subject) : std::nullopt;
  return own && (answers(*code, truth, *own) || throwsInside(call, subject));
}

bool InputGuards::answers(const Node &function, bool truth, const Subject &subject) {
  const Node *body = bodyOf(function);
  if (!body || nesting_ >= maxGuardNesting)
    return false;
  ++nesting_;
  auto restore = llvm::make_scope_exit([&] { --nesting_; });
  auto isSure = [&](const Node &result, const Node &place) {
    std::optional<bool> known = truthOf(values_.of(result));
    return (known && *known != truth) || holds(result, truth, subject) ||
           isCheckedAt(place, subject);
  };
  if (isExpression(*body))
    return isSure(*body, *body);
  bool all = true, any = false;
  walk(*body, [&](const Node &node) {
    const auto *result = llvm::dyn_cast<ReturnStatement>(&node);
    if (result) {
      any = true;
      all = all && (result->argument ? isSure(*result->argument, node) : truth);
    }
    return all && ++steps_ < maxGuardSteps && !isFunction(node) && !isClass(node);
  });
  return any && all && steps_ < maxGuardSteps;
}

} // namespace agentc
