#include "agentc/Analysis/Walk.h"

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

const Node &codeAround(const Node &node) {
  const Node *at = &node;
  while (const Node *parent = at->parent) {
    if (isFunction(*parent) || llvm::isa<ast::Program>(parent))
      return *parent;
    if (const auto *field = llvm::dyn_cast<PropertyDefinition>(parent);
        field && field->value == at && !field->isStatic)
      return *parent->parent->parent;
    at = parent;
  }
  return *at;
}

} // namespace agentc
