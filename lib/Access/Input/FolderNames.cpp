#include "FolderNames.h"

#include "agentc/Syntax/NodeParts.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

using namespace ast;

namespace {

/// The surroundings of a piece of a path: a separator or nothing before it, a separator after it.
struct NameEnds {
  bool isBegun = true, isFollowed = false;
};

bool isSeparator(llvm::StringRef end) { return end == "/" || end == "\\"; }

/// The last text of a sum or template.
llvm::StringRef lastTextOf(const Values &values, const Node &node) {
  const auto *sum = llvm::dyn_cast<BinaryExpression>(&node);
  if (sum && sum->op == "+")
    return lastTextOf(values, *sum->right);
  if (const auto *text = llvm::dyn_cast<TemplateLiteral>(&node))
    return llvm::cast<TemplateElement>(text->quasis.back())->cooked;
  if (const auto *api = llvm::dyn_cast<ApiValue>(&values.of(node)))
    return api->path == "module:path.sep"_api ? "/" : "";
  return asString(values.of(node)).value_or("");
}

NameEnds nameEndsIn(const Values &values, const Node &around, const Node &piece) {
  if (const auto *text = llvm::dyn_cast<TemplateLiteral>(&around)) {
    size_t index = llvm::find(text->expressions, &piece) - text->expressions.begin();
    if (index >= text->expressions.size())
      return {};
    llvm::StringRef before = llvm::cast<TemplateElement>(text->quasis[index])->cooked;
    llvm::StringRef after = llvm::cast<TemplateElement>(text->quasis[index + 1])->cooked;
    bool isFirst = index == 0 && before.empty();
    return {isFirst || isSeparator(before.take_back(1)), isSeparator(after.take_front(1))};
  }
  if (const auto *sum = llvm::dyn_cast<BinaryExpression>(&around)) {
    if (sum->right == &piece)
      return {isSeparator(lastTextOf(values, *sum->left).take_back(1)), false};
    llvm::StringRef after = asString(values.of(*sum->right)).value_or("");
    return {true, isSeparator(after.take_front(1))};
  }
  const auto *call = llvm::dyn_cast<CallExpression>(&around);
  const auto *callee = call ? llvm::dyn_cast<ApiValue>(&values.of(*call->callee)) : nullptr;
  bool isJoin = callee && callee->path.starts_with("module:path"_api) &&
                (callee->path.ends_with(".join") || callee->path.ends_with(".resolve"));
  return {true, isJoin && llvm::is_contained(call->arguments, &piece) &&
                    call->arguments.back() != &piece};
}

} // namespace

bool leavesDots(llvm::StringRef path) {
  return path == "global:encodeURIComponent"_api || path == "module:path.basename"_api;
}

bool isFolderName(const Values &values, llvm::ArrayRef<const Node *> way) {
  // in a URL, dots lead to no other host
  const Node *taker = way.front()->parent ? partsOf(*way.front()->parent).callee : nullptr;
  const auto *api = taker ? llvm::dyn_cast<ApiValue>(&values.of(*taker)) : nullptr;
  if (api && (api->path == "global:URL"_api || api->path.starts_with("module:axios"_api)))
    return false;
  for (size_t i = way.size(); i > 1; --i) {
    NameEnds ends = nameEndsIn(values, *way[i - 2], *way[i - 1]);
    if (ends.isFollowed || !ends.isBegun)
      return ends.isFollowed && ends.isBegun;
  }
  // the last one: others than these fail on a folder
  llvm::StringRef name = api ? api->path.rsplit('.').second : llvm::StringRef();
  name.consume_back("Sync");
  return llvm::is_contained(
      {"readdir", "opendir", "rm", "rmdir", "rename", "cp", "chmod", "chown", "watch"}, name);
}

} // namespace agentc
