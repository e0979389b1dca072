#include "agentc/Analysis/Walk.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace agentc {

using namespace ast;

void walk(const Node &root, llvm::function_ref<bool(const Node &)> visit) {
  llvm::SmallVector<const Node *, 64> open{&root};
  llvm::SmallVector<const Node *, 16> children;
  while (!open.empty()) {
    const Node *node = open.pop_back_val();
    if (!visit(*node))
      continue;
    children.clear();
    forEachChild(*node, [&](const Node &child) { children.push_back(&child); });
    for (const Node *child : llvm::reverse(children))
      open.push_back(child);
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
