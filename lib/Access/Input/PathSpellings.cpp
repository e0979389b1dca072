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

constexpr unsigned maxSpellings = 24;       ///< expressions from a result back to the parameter
constexpr unsigned maxSpellingSteps = 2000; ///< for one question

/// The expression that a target of a variable gets; null where something else gives it.
const Node *givenTo(const Identifier &target) {
  if (const auto *declarator = llvm::dyn_cast<VariableDeclarator>(target.parent))
    return declarator->init;
  const auto *assignment = llvm::dyn_cast<AssignmentExpression>(target.parent);
  return assignment && assignment->op == "=" && assignment->left == &target ? assignment->right
                                                                            : nullptr;
}

/// The pieces of a text that is joined by `+` or a template, in their order, without empty ones.
void appendPieces(const Node &text, llvm::SmallVectorImpl<const Node *> &pieces) {
  constexpr size_t maxPieces = 16;
  const auto *sum = llvm::dyn_cast<BinaryExpression>(&text);
  if (sum && sum->op == "+" && pieces.size() < maxPieces) {
    appendPieces(*sum->left, pieces);
    appendPieces(*sum->right, pieces);
  } else if (const auto *whole = llvm::dyn_cast<TemplateLiteral>(&text)) {
    for (size_t i = 0; i < whole->quasis.size(); ++i) {
      if (const auto *part = llvm::cast<TemplateElement>(whole->quasis[i]); !part->raw.empty())
        pieces.push_back(part);
      if (i < whole->expressions.size())
        appendPieces(*whole->expressions[i], pieces);
    }
  } else {
    pieces.push_back(&text);
  }
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

NodeList InputGuards::pathArguments(llvm::StringRef path, NodeList arguments) const {
  bool isBehind = path.ends_with(".join") && !use_.isPrefixed;
  return isBehind ? arguments.take_front(1) : arguments;
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
  if (depth > maxDerivations || ++steps_ > maxSpellingSteps)
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
  if (depth > maxSpellings || ++steps_ > maxSpellingSteps)
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
  if (llvm::isa<BinaryExpression, TemplateLiteral>(node))
    return isSpelledText(node, depth + 1);
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  return call && isSpelledCall(*call, depth + 1);
}

/// The call of a method on an expression, or on what a variable gets once, by the method's name;
/// null for others.
const CallExpression *InputGuards::methodCallOf(const Node &node, llvm::StringRef &key) const {
  const Node *value = onlyValueOf(program_, node);
  const auto *call = llvm::dyn_cast<CallExpression>(value ? value : &node);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  std::optional<llvm::StringRef> written = member ? writtenKeyOf(*member) : std::nullopt;
  key = written.value_or("");
  return written ? call : nullptr;
}

/// The number of the path's first letters that a piece of a text leaves out: `path.slice(2)`, with
/// slashes written otherwise; std::nullopt where the piece is not the rest of the path.
std::optional<size_t> InputGuards::lettersLeftOut(const Node &piece, unsigned depth) {
  llvm::StringRef key;
  const CallExpression *call = methodCallOf(piece, key);
  while (call && key == "replace" && call->arguments.size() == 2 &&
         keepsFolders(values_.of(*call->arguments[0]), values_.of(*call->arguments[1])))
    call = methodCallOf(*llvm::cast<MemberExpression>(call->callee)->object, key);
  if (!call || (key != "slice" && key != "substring") || call->arguments.size() != 1)
    return isSpelled(piece, depth) ? std::optional<size_t>(0) : std::nullopt;
  const auto *count = llvm::dyn_cast<NumberValue>(&values_.of(*call->arguments[0]));
  bool isRest = count && count->value >= 0 && count->value < 8 &&
                isSpelled(*llvm::cast<MemberExpression>(call->callee)->object, depth);
  return isRest ? std::optional(static_cast<size_t>(count->value)) : std::nullopt;
}

/// The number of letters of a piece that names no folder: one letter of the path, as of a drive, or
/// a constant of separators; std::nullopt for others.
std::optional<size_t> InputGuards::lettersOfNoFolder(const Node &piece, unsigned depth) {
  const auto *written = llvm::dyn_cast<TemplateElement>(&piece);
  std::optional<llvm::StringRef> text = written ? written->cooked : asString(values_.of(piece));
  if (text)
    return text->find_first_not_of("\\:") == llvm::StringRef::npos ? std::optional(text->size())
                                                                   : std::nullopt;
  llvm::StringRef key;
  const CallExpression *call = methodCallOf(piece, key);
  if (call && (key == "toUpperCase" || key == "toLowerCase"))
    call = methodCallOf(*llvm::cast<MemberExpression>(call->callee)->object, key);
  bool isLetter = call && key == "charAt" &&
                  isSpelled(*llvm::cast<MemberExpression>(call->callee)->object, depth);
  return isLetter ? std::optional<size_t>(1) : std::nullopt;
}

/// True if a text is the path: its last piece is the path from some letter on, and what stands
/// before that takes the place of the letters that are left out.
bool InputGuards::isSpelledText(const Node &text, unsigned depth) {
  llvm::SmallVector<const Node *, 8> pieces;
  appendPieces(text, pieces);
  while (pieces.size() > 1 && isSeparator(*pieces.back()))
    pieces.pop_back();
  std::optional<size_t> leftOut;
  if (!pieces.empty())
    leftOut = lettersLeftOut(*pieces.back(), depth);
  if (!leftOut)
    return false;
  size_t before = 0;
  for (const Node *piece : llvm::ArrayRef(pieces).drop_back()) {
    std::optional<size_t> letters = lettersOfNoFolder(*piece, depth);
    if (!letters)
      return false;
    before += *letters;
  }
  return before == *leftOut || *leftOut == 0;
}

bool InputGuards::isSpelledCall(const CallExpression &call, unsigned depth) {
  if (const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call.callee)))
    if (isResolving(api->path))
      return llvm::any_of(pathArguments(api->path, call.arguments),
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
