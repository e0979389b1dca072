#include "InputGuards.h"
#include "PathSpellings.h"
#include "TextPatterns.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

constexpr unsigned maxTestSteps = 2000;

bool isNumber(const Value &value, double number) {
  const auto *known = llvm::dyn_cast<NumberValue>(&value);
  return known && known->value == number;
}

/// True if a value is one that a text can be equal to only by being harmless.
bool isKnownText(const Value &value) {
  bool known = true;
  forEachAlternative(value, [&](const Value &one) {
    known &= llvm::isa<StringValue, NumberValue, BooleanValue>(one);
  });
  return known;
}

/// Functions that are true only of texts with nothing harmful in them.
bool isNarrow(llvm::StringRef name) {
  return name.starts_with("is") && name != "isArray" && name != "isAbsolute" &&
         !name.starts_with("isString") && name != "isNaN" && name != "isURL" && name != "isJSON" &&
         name != "isWellFormed" && name != "isLength" && name != "isAscii";
}

} // namespace

/// The text itself, in other letters' case or without blanks around it.
bool InputGuards::isSame(const Node &node, const Subject &subject, unsigned depth) const {
  if (std::optional<Subject> other = subjectOf(node);
      other && other->symbol == subject.symbol && other->keys == subject.keys)
    return true;
  if (depth >= maxDerivations)
    return false;
  if (const Node *value = onlyValueOf(program_, node))
    return llvm::isa<CallExpression, Identifier>(value) && isSame(*value, subject, depth + 1);
  const auto *call = llvm::dyn_cast<CallExpression>(&node);
  if (!call)
    return false;
  const auto *member = llvm::dyn_cast<MemberExpression>(call->callee);
  std::optional<std::string> key = member ? values_.keyOf(*member) : std::nullopt;
  if (key && llvm::is_contained({"toLowerCase", "toUpperCase", "trim", "toString"}, *key))
    return isSame(*member->object, subject, depth + 1);
  const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call->callee));
  return api && api->path == "global:String"_api && !call->arguments.empty() &&
         isSame(*call->arguments[0], subject, depth + 1);
}

/// A path without steps to an outer folder: what the subject is, or what was computed of it.
bool InputGuards::isResolved(const Node &node, const Subject &subject, unsigned depth) const {
  if (depth > maxDerivations)
    return false;
  const Node *at = &node;
  if (const Node *value = onlyValueOf(program_, node))
    at = value;
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(at))
    at = await->argument;
  const auto *call = llvm::dyn_cast<CallExpression>(at);
  const auto *api = call ? llvm::dyn_cast<ApiValue>(&values_.of(*call->callee)) : nullptr;
  if (!api || !isResolving(api->path))
    return false;
  std::optional<Subject> own = subjectOf(node);
  return (own && own->symbol == subject.symbol && own->keys == subject.keys) ||
         llvm::any_of(pathArguments(api->path, call->arguments), [&](const Node *argument) {
           return isSame(*argument, subject) || isResolved(*argument, subject, depth + 1);
         });
}

bool InputGuards::holds(const Node &test, bool truth, const Subject &subject) {
  if (++steps_ > maxTestSteps)
    return false;
  if (const auto *unary = llvm::dyn_cast<UnaryExpression>(&test))
    return unary->op == "!" && holds(*unary->argument, !truth, subject);
  if (const auto *await = llvm::dyn_cast<AwaitExpression>(&test))
    return holds(*await->argument, truth, subject);
  if (const auto *row = llvm::dyn_cast<SequenceExpression>(&test))
    return holds(*row->expressions.back(), truth, subject);
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&test)) {
    bool left = holds(*logical->left, truth, subject);
    bool right = holds(*logical->right, truth, subject);
    return (logical->op == "&&") == truth ? left || right : left && right;
  }
  if (const auto *comparison = llvm::dyn_cast<BinaryExpression>(&test))
    return holdsOfComparison(*comparison, truth, subject);
  if (const auto *call = llvm::dyn_cast<CallExpression>(&test))
    return holdsOfCall(*call, truth, subject);
  // `const ok = pattern.test(x); if (!ok) …`
  const Node *value = onlyValueOf(program_, test);
  return value && value != &test && !llvm::isa<Identifier>(value) && holds(*value, truth, subject);
}

