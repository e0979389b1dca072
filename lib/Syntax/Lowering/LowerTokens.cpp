#include "Grammar/GrammarGaps.h"
#include "Lowering.h"

#include "SyntaxRules.h"
#include "Tokens.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

/// True if the node under the cursor belongs to a JSX tag, whose names, strings and `>` follow
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

/// True if a token is a stand-in that BreakMend or maskMisreadings put in the place of white
/// space or other words.
bool Lowering::isMendedToken(ByteRange range) const {
  llvm::StringRef token = audit_.parsed().slice(range.begin, range.end);
  return audit_.isStandIn(range) &&
         llvm::is_contained({llvm::StringRef(";"), llvm::StringRef("*"), llvm::StringRef("async"),
                             llvm::StringRef("abstract"), llvm::StringRef("class"),
                             llvm::StringRef("function"), llvm::StringRef(defaultName)},
                            token);
}

/// True if BreakMend replaced this `await` by `void `.
bool Lowering::isMendedAwait(ByteRange range) const {
  return range.end - range.begin == 4 && audit_.isStandIn(range) &&
         audit_.parsed().substr(range.begin, 5) == "void " &&
         module_.text.substr(range.begin, 5) == "await";
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
void Lowering::auditUnvisited(Here at) {
  // the lowering went into the substitutions of a template, but not into those of a type
  if (audit_.offset() < at.range.end &&
      (at.shape != Shape::Template || at.kind == Kind::TemplateLiteralType))
    auditSubtree();
  if (at.shape == Shape::Template)
    audit_.closeTemplate(at.range);
  else if (at.shape == Shape::Substitution)
    audit_.closeSubstitution(at.range);
}

void Lowering::checkBreak(ByteRange gap, llvm::StringRef reason) {
  if (!hasLineTerminator(textOf(gap)))
    return;
  Ambiguity otherwise{{gap.end, std::min(gap.end + 1, audit_.size())}, reason};
  if (llvm::isSpace(audit_.parsed()[gap.begin]))
    result_.breaks.push_back({{gap.begin, gap.begin + 1}, ";", otherwise});
  else
    result_.ambiguous.push_back(otherwise);
}

void Lowering::joinLines(ByteRange word, llvm::StringRef reason) {
  llvm::StringRef rest = module_.text.substr(word.end);
  auto size = static_cast<uint32_t>(rest.size() - rest.ltrim(" \t\r\n\v\f").size());
  llvm::StringRef next = rest.substr(size);
  if (next.starts_with("//") || next.starts_with("/*"))
    result_.ambiguous.push_back({word, reason});
  else if (!next.empty() && hasLineTerminator(rest.take_front(size)))
    result_.breaks.push_back({{word.end, word.end + size}, " ", {word, reason}});
}

void Lowering::noBreakBehindWord(ByteRange range, llvm::StringRef reason) {
  llvm::StringRef text = textOf(range);
  text = text.drop_front(std::min(endOfName(text, 0), text.size()));
  for (llvm::StringRef rest = text.ltrim(" \t\v\f");; rest = rest.ltrim(" \t\v\f")) {
    bool isBlock = rest.starts_with("/*");
    if (rest.starts_with("\n") || rest.starts_with("\r") || rest.starts_with("//") ||
        (isBlock && hasLineTerminator(rest.take_front(endOfComment(rest, 0))))) {
      uint32_t begin = range.begin;
      result_.ambiguous.push_back({{begin, begin + 1}, reason});
      return;
    }
    if (!isBlock)
      return;
    rest = rest.drop_front(endOfComment(rest, 0));
  }
}

/// Checks for a line break where TypeScript ends a type but the grammar goes on.
void Lowering::checkTypeBreak(Here at, Kind parent) {
  bool goesOn =
      ((parent == Kind::ArrayType || parent == Kind::LookupType) && textOf(at.range) == "[") ||
      (parent == Kind::GenericType && at.kind == Kind::TypeArguments) ||
      (parent == Kind::ConditionalType && textOf(at.range) == "extends");
  if (goesOn)
    checkBreak({audit_.offset(), at.range.begin}, "a type ends at the line break before this");
}

/// `import("x")`, for which maskGrammarGaps put a name.
bool Lowering::isMaskedImport(ByteRange range) const {
  return audit_.isStandIn(range) && endOfImportType(module_.text, range.begin) == range.end;
}

/// Those that stand where neither an expression nor a type does.
void Lowering::checkMaskedImports() {
  for (ByteRange range : maskedImports_)
    audit_.report(rule::syntaxError, range, "unexpected `import`");
}

void Lowering::auditSubtree() {
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
