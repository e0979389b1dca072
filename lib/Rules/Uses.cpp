#include "Uses.h"

#include "agentc/Access/TextShape.h"
#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"
#include "agentc/Values/Builtins.h"

namespace agentc {

using namespace ast;

namespace {

constexpr size_t maxShownBytes = 80;
constexpr unsigned maxSumDepth = 64;

} // namespace

bool hasPart(llvm::StringRef path, llvm::StringRef part) {
  size_t at = 0;
  while ((at = path.find(part, at)) != llvm::StringRef::npos) {
    size_t end = at + part.size();
    bool begins = at == 0 || path[at - 1] == '.' || path[at - 1] == ':';
    bool ends = end == path.size() || path[end] == '.' || path[end] == '(';
    if (begins && ends)
      return true;
    at = end;
  }
  return false;
}

std::string shownText(llvm::StringRef text) {
  if (text.size() <= maxShownBytes)
    return text.str();
  size_t end = maxShownBytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80)
    --end;
  return (text.take_front(end) + "…").str();
}

std::string shown(llvm::StringRef path) {
  llvm::StringRef name = path.substr(path.find(':') + 1);
  return shownText(path.starts_with("any:") ? std::string("….") + name.str() : name.str());
}

bool isConstantString(const Value &value) {
  bool constant = true;
  forEachAlternative(
      value, [&](const Value &alternative) { constant &= llvm::isa<StringValue>(alternative); });
  return constant;
}

/// True if a value is the result of a call that makes a text: of a string method, `String` or
/// an array's `join`.
static bool isTextMethod(const Value &value) {
  const auto *result = llvm::dyn_cast<ResultValue>(&value);
  llvm::StringRef method = result ? result->callee->path : llvm::StringRef();
  if (method == "global:Array.prototype.join"_api || method == "global:String"_api)
    return true;
  const TextMethod text = method.consume_front("global:String.prototype."_api)
                              ? builtinMethod(method).text
                              : TextMethod::None;
  return text == TextMethod::Text || text == TextMethod::Replaces || text == TextMethod::Joins;
}

bool isText(const Values &values, const Value &value) {
  bool found = false;
  forEachAlternative(value, [&](const Value &alternative) {
    found |= llvm::isa<StringValue>(alternative) || isTextMethod(alternative);
    const Node *origin = llvm::isa<UnknownValue>(alternative) ? alternative.origin : nullptr;
    for (unsigned depth = 0; origin && depth < maxSumDepth && !found; ++depth) {
      found |= llvm::isa<TemplateLiteral>(origin);
      const auto *sum = llvm::dyn_cast<BinaryExpression>(origin);
      if (!sum || sum->op != "+")
        break;
      found |= llvm::isa<StringValue>(values.of(*sum->right));
      found |= llvm::isa<StringValue>(values.of(*sum->left));
      origin = sum->left;
    }
  });
  return found;
}

/// True if an expression can hold only where a path leads to something.
static bool demands(const CheckContext &context, const Node &test, llvm::StringRef path) {
  if (const auto *logical = llvm::dyn_cast<LogicalExpression>(&test))
    return logical->op == "&&" &&
           (demands(context, *logical->left, path) || demands(context, *logical->right, path));
  if (const auto *comparison = llvm::dyn_cast<BinaryExpression>(&test)) {
    // `typeof Deno !== 'undefined'`
    const auto *type = llvm::dyn_cast<UnaryExpression>(comparison->left);
    bool isUnequal = comparison->op == "!==" || comparison->op == "!=";
    bool isKind = asString(context.values.of(*comparison->right)) != "undefined";
    return type && type->op == "typeof" && isUnequal != isKind &&
           demands(context, *type->argument, path);
  }
  bool found = false; // what else it can be is nothing
  forEachAlternative(context.values.of(test), [&](const Value &value) {
    const auto *api = llvm::dyn_cast<ApiValue>(&value);
    found |= api && isPathOrMember(api->path, path);
  });
  return found;
}

bool isBehindTestOf(const CheckContext &context, const ApiUse &use, llvm::StringRef path) {
  for (const Node *at = use.node; at->parent && !isFunction(*at); at = at->parent) {
    const Node *test = nullptr;
    if (const auto *branch = llvm::dyn_cast<IfStatement>(at->parent))
      test = at == branch->consequent ? branch->test : nullptr;
    else if (const auto *choice = llvm::dyn_cast<ConditionalExpression>(at->parent))
      test = at == choice->consequent ? choice->test : nullptr;
    else if (const auto *logical = llvm::dyn_cast<LogicalExpression>(at->parent))
      test = at == logical->right && logical->op == "&&" ? logical->left : nullptr;
    if (test && demands(context, *test, path))
      return true;
  }
  return false;
}

bool loadsRelative(const CheckContext &context, const ApiUse &use) {
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(use.call);
  if (!call || call->arguments.empty())
    return false;
  std::vector<TextShape> shapes = textShapes(context.values, *call->arguments.front(), nullptr);
  return !shapes.empty() && llvm::all_of(shapes, [](const TextShape &shape) {
    return shape.beginning().starts_with("./") || shape.beginning().starts_with("../");
  });
}

bool isInstalled(llvm::StringRef file) {
  return ("/" + file).str().find("/node_modules/") != std::string::npos;
}

void pointAtMember(Diagnostic &finding, const ast::Node *member) {
  const auto *expression = llvm::dyn_cast_or_null<ast::MemberExpression>(member);
  if (expression && finding.range)
    finding.range->begin = expression->property->range.begin;
}

} // namespace agentc