bool InputGuards::holdsOfComparison(const BinaryExpression &test, bool truth,
                                    const Subject &subject) {
  llvm::StringRef op = test.op;
  if (op == "in")
    return truth && isSame(*test.left, subject) && isList(*test.right);
  bool isEqual = op == "===" || op == "==", isUnequal = op == "!==" || op == "!=";
  for (auto [side, other] : {std::pair(test.left, test.right), std::pair(test.right, test.left)}) {
    const Value &value = values_.of(*other);
    bool equals = (isEqual || isUnequal) && isEqual == truth;
    if (equals && isSame(*side, subject) && isKnownText(value))
      return true;
    // the one name that leads to what all objects inherit
    if (use_.use == TextUse::Key && (isEqual || isUnequal) && !equals && isSame(*side, subject) &&
        asString(value) == llvm::StringRef("__proto__"))
      return true;
    // `full === root`, beside a test of what begins with it
    if (equals && use_.use == TextUse::Path && isResolved(*side, subject) &&
        !llvm::isa<NullValue, UndefinedValue>(value) && (!isInput_ || !(*isInput_)(*other)))
      return true;
    const auto *type = llvm::dyn_cast<UnaryExpression>(side);
    if (type && type->op == "typeof" && equals && isSame(*type->argument, subject)) {
      std::optional<llvm::StringRef> name = asString(value);
      return name == "number" || name == "boolean" || name == "bigint";
    }
    // `list.indexOf(x) !== -1` and its like
    const auto *call = llvm::dyn_cast<CallExpression>(side);
    const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
    if (!member || values_.keyOf(*member) != "indexOf" || call->arguments.empty() ||
        !isSame(*call->arguments[0], subject) || !isList(*member->object))
      continue;
    bool isFound = (isUnequal || op == ">") && isNumber(value, -1);
    bool isMissing = isEqual && isNumber(value, -1);
    isFound |= op == ">=" && isNumber(value, 0);
    isMissing |= op == "<" && isNumber(value, 0);
    return truth ? isFound : isMissing;
  }
  return false;
}

/// True if what names are looked up in is not the tool's input itself.
bool InputGuards::isList(const Node &list) const { return !isInput_ || !(*isInput_)(list); }

bool InputGuards::holdsOfCall(const CallExpression &call, bool truth, const Subject &subject) {
  if (const auto *member = llvm::dyn_cast<MemberExpression>(call.callee))
    if (std::optional<std::string> key = values_.keyOf(*member);
        key && holdsOfMethod(call, *key, truth, subject))
      return true;
  const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*call.callee));
  if (!api || call.arguments.empty() || !isSame(*call.arguments[0], subject))
    return answersInside(call, truth, subject);
  // `Number.isInteger(x)`, `isIP(x)`, `validator.isUUID(x)`
  llvm::StringRef name = api->path.substr(api->path.find_last_of(".:") + 1);
  return name == "isNaN" ? !truth : truth && isNarrow(name);
}

bool InputGuards::holdsOfPattern(const Value &pattern, bool truth) const {
  const auto *expression = llvm::dyn_cast<RegExpValue>(&pattern);
  if (!expression)
    return false;
  if (truth)
    return isAllowList(*expression, use_.use) && !use_.isDecoded;
  if (use_.isDecoded || use_.isReduced)
    return false;
  if (use_.use == TextUse::Key && expression->pattern.contains("__proto__"))
    return true;
  return isDenyListOfAll(*expression, use_.use) ||
         (use_.use == TextUse::Path && use_.isPrefixed && findsOuterFolders(*expression));
}

bool InputGuards::holdsOfMethod(const CallExpression &call, llvm::StringRef key, bool truth,
                                const Subject &subject) {
  if (call.arguments.empty())
    return false;
  const Node &receiver = *llvm::cast<MemberExpression>(call.callee)->object;
  const Node &argument = *call.arguments[0];
  if (isSame(argument, subject)) {
    if (use_.use == TextUse::Key && !truth && (key == "includes" || key == "has"))
      return namesPrototype(receiver);
    if (use_.use == TextUse::Key && key == "hasOwnProperty")
      return truth;
    if (key == "includes" || key == "has" || key == "hasOwnProperty")
      return truth && !isSame(receiver, subject) && isList(receiver);
    return key == "test" && holdsOfPattern(values_.of(receiver), truth);
  }
  if (call.arguments.size() > 1 && isSame(*call.arguments[1], subject) &&
      (key == "hasOwn" || key == "call"))
    return truth && (use_.use == TextUse::Key || isList(argument));
  if (isSame(receiver, subject) && (key == "match" || key == "search"))
    return key == "match" && holdsOfPattern(values_.of(argument), truth);
  // `names.every((name) => known.has(name))`
  bool isEach =
      isSame(receiver, subject) && ((key == "every" && truth) || (key == "some" && !truth));
  if (isEach) {
    const Value &function = values_.of(argument);
    NodeList params = llvm::isa<FunctionValue>(function) ? paramsOf(*function.origin) : NodeList();
    std::optional<Subject> element = params.empty() ? std::nullopt : subjectOf(*params[0]);
    return element && answers(*function.origin, truth, *element);
  }
  // `folders.some((folder) => file.startsWith(folder))`
  if ((key == "some" && truth) || (key == "every" && !truth)) {
    const Value &function = values_.of(argument);
    return llvm::isa<FunctionValue>(function) && answers(*function.origin, truth, subject);
  }
  return use_.use == TextUse::Path && holdsOfPath(call, key, truth, subject);
}

