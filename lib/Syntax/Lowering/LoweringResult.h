#ifndef AGENTC_LIB_SYNTAX_LOWERING_LOWERINGRESULT_H
#define AGENTC_LIB_SYNTAX_LOWERING_LOWERINGRESULT_H

#include "Grammar/TokenAudit.h"
#include "agentc/Syntax/Ast.h"

#include <optional>

namespace agentc {

/// A place that other parsers may read differently, and why.
struct Ambiguity {
  ByteRange range;
  llvm::StringRef reason;
};

/// A place that ECMAScript or TypeScript read otherwise than the grammar, mostly at a line break,
/// and what in place of `range` makes the grammar read the same: `;` or blanks for white space,
/// `var` for `let`, `void ` for `await`, blanks for type arguments.
struct BreakMend {
  ByteRange range;
  llvm::StringRef by;  ///< as long as the range, or one character for all of it
  Ambiguity otherwise; ///< what to say where that doesn't help
  bool types = false;  ///< the range is of types
};

/// The tree that the lowering made, and its other findings.
struct LoweringResult {
  const ast::TopLevel *program = nullptr;
  bool isModule = false; ///< import or export syntax, `import.meta`, or top-level await
  std::optional<ByteRange> tooDeep;
  llvm::SmallVector<Ambiguity, 2> ambiguous;
  llvm::SmallVector<BreakMend, 0> breaks;
  llvm::SmallVector<TokenAudit::Finding, 0> audit;
  /// `await` outside functions; an operator in a module only.
  llvm::SmallVector<ByteRange, 2> topLevelAwaits;
};
} // namespace agentc

#endif
