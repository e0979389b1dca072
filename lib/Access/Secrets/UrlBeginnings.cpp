#include "UrlBeginnings.h"

#include "../Places/UrlHost.h"

#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

/// True if a text that continues after a value ends the host there: it begins with a slash.
static bool beginsWithSlash(const Value &value) {
  bool begins = true;
  forEachAlternative(value, [&](const Value &one) {
    std::optional<llvm::StringRef> text = asString(one);
    const auto *parts = llvm::dyn_cast_or_null<TemplateLiteral>(one.origin);
    if (parts && !text)
      text = llvm::cast<TemplateElement>(parts->quasis.front())->cooked;
    begins &= text && text->starts_with("/");
  });
  return begins;
}

bool UrlBeginnings::add(const Value &url, bool isEnded) {
  bool isKnown = true;
  forEachAlternative(url, [&](const Value &one) { isKnown = isKnown && addOne(one, isEnded); });
  return isKnown;
}

bool UrlBeginnings::addText(llvm::StringRef text, bool isEnded) {
  auto [scheme, rest] = text.split("://");
  llvm::StringRef host = rest.take_until([](char c) { return llvm::StringRef("/?#").contains(c); });
  if (!scheme.equals_insensitive("https") || host.contains('@') || host.empty() ||
      (host.size() == rest.size() && !isEnded))
    return false;
  host.consume_back(":443");
  hosts.insert(asciiHost(host));
  return true;
}

bool UrlBeginnings::addOne(const Value &value, bool isEnded) {
  if (std::optional<llvm::StringRef> text = asString(value))
    return addText(*text, isEnded);
  // a text that is put before itself begins as it did
  if (llvm::isa<UndefinedValue, NullValue>(value) || !seen_.insert(&value).second)
    return true;
  if (seen_.size() > maxParts)
    return false;
  if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
    return api->path.starts_with("global:process.env."_api) ||
           (api->receiver && add(*api->receiver, isEnded));
  if (const auto *made = llvm::dyn_cast<ResultValue>(&value))
    return addMade(*made, isEnded);
  return addSum(value, isEnded);
}

/// A template, `a + b`, or `a += b`.
bool UrlBeginnings::addSum(const Value &value, bool isEnded) {
  if (const auto *text = llvm::dyn_cast_or_null<TemplateLiteral>(value.origin)) {
    llvm::StringRef start = llvm::cast<TemplateElement>(text->quasis.front())->cooked;
    if (!start.empty() || text->expressions.empty())
      return addText(start, text->expressions.empty());
    llvm::StringRef rest = llvm::cast<TemplateElement>(text->quasis[1])->cooked;
    const bool isWhole = text->expressions.size() == 1 && rest.empty();
    return add(values_.of(*text->expressions.front()),
               rest.starts_with("/") || (isWhole && isEnded));
  }
  if (const auto *sum = llvm::dyn_cast_or_null<BinaryExpression>(value.origin))
    return sum->op == "+" && add(values_.of(*sum->left), beginsWithSlash(values_.of(*sum->right)));
  // the assignment or its target
  const auto *name = llvm::dyn_cast_or_null<Identifier>(value.origin);
  const auto *added =
      llvm::dyn_cast_or_null<AssignmentExpression>(name ? name->parent : value.origin);
  name = added && added->op == "+=" ? llvm::dyn_cast<Identifier>(added->left) : nullptr;
  const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr;
  return symbol && add(values_.of(*symbol), isEnded);
}

bool UrlBeginnings::addMade(const ResultValue &made, bool isEnded) {
  llvm::StringRef path = made.callee->path;
  if (path.starts_with("global:process.env."_api))
    return true;
  if (path == "global:URL"_api && !made.arguments.empty())
    return add(*made.arguments.back(), true);
  const auto *call = llvm::dyn_cast_or_null<CallExpression>(made.origin);
  const auto *member = call ? llvm::dyn_cast<MemberExpression>(call->callee) : nullptr;
  return member && (path.ends_with(".toString") || path.ends_with(".trim")) &&
         add(values_.of(*member->object), isEnded);
}

} // namespace agentc
