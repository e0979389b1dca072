#include "Lowering.h"

namespace agentc {

/// Whether the node under the cursor belongs to a JSX tag, whose names, strings and `>` follow
/// rules of their own.
bool Lowering::isInJsx() const {
  TSTreeCursor cursor = ts_tree_cursor_copy(&cursor_);
  Kind parent = ts_tree_cursor_goto_parent(&cursor)
                    ? grammar_.kindOf(ts_tree_cursor_current_node(&cursor))
                    : Kind::Other;
  ts_tree_cursor_delete(&cursor);
  switch (parent) {
  case Kind::JsxAttribute:
  case Kind::JsxClosingElement:
  case Kind::JsxNamespaceName:
  case Kind::JsxOpeningElement:
  case Kind::JsxSelfClosingElement:
    return true;
  default:
    return false;
  }
}

void Lowering::auditSlowly(Here at) {
  switch (at.shape) {
  case Shape::Template:
    return audit_.openTemplate(at.range);
  case Shape::Substitution:
    return audit_.openSubstitution(at.range);
  case Shape::Inner:
    return;
  case Shape::Leaf:
    break;
  }
  if (!isInJsx() || !audit_.leaf(at.kind, at.range, TokenAudit::Place::Jsx))
    audit_.refuse(at.kind, at.range);
}

/// What the lowering didn't go into: types, and leaves that the grammar gives a name.
void Lowering::auditUnvisited(Here at) {
  if (audit_.offset() < at.range.end && at.shape != Shape::Template)
    auditSubtree();
  if (at.shape == Shape::Template)
    audit_.closeTemplate(at.range);
  else if (at.shape == Shape::Substitution)
    audit_.closeSubstitution(at.range);
}

void Lowering::auditSubtree() {
  llvm::SmallVector<Here, 32> open;
  for (bool going = true; going;) {
    Here at = here();
    if (!open.empty() && at.shape != Shape::Inner)
      auditBefore(at, TokenAudit::Place::Types);
    bool mayEnter = at.shape != Shape::Leaf && audit_.offset() < at.range.end;
    if (mayEnter && ts_tree_cursor_goto_first_child(&cursor_)) {
      open.push_back(at);
      continue;
    }
    at.shape = Shape::Leaf;
    auditBefore(at, TokenAudit::Place::Types);
    while (going && !open.empty() && !ts_tree_cursor_goto_next_sibling(&cursor_)) {
      ts_tree_cursor_goto_parent(&cursor_);
      Here closed = open.pop_back_val();
      if (open.empty())
        return;
      if (closed.shape == Shape::Template)
        audit_.closeTemplate(closed.range);
      else if (closed.shape == Shape::Substitution)
        audit_.closeSubstitution(closed.range);
    }
    going = !open.empty();
  }
}

} // namespace agentc
