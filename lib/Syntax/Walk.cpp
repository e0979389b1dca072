#include "agentc/Syntax/Walk.h"

#include "agentc/Syntax/Inside.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

namespace agentc {

using namespace ast;

void walk(const Node &root, llvm::function_ref<bool(const Node &)> visit) {
  llvm::SmallVector<const Node *, 64> open{&root};
  while (!open.empty()) {
    const Node *node = open.pop_back_val();
    if (!visit(*node))
      continue;
    size_t first = open.size();
    forEachChild(*node, [&](const Node &child) { open.push_back(&child); });
    std::reverse(open.begin() + first, open.end());
  }
}

bool isInside(const Node &node, const Node &outer) {
  const Node *at = &node;
  while (at && at != &outer)
    at = at->parent;
  return at != nullptr;
}

void forEachResult(const Node &function, llvm::function_ref<void(const Node *)> visit) {
  const Node *body = bodyOf(function);
  if (!body)
    return;
  if (isExpression(*body))
    return visit(body);
  walk(*body, [&](const Node &node) {
    if (const auto *result = llvm::dyn_cast<ReturnStatement>(&node))
      visit(result->argument);
    return !isFunction(node) && !isClass(node);
  });
}

ast::NodeIndex::NodeIndex(const Node &root) {
  auto slot = [](const Node &node) { return static_cast<size_t>(node.kind) + 1; };
  std::vector<const Node *> all;
  walk(root, [&](const Node &node) {
    all.push_back(&node);
    ++begins_[slot(node)];
    return true;
  });
  for (size_t kind = 1; kind < begins_.size(); ++kind)
    begins_[kind] += begins_[kind - 1];
  nodes_.resize(all.size());
  std::array<uint32_t, nodeKindCount + 1> next = begins_;
  for (const Node *node : all)
    nodes_[next[static_cast<size_t>(node->kind)]++] = node;
}

const Node &codeAround(const Node &node) {
  const Node *at = &node;
  while (const Node *parent = at->parent) {
    if (isFunction(*parent) || llvm::isa<ast::TopLevel>(parent))
      return *parent;
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(parent);
        field && field->value == at && !field->isStatic)
      return *parent->parent->parent;
    at = parent;
  }
  return *at;
}

} // namespace agentc
