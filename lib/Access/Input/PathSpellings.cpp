#include "PathSpellings.h"

#include "InputGuards.h"
#include "TextPatterns.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"
#include "llvm/ADT/ScopeExit.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxSpellings = 24;    ///< expressions from a result back to the parameter
constexpr unsigned maxGuardSteps = 2000; ///< for one question

/// The expression that a target of a variable gets; null where something else gives it.
const Node *givenTo(const Identifier &target) {
  if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target.parent))
    return declarator->init;
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target.parent);
  return assignment && assignment->op == "=" && assignment->left == &target ? assignment->right
                                                                            : nullptr;
}

bool isBareDeclarator(const Identifier &target) {
  const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target.parent);
  return declarator && declarator->id == &target && !declarator->init;
}

} // namespace

bool isResolving(llvm::StringRef path) {
  llvm::StringRef name = path.substr(path.find_last_of(".:") + 1);
  return (path.starts_with("module:path"_api) &&
          llvm::is_contained({"resolve", "normalize", "join", "relative"}, name)) ||
         (path.starts_with("module:fs"_api) && name.starts_with("realpath")) ||
         path == "global:URL"_api;
}

const Node *onlyValueOf(const agentc::Program &program, const Node &node) {
  const auto *name = llvm::dyn_cast<Identifier>(&node);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  const Identifier *only = nullptr;
  for (const Identifier *target :
       symbol ? llvm::ArrayRef(symbol->targets) : llvm::ArrayRef<const Identifier *>()) {
    if (isBareDeclarator(*target))
      continue;
    if (only)
      return nullptr;
    only = target;
  }
  return only ? givenTo(*only) : nullptr;
}

/// True if an expression is the path in other words: what functions of the language and of the
/// bundle make of it that change only how it is written. A test of it is one of the path.
bool InputGuards::isSpellingOf(const Node &node, const Subject &subject, unsigned depth) {
  if (depth > maxDerivations || ++steps_ > maxGuardSteps)
    return false;
  if (isSame(node, subject) || isResolved(node, subject))
    return true;
  if (const Node *value = onlyValueOf(program_, node))
    return isSpellingOf(*value, subject, depth + 1);
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(&node))
    return isSpellingOf(*await->argument, subject, depth);
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  const auto *function = call ? llvm::dyn_cast<FunctionValue>(&values_.of(*call->callee)) : nullptr;
  return function && call->arguments.size() == 1 &&
         isSpellingOf(*call->arguments[0], subject, depth + 1) &&
         isSpellingFunction(*function->origin, 0);
}

/// True if all that a function of the bundle gives is its only argument in other words.
bool InputGuards::isSpellingFunction(const Node &function, unsigned depth) {
  NodeList params = paramsOf(function);
  const auto *name = params.size() == 1 ? llvm::dyn_cast<Identifier>(params[0]) : nullptr;
  const Symbol *path = name ? program_.symbolOf(*name) : nullptr;
  const Node *body = bodyOf(function);
  if (!path || !body || isGenerator(function))
    return false;
  auto restore = llvm::make_scope_exit([this, size = spelled_.size()] { spelled_.truncate(size); });
  spelled_.push_back(path);
  bool all = llvm::all_of(path->targets, [&](const Identifier *target) {
    const Node *given = givenTo(*target);
    return target == name || (given && isSpelled(*given, depth + 1));
  });
  if (!all || isExpression(*body))
    return all && isSpelled(*body, depth + 1);
  bool any = false;
  walk(*body, [&](const Node &at) {
    if (const auto *result = llvm::dyn_cast<ReturnStatement>(&at)) {
      any = true;
      all = all && result->argument && isSpelled(*result->argument, depth + 1);
    }
    return all && !isFunction(at) && !isClass(at);
  });
  return any && all;
}

/// True if an expression is one of the texts that are known to be spellings, or made of one.
bool InputGuards::isSpelled(const Node &node, unsigned depth) {
  if (depth > maxSpellings || ++steps_ > maxGuardSteps)
    return false;
  if (const auto *name = llvm::dyn_cast<Identifier>(&node)) {
    const Symbol *symbol = program_.symbolOf(*name);
    if (!symbol || llvm::is_contained(spelled_, symbol))
      return symbol != nullptr;
    // what a variable gets of itself is a spelling if what it was before is
    auto restore =
        llvm::make_scope_exit([this, size = spelled_.size()] { spelled_.truncate(size); });
    spelled_.push_back(symbol);
    return llvm::any_of(symbol->targets,
                        [](const Identifier *target) { return givenTo(*target) != nullptr; }) &&
           llvm::all_of(symbol->targets, [&](const Identifier *target) {
             const Node *given = givenTo(*target);
             return isBareDeclarator(*target) || (given && isSpelled(*given, depth + 1));
           });
  }
  if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(&node))
    return isSpelled(*choice->consequent, depth + 1) && isSpelled(*choice->alternate, depth + 1);
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(&node))
    return isSpelled(*await->argument, depth + 1);
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&node))
    return sum->op == "+" && areSpelled({sum->left, sum->right}, depth + 1);
  if (const auto *text = llvm::dyn_cast<TemplateLiteral>(&node))
    return areSpelled(text->expressions, depth + 1);
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  return call && isSpelledCall(*call, depth + 1);
}

/// Pieces of a text, one of which is the path, or what is left of it behind its first letters.
bool InputGuards::areSpelled(NodeList pieces, unsigned depth) {
  return llvm::any_of(pieces, [&](const Node *piece) {
    const Node *at = piece;
    if (const Node *value = onlyValueOf(program_, *at))
      at = value;
    while (const auto *call = llvm::dyn_cast<CallExpression>(at)) {
      const auto *member = llvm::dyn_cast<MemberExpression>(call->callee);
      std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
      if (!key || call->arguments.empty())
        break;
      bool isRest = (*key == "slice" || *key == "substring") && call->arguments.size() == 1 &&
                    llvm::isa<NumberValue>(values_.of(*call->arguments[0]));
      if (isRest)
        return isSpelled(*member->object, depth + 1);
      if (*key != "replace")
        break;
      at = member->object;
    }
    return isSpelled(*piece, depth + 1);
  });
}

bool InputGuards::isSpelledCall(const CallExpression &call, unsigned depth) {
  if (const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call.callee)))
    if (isResolving(api->path))
      return llvm::any_of(call.arguments,
                          [&](const Node *one) { return isSpelled(*one, depth + 1); });
  if (const auto *function = llvm::dyn_cast<FunctionValue>(&values_.of(*call.callee)))
    return call.arguments.size() == 1 && isSpelled(*call.arguments[0], depth + 1) &&
           isSpellingFunction(*function->origin, depth + 1);
  const auto *member = llvm::dyn_cast<MemberExpression>(call.callee);
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  if (!key || !isSpelled(*member->object, depth + 1))
    return false;
  if (*key == "replace" || *key == "replaceAll")
    return call.arguments.size() == 2 &&
           keepsFolders(values_.of(*call.arguments[0]), values_.of(*call.arguments[1]));
  return llvm::is_contained(
      {"trim", "trimStart", "trimEnd", "toLowerCase", "toUpperCase", "normalize", "toString"},
      *key);
}

} // namespace agentc