/// True if a list has the name that leads to what all objects inherit.
bool InputGuards::namesPrototype(const Node &list) const {
  const Node *at = &list;
  for (unsigned i = 0; i < maxDerivations; ++i)
    if (const Node *value = onlyValueOf(program_, *at))
      at = value;
  if (const auto *made = llvm::dyn_cast<NewExpression>(at); made && !made->arguments.empty())
    at = made->arguments[0];
  bool isNamed = false;
  auto note = [&](const Value &value) {
    isNamed |= asString(value) == llvm::StringRef("__proto__");
  };
  forEachAlternative(values_.of(*at), [&](const Value &value) {
    if (const auto *known = llvm::dyn_cast<ArrayValue>(&value))
      for (const Value *element : known->elements)
        note(*element);
    const auto *made = llvm::dyn_cast<ResultValue>(&value);
    const auto *given =
        made && !made->arguments.empty() ? llvm::dyn_cast<ArrayValue>(made->arguments[0]) : nullptr;
    for (const Value *element : given ? given->elements : llvm::ArrayRef<const Value *>())
      note(*element);
  });
  return isNamed;
}

/// `full.startsWith(root + path.sep)`, `!relative.startsWith('..')`, `!name.includes('..')`.
bool InputGuards::holdsOfPath(const CallExpression &call, llvm::StringRef key, bool truth,
                              const Subject &subject) const {
  const Node &receiver = *llvm::cast<MemberExpression>(call.callee)->object;
  std::optional<llvm::StringRef> text = asString(values_.of(*call.arguments[0]));
  bool isFolderName = text && (*text == "/" || *text == "\\");
  if (use_.isReduced)
    return false;
  if (key == "includes" && !truth && !use_.isDecoded)
    return isSame(receiver, subject) && text &&
           (isFolderName || ((*text == ".." || *text == ".") && use_.isPrefixed));
  if (key != "startsWith" || use_.isDecoded || !isResolved(receiver, subject))
    return false;
  if (isInput_ && (*isInput_)(*call.arguments[0])) // the folder is the input's too
    return false;
  bool isStep = text && text->starts_with("..");
  return isStep
             ? !truth
             : truth && (isClosedFolder(*call.arguments[0]) || isOfRoot(call, *call.arguments[0]));
}

bool InputGuards::isSeparator(const Node &node) const {
  const Value &value = values_.of(node);
  std::optional<llvm::StringRef> text = asString(value);
  const auto *api = llvm::dyn_cast<ApiValue>(&value);
  return text ? *text == "/" || *text == "\\"
              : api && api->path.starts_with("module:path"_api) && api->path.ends_with(".sep");
}

/// True of the separator that any path begins with, where the folder is found to be the root.
bool InputGuards::isOfRoot(const Node &test, const Node &prefix) const {
  if (!isSeparator(prefix))
    return false;
  for (const Node *at = &test; at->parent && !isFunction(*at); at = at->parent) {
    const auto *branch = llvm::dyn_cast<IfStatement>(at->parent);
    const auto *choice = llvm::dyn_cast<ConditionalExpression>(at->parent);
    const Node *asked = branch && branch->consequent == at   ? branch->test
                        : choice && choice->consequent == at ? choice->test
                                                             : nullptr;
    const auto *same = asked ? llvm::dyn_cast<BinaryExpression>(asked) : nullptr;
    if (same && same->op == "===" && isSeparator(*same->right))
      return true;
  }
  return false;
}

/// True if a text ends where a folder's name does, and is more than the separator that any path
/// begins with.
bool InputGuards::isClosedFolder(const Node &prefix, unsigned depth) const {
  if (depth == 0 && isSeparator(prefix))
    return false;
  bool isKnown = true, isClosed = true;
  forEachAlternative(values_.of(prefix), [&](const Value &one) {
    std::optional<llvm::StringRef> text = asString(one);
    isKnown &= text.has_value();
    isClosed &= text && (text->ends_with("/") || text->ends_with("\\"));
  });
  if (isKnown)
    return isClosed;
  const Node *at = &prefix;
  if (const Node *value = depth < maxDerivations ? onlyValueOf(program_, prefix) : nullptr)
    return isClosedFolder(*value, depth + 1);
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(at)) {
    const auto *api = llvm::dyn_cast<ApiValue>(&values_.of(*sum->right));
    return sum->op == "+" &&
           ((api && api->path.ends_with(".sep")) || isClosedFolder(*sum->right, depth + 1));
  }
  // `folder.replace(/[\\/]?$/, '/')`
  const auto *call = llvm::dyn_cast<CallExpression>(at);
  const auto *callee = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  if (callee && values_.keyOf(*callee) == "replace" && call->arguments.size() == 2) {
    const auto *pattern = llvm::dyn_cast<RegExpValue>(&values_.of(*call->arguments[0]));
    return pattern && (pattern->pattern.ends_with("?$") || pattern->pattern.ends_with("*$")) &&
           isSeparator(*call->arguments[1]);
  }
  const auto *text = llvm::dyn_cast<TemplateLiteral>(at);
  if (!text)
    return false;
  const auto *last = llvm::dyn_cast<TemplateElement>(text->quasis.back());
  if (last && !last->raw.empty())
    return last->raw.ends_with("/");
  return !text->expressions.empty() && isClosedFolder(*text->expressions.back(), depth + 1);
}

} // namespace agentc
