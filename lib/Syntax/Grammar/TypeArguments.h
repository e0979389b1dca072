#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_TYPEARGUMENTS_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_TYPEARGUMENTS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// The meaning of a `<` behind an expression, as TypeScript decides it.
struct TypeArguments {
  enum class Verdict {
    None,    ///< a comparison
    Types,   ///< type arguments, which end at `end`
    Unclear, ///< nothing that compilers agree about, or too long to tell
  };
  Verdict verdict = Verdict::None;
  size_t end = 0;
};

/// Reads what a `<` begins that follows an expression in TypeScript: type arguments if types and a
/// `>` follow, and behind them what may follow type arguments (`parseTypeArgumentsInExpression` of
/// TypeScript's parser). Looks at a bounded part of the text.
TypeArguments readTypeArguments(llvm::StringRef text, size_t less);

/// True if TypeScript accepts a `<…>` that ends at an offset as type arguments of an
/// expression, judging by the text that follows.
bool mayFollowTypeArguments(llvm::StringRef text, size_t end);

/// Returns the end of the white space and comments that begin at an offset.
size_t endOfTrivia(llvm::StringRef text, size_t at);

} // namespace agentc

#endif
