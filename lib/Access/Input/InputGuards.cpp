#include "InputGuards.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

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

bool isNumber(const Value &value, double number) {
  const auto *known = llvm::dyn_cast<NumberValue>(&value);
  return known && known->value == number;
}

/// True if a statement always leaves its block, so that the code after it only runs if the
/// statement did not.
bool exits(const Node *statement, unsigned depth = 0) {
  if (!statement || depth > 16)
    return false;
  if (llvm::isa<ReturnStatement, ThrowStatement, ContinueStatement, BreakStatement>(statement))
    return true;
  if (const auto *block = llvm::dyn_cast<BlockStatement>(statement))
    return !block->body.empty() && exits(block->body.back(), depth + 1);
  const auto *branch = llvm::dyn_cast<IfStatement>(statement);
  return branch && exits(branch->consequent, depth + 1) && exits(branch->alternate, depth + 1);
}

NodeList statementsOf(const Node &parent) {
  if (const auto *block = llvm::dyn_cast<BlockStatement>(&parent))
    return block->body;
  if (const auto *program = llvm::dyn_cast<ast::Program>(&parent))
    return program->body;
  const auto *choice = llvm::dyn_cast<SwitchCase>(&parent);
  return choice ? choice->consequent : NodeList();
}

/// A pattern for the whole text that names what it may hold.
bool isAllowList(const Value &value) {
  const auto *expression = llvm::dyn_cast<RegExpValue>(&value);
  return expression && expression->pattern.starts_with("^") && expression->pattern.ends_with("$") &&
         !expression->pattern.contains(".*") && !expression->pattern.contains(".+");
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

/// Also what was computed of the subject: `path.relative(root, full)` asks for `full`.
bool InputGuards::isSubject(const Node &node, const Subject &subject, unsigned depth) const {
  if (std::optional<Subject> other = subjectOf(node);
      other && other->symbol == subject.symbol && other->keys == subject.keys)
    return true;
  if (depth >= maxGuardNesting)
    return false;
  if (const auto *name = llvm::dyn_cast<Identifier>(&node)) {
    const Symbol *symbol = program_.symbolOf(*name);
    const auto *declarator =
        symbol && symbol->targets.size() == 1
            ? llvm::dyn_cast_or_null<VariableDeclarator>(symbol->targets[0]->parent)
            : nullptr;
    return declarator && declarator->init &&
           llvm::isa<CallExpression, AwaitExpression>(declarator->init) &&
           isSubject(*declarator->init, subject, depth + 1);
  }
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(&node))
    return isSubject(*await->argument, subject, depth + 1);
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  if (!call)
    return false;
  const auto *member = llvm::dyn_cast<MemberExpression>(call->callee);
  return (member && isSubject(*member->object, subject, depth + 1)) ||
         llvm::any_of(call->arguments, [&](const Node *argument) {
           return isSubject(*argument, subject, depth + 1);
         });
}

bool InputGuards::isChecked(const Node &reference, TextUse use) {
  steps_ = 0;
  std::optional<Subject> subject = subjectOf(reference);
  if (!subject)
    return false;
  use_ = use;
  for (const Node *at = &reference; at->parent && steps_ < maxGuardSteps; at = at->parent) {
    const Node *parent = at->parent;
    ++steps_;
    if (const auto *branch = llvm::dyn_cast<IfStatement>(parent)) {
      if (at != branch->test && holds(*branch->test, at == branch->consequent, *subject))
        return true;
    } else if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(parent)) {
      if (at != choice->test && holds(*choice->test, at == choice->consequent, *subject))
        return true;
    } else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(parent)) {
      if (at == logical->right && logical->op != "?\?" &&
          holds(*logical->left, logical->op == "&&", *subject))
        return true;
    } else if (const auto *choice = llvm::dyn_cast<SwitchStatement>(parent)) {
      const auto *chosen = llvm::dyn_cast<SwitchCase>(at);
      if (chosen && chosen->test && isConstant(values_.of(*chosen->test)) &&
          isSubject(*choice->discriminant, *subject))
        return true;
    } else {
      for (const Node *statement : statementsOf(*parent)) {
        if (statement == at || ++steps_ > maxGuardSteps)
          break;
        if (holdsBefore(*statement, *subject))
          return true;
      }
    }
  }
  return false;
}

