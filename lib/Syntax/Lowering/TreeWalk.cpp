#include "Lowering/TreeWalk.h"

#include "Grammar/GrammarGaps.h"
#include "SyntaxRules.h"

namespace agentc {

TreeWalk::TreeWalk(const ast::Module &module, llvm::StringRef parsed, const Grammar &grammar,
                   TSNode root, LoweringResult &result)
    : text_(module.text), grammar_(grammar), audit_(module.text, parsed),
      breaks_(module, audit_, result), cursor_(ts_tree_cursor_new(root)) {}

Here TreeWalk::here() const {
  TSNode node = ts_tree_cursor_current_node(&cursor_);
  TSSymbol symbol = ts_node_symbol(node);
  return {grammar_.kindOf(symbol),
          grammar_.shapeOf(symbol),
          {ts_node_start_byte(node), ts_node_end_byte(node)}};
}

void TreeWalk::finish() {
  audit_.finish();
  for (ByteRange range : maskedImports_)
    audit_.report(rule::syntaxError, range, "unexpected `import`");
}

/// True if the node under the cursor belongs to a JSX tag, whose names, strings and `>` follow
/// rules of their own.
bool TreeWalk::isInJsx() const {
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

/// True if a token is a stand-in that BreakMend or maskMisreadings put in the place of white
/// space or other words.
bool TreeWalk::isMendedToken(ByteRange range) const {
  llvm::StringRef token = audit_.parsed().slice(range.begin, range.end);
  return audit_.isStandIn(range) &&
         llvm::is_contained({llvm::StringRef(";"), llvm::StringRef("*"), llvm::StringRef("async"),
                             llvm::StringRef("abstract"), llvm::StringRef("class"),
                             llvm::StringRef("function"), llvm::StringRef(defaultName)},
                            token);
}

bool TreeWalk::isMendedAwait(ByteRange range) const {
  return range.end - range.begin == 4 && audit_.isStandIn(range) &&
         audit_.parsed().substr(range.begin, 5) == "void " &&
         text_.substr(range.begin, 5) == "await";
}

void TreeWalk::auditSlowly(Here at) {
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
  if (isMendedToken(at.range))
    return audit_.accept(at.range);
  if (isMendedAwait(at.range))
    return audit_.accept({at.range.begin, at.range.end + 1});
  if (isMaskedImport(at.range)) {
    maskedImports_.push_back(at.range);
    return audit_.accept(at.range);
  }
  if (!isInJsx() || !audit_.leaf(at.kind, at.range, TokenAudit::Place::Jsx))
    audit_.refuse(at.kind, at.range);
}

/// Audits the parts that the lowering did not visit: types, and leaves that the grammar names.
void TreeWalk::auditUnvisited(Here at) {
  // the lowering went into the substitutions of a template, but not into those of a type
  if (audit_.offset() < at.range.end &&
      (at.shape != Shape::Template || at.kind == Kind::TemplateLiteralType))
    auditSubtree();
  if (at.shape == Shape::Template)
    audit_.closeTemplate(at.range);
  else if (at.shape == Shape::Substitution)
    audit_.closeSubstitution(at.range);
}

/// Checks for a line break where TypeScript ends a type but the grammar goes on.
void TreeWalk::checkTypeBreak(Here at, Kind parent) {
  bool goesOn =
      ((parent == Kind::ArrayType || parent == Kind::LookupType) &&
       text_.slice(at.range.begin, at.range.end) == "[") ||
      (parent == Kind::GenericType && at.kind == Kind::TypeArguments) ||
      (parent == Kind::ConditionalType && text_.slice(at.range.begin, at.range.end) == "extends");
  if (goesOn)
    breaks_.checkBreak({audit_.offset(), at.range.begin},
                       "a type ends at the line break before this");
}

bool TreeWalk::isMaskedImport(ByteRange range) const {
  return audit_.isStandIn(range) && endOfImportType(text_, range.begin) == range.end;
}

void TreeWalk::auditSubtree() {
  llvm::SmallVector<Here, 32> open;
  for (bool going = true; going;) {
    Here at = here();
    if (!open.empty())
      checkTypeBreak(at, open.back().kind);
    if (at.shape == Shape::Leaf && audit_.offset() <= at.range.begin && isMaskedImport(at.range))
      audit_.accept(at.range);
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
