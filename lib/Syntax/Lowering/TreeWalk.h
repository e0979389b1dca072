#ifndef AGENTC_LIB_SYNTAX_LOWERING_TREEWALK_H
#define AGENTC_LIB_SYNTAX_LOWERING_TREEWALK_H

#include "Grammar/Grammar.h"
#include "Lowering/LineBreaks.h"

#include "llvm/ADT/SmallVector.h"

namespace agentc {

/// The node under the cursor.
struct Here {
  Kind kind;
  Shape shape = Shape::Inner;
  ByteRange range;
  uint32_t before = 0; ///< the end of the sibling before it, comments apart
};

/// Walks a concrete tree once, depth first, and has every leaf audited on the way: those that the
/// lowering doesn't go into as well.
class TreeWalk {
public:
  TreeWalk(const ast::Module &module, llvm::StringRef parsed, const Grammar &grammar, TSNode root,
           LoweringResult &result);
  TreeWalk(const TreeWalk &) = delete;
  TreeWalk &operator=(const TreeWalk &) = delete;
  ~TreeWalk() { ts_tree_cursor_delete(&cursor_); }

  /// Calls visit(Here) for each child but comments and what the parser skipped.
  template <typename Visitor> void children(Visitor &&visit) {
    if (!ts_tree_cursor_goto_first_child(&cursor_))
      return;
    uint32_t end = UINT32_MAX;
    do {
      Here child = here();
      child.before = std::min(end, child.range.begin);
      auditBefore(child, TokenAudit::Place::Code);
      if (child.kind == Kind::Comment || child.kind == Kind::HtmlComment ||
          child.kind == Kind::Error)
        continue;
      end = child.range.end;
      visit(child);
      if (child.shape != Shape::Leaf)
        auditBehind(child);
    } while (ts_tree_cursor_goto_next_sibling(&cursor_));
    ts_tree_cursor_goto_parent(&cursor_);
    lastEnd_ = end == UINT32_MAX ? 0 : end;
  }
  /// The end of the children visited last.
  uint32_t lastEnd() const { return lastEnd_; }

  TokenAudit &audit() { return audit_; }
  const TokenAudit &audit() const { return audit_; }
  LineBreaks &breaks() { return breaks_; }

  /// True if BreakMend replaced this `await` by `void `.
  bool isMendedAwait(ByteRange range) const;
  /// True for `import("x")`, for which maskGrammarGaps put a name.
  bool isMaskedImport(ByteRange range) const;
  /// Notes that such an import stands where an expression or a type does.
  void takeMaskedImport(ByteRange range) { llvm::erase(maskedImports_, range); }
  /// Ends the audit, and reports the masked imports that nothing has taken.
  void finish();

private:
  Here here() const;
  void auditBefore(Here at, TokenAudit::Place place) {
    if (at.shape == Shape::Leaf ? !audit_.leaf(at.kind, at.range, place) : at.shape != Shape::Inner)
      auditSlowly(at);
  }
  void auditBehind(Here at) {
    if (audit_.offset() < at.range.end || at.shape != Shape::Inner)
      auditUnvisited(at);
  }
  void auditSlowly(Here at);
  void auditUnvisited(Here at);
  void auditSubtree();
  bool isMendedToken(ByteRange range) const;
  bool isInJsx() const;
  void checkTypeBreak(Here at, Kind parent);

  llvm::StringRef text_;
  const Grammar &grammar_;
  TokenAudit audit_;
  LineBreaks breaks_;
  TSTreeCursor cursor_;
  uint32_t lastEnd_ = 0;
  /// The range of each `import("x")` that GrammarGaps replaced by a name and that nothing has
  /// taken yet.
  llvm::SmallVector<ByteRange, 0> maskedImports_;
};

} // namespace agentc

#endif