/// True if an earlier `statement` ensures that the subject is checked.
bool InputGuards::holdsBefore(const Node &statement, const Subject &subject) {
  if (const auto *branch = llvm::dyn_cast<IfStatement>(&statement)) {
    if (exits(branch->consequent))
      return holds(*branch->test, false, subject);
    return exits(branch->alternate) && holds(*branch->test, true, subject);
  }
  if (const auto *expression = llvm::dyn_cast<ExpressionStatement>(&statement))
    return holdsAfterCall(*expression->expression, subject);
  if (const auto *declaration = llvm::dyn_cast<VariableDeclaration>(&statement))
    return llvm::any_of(declaration->declarations, [&](const Node *node) {
      const auto *declarator = llvm::dyn_cast<VariableDeclarator>(node);
      return declarator && declarator->init && holdsAfterCall(*declarator->init, subject);
    });
  return false;
}

/// `assert(isSafe(x))`, and functions of the bundle that throw.
bool InputGuards::holdsAfterCall(const Node &expression, const Subject &subject) {
  const Node *node = &expression;
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(node))
    node = await->argument;
  const auto *call = llvm::dyn_cast<CallExpression>(node);
  if (!call || call->arguments.empty())
    return false;
  const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call->callee));
  if (api && (api->path.starts_with("module:assert"_api) || api->path == "module:invariant"_api ||
              api->path == "module:tiny-invariant"_api))
    return holds(*call->arguments[0], true, subject);
  return asksInside(*call, subject);
}

bool InputGuards::holds(const Node &test, bool truth, const Subject &subject) {
  if (++steps_ > maxGuardSteps)
    return false;
  if (const auto *unary = llvm::dyn_cast<UnaryExpression>(&test))
    return unary->op == "!" && holds(*unary->argument, !truth, subject);
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(&test))
    return holds(*await->argument, truth, subject);
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&test)) {
    bool left = holds(*logical->left, truth, subject);
    bool right = holds(*logical->right, truth, subject);
    return (logical->op == "&&") == truth ? left || right : left && right;
  }
  if (const auto *comparison = llvm::dyn_cast<BinaryExpression>(&test))
    return holdsOfComparison(*comparison, truth, subject);
  const auto *call = llvm::dyn_cast<CallExpression>(&test);
  return call && holdsOfCall(*call, truth, subject);
}

bool InputGuards::holdsOfComparison(const BinaryExpression &test, bool truth,
                                    const Subject &subject) {
  llvm::StringRef op = test.op;
  if (op == "in")
    return truth && isSubject(*test.left, subject);
  bool isEqual = op == "===" || op == "==", isUnequal = op == "!==" || op == "!=";
  for (auto [side, other] : {std::pair(test.left, test.right), std::pair(test.right, test.left)}) {
    const Value &value = values_.of(*other);
    if ((isEqual || isUnequal) && isEqual == truth && isConstant(value) &&
        isSubject(*side, subject) && !llvm::isa<NullValue, UndefinedValue>(value))
      return true;
    const auto *type = llvm::dyn_cast<UnaryExpression>(side);
    if (type && type->op == "typeof" && isEqual == truth && (isEqual || isUnequal) &&
        isSubject(*type->argument, subject)) {
      std::optional<llvm::StringRef> name = asString(value);
      return name == "number" || name == "boolean" || name == "bigint";
    }
    // `list.indexOf(x) !== -1` and its like
    const auto *call = llvm::dyn_cast<CallExpression>(side);
    const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    if (!member || values_.keyOf(*member) != "indexOf" || call->arguments.empty() ||
        !isSubject(*call->arguments[0], subject))
      continue;
    bool isFound = (isUnequal || op == ">") && isNumber(value, -1);
    bool isMissing = isEqual && isNumber(value, -1);
    isFound |= op == ">=" && isNumber(value, 0);
    isMissing |= op == "<" && isNumber(value, 0);
    return truth ? isFound : isMissing;
  }
  return false;
}

