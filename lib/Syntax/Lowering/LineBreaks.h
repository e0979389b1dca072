#ifndef AGENTC_LIB_SYNTAX_LOWERING_LINEBREAKS_H
#define AGENTC_LIB_SYNTAX_LOWERING_LINEBREAKS_H

#include "Lowering/LoweringResult.h"

namespace agentc {

/// A class member's modifier that ECMAScript or TypeScript only take as one in the line of what
/// follows.
inline bool endsWithLine(Kind kind) {
  return kind == Kind::AbstractKeyword || kind == Kind::AccessibilityModifier ||
         kind == Kind::AccessorKeyword || kind == Kind::AsyncKeyword ||
         kind == Kind::DeclareKeyword || kind == Kind::OverrideModifier ||
         kind == Kind::ReadonlyKeyword;
}
inline constexpr llvm::StringLiteral modifierBreak =
    "a line break makes the modifier before this a name";

/// Notices the line breaks that ECMAScript and TypeScript read otherwise than the grammar.
class LineBreaks {
public:
  LineBreaks(const ast::Module &module, const TokenAudit &audit, LoweringResult &result)
      : text_(module.text), audit_(audit), result_(result) {}

  /// Notices a line break between `before` and `begin` where ECMAScript or TypeScript allow none,
  /// and rather end a statement there (ECMA-262 12.10.1, restricted productions).
  void noBreakBetween(uint32_t before, uint32_t begin, llvm::StringRef reason) {
    if (begin - before > 1 || text_[before] == '\n')
      checkBreak({before, begin}, reason);
  }
  void checkBreak(ByteRange gap, llvm::StringRef reason);
  /// Notices a word that goes with what follows its line break.
  void joinLines(ByteRange word, llvm::StringRef reason);
  /// Notices a line break behind the word that a statement or member begins with.
  void noBreakBehindWord(ByteRange range, llvm::StringRef reason);

private:
  llvm::StringRef text_;
  const TokenAudit &audit_;
  LoweringResult &result_;
};

} // namespace agentc

#endif
