#ifndef AGENTC_LIB_SYNTAX_LOWERING_LOWERINGPART_H
#define AGENTC_LIB_SYNTAX_LOWERING_LOWERINGPART_H

#include "Lowering/Lowering.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace agentc {

/// A part of the lowering: makes nodes of the children under the cursor, and asks the other parts
/// by their names.
class LoweringPart {
public:
  explicit LoweringPart(Lowering &lowering)
      : lowering_(lowering), module_(lowering.module()), tree_(lowering.tree()),
        breaks_(tree_.breaks()), result_(lowering.result()), context_(lowering.context()) {}
  LoweringPart(const LoweringPart &) = delete;
  LoweringPart &operator=(const LoweringPart &) = delete;

protected:
  using Nodes = llvm::SmallVector<const ast::Node *, 8>;

  ~LoweringPart() = default;

#define PART(Class, name)                                                                          \
  Class &name() const { return lowering_.name(); }
#include "Lowering/Parts.def"

  const ast::Node *expression(Here at);
  const ast::Node *identifier(Here at);
  /// Null for a statement that only says types.
  const ast::Node *statement(Here at);
  const ast::Node *pattern(Here at);
  const ast::Node *propertyName(Here at, bool &computed);

  template <typename Visitor> void children(Visitor &&visit) {
    tree_.children(std::forward<Visitor>(visit));
  }
  /// Goes one level deeper; false, and then without an `ascend`, where the nesting ends.
  bool descend(ByteRange range);
  void ascend() { --lowering_.depth(); }
  /// Notices a line break before `at` where none is allowed.
  void noBreakBefore(Here at, llvm::StringRef reason) {
    breaks_.noBreakBetween(at.before, at.range.begin, reason);
  }

  template <typename T> T *make(ByteRange range) { return module_.newNode<T>(range); }
  /// Sets the children's parents; every node passes here once, when its fields are set.
  template <typename T> T *done(T *node) {
    ast::forEachChild(
        *node, [&](const ast::Node &child) { const_cast<ast::Node &>(child).parent = node; });
    return node;
  }
  /// Ends a node where its last child ends. The grammar counts comments in that stand before an
  /// inserted `;`.
  template <typename T> T *trimmed(T *node) {
    node->range.end = std::max(node->range.begin, tree_.lastEnd());
    return node;
  }
  const ast::Node *orMissing(const ast::Node *node, uint32_t offset);
  const ast::Identifier *named(llvm::StringRef name, ByteRange range);
  ast::NodeList list(llvm::ArrayRef<const ast::Node *> nodes) { return nodes.copy(module_.arena); }

  llvm::StringRef keep(llvm::StringRef text) { return text.copy(module_.arena); }
  llvm::StringRef textOf(ByteRange range) const {
    return module_.text.slice(range.begin, range.end);
  }
  /// The name that is written in a range, its escapes read.
  llvm::StringRef nameOf(ByteRange range);

  void typeSpan(ByteRange range, bool statement = false) {
    module_.typeSpans.push_back({range, statement});
  }
  /// Also covers the separator that follows, if it is one of `separators`.
  void typeSpanWith(ByteRange range, llvm::StringRef separators, bool statement = false);

  Lowering &lowering_;
  ast::Module &module_;
  TreeWalk &tree_;
  LineBreaks &breaks_;
  LoweringResult &result_;
  FunctionContext &context_;
};

} // namespace agentc

#endif