bool InputGuards::holdsOfCall(const CallExpression &call, bool truth, const Subject &subject) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(call.callee))
    if (std::optional<std::string> key = values_.keyOf(*member);
        key && holdsOfMethod(call, *key, truth, subject))
      return true;
  const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call.callee));
  if (!api || call.arguments.empty() || !isSubject(*call.arguments[0], subject))
    return asksInside(call, subject);
  // `Number.isInteger(x)`, `isIP(x)`, `validator.isUUID(x)`; of a path, that it is relative
  llvm::StringRef name = api->path.substr(api->path.find_last_of(".:") + 1);
  if (name == "isNaN" || name == "isAbsolute")
    return !truth;
  return truth && name.starts_with("is") && name != "isArray";
}

bool InputGuards::holdsOfMethod(const CallExpression &call, llvm::StringRef key, bool truth,
                                const Subject &subject) {
  if (call.arguments.empty())
    return false;
  const Node &receiver = *llvm::cast<MemberExpression>(call.callee)->object;
  const Node &argument = *call.arguments[0];
  if (isSubject(argument, subject)) {
    if (key == "includes" || key == "has" || key == "hasOwnProperty")
      return truth;
    return key == "test" && (truth ? isAllowList(values_.of(receiver)) : true);
  }
  if (call.arguments.size() > 1 && isSubject(*call.arguments[1], subject) &&
      (key == "hasOwn" || key == "call"))
    return truth;
  if (!isSubject(receiver, subject))
    return false;
  if (key == "match")
    return truth ? isAllowList(values_.of(argument)) : true;
  // what must not be in it
  if (key == "includes")
    return !truth;
  std::optional<llvm::StringRef> text = asString(values_.of(argument));
  bool isStep = text && (text->starts_with("..") || *text == "/");
  return key == "startsWith" && use_ == TextUse::Path && truth != isStep;
}

/// True if a function of the bundle that gets the subject checks its content.
bool InputGuards::asksInside(const CallExpression &call, const Subject &subject) {
  const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*call.callee));
  if (!function || nesting_ >= maxGuardNesting)
    return false;
  NodeList params = paramsOf(*function->origin);
  for (size_t i = 0; i < std::min(params.size(), call.arguments.size()); ++i) {
    std::optional<Subject> given = subjectOf(*call.arguments[i]);
    const auto *name = llvm::dyn_cast<Identifier>(params[i]);
    bool isPart = given && name && given->symbol == subject.symbol &&
                  given->keys.size() <= subject.keys.size() &&
                  std::equal(given->keys.begin(), given->keys.end(), subject.keys.begin());
    if (!isPart)
      continue;
    Subject inside;
    inside.symbol = program_.symbolOf(*name);
    inside.keys.assign(subject.keys.begin() + given->keys.size(), subject.keys.end());
    if (!inside.symbol)
      continue;
    ++nesting_;
    bool asks = false;
    walk(*bodyOf(*function->origin), [&](const Node &node) {
      const Node *test = nullptr;
      if (const auto *branch = llvm::dyn_cast<IfStatement>(&node))
        test = branch->test;
      else if (const auto *result = llvm::dyn_cast<ReturnStatement>(&node))
        test = result->argument;
      else if (&node == bodyOf(*function->origin) && isExpression(node))
        test = &node;
      if (test && !asks)
        asks = holds(*test, true, inside) || holds(*test, false, inside);
      return !asks && steps_ < maxGuardSteps;
    });
    --nesting_;
    if (asks)
      return true;
  }
  return false;
}

} // namespace agentc
