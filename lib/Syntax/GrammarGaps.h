#ifndef AGENTC_LIB_SYNTAX_GRAMMARGAPS_H
#define AGENTC_LIB_SYNTAX_GRAMMARGAPS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// Another control character for NUL, at which the grammars end the text; std::nullopt if there is
/// none. Both are only allowed in strings, templates, regular expressions and comments.
std::optional<std::string> withoutNul(llvm::StringRef text);

/// A text that says the same to the lowering but avoids what the grammars wrongly refuse, every
/// byte in its place; the lowering reads names and values from the true text. std::nullopt if there
/// is nothing of the kind. Only for texts that did not parse. What changes:
/// - reserved words as names in `export {a as null}` and `import {null as a}`, and `using` as a
/// name,
///   become other names,
/// - the `type` of `export type * from`, the variance of `interface A<in out T>`, the `accessor` of
///   a field and the parentheses of `[(a)] = b` become spaces,
/// - white space beyond ASCII becomes spaces, `for (using …` becomes `for (const …`,
/// - escapes that only tagged templates may hold lose their backslash,
/// - in TypeScript, escapes in template types lose theirs, and the types of `tag<T>` before a
///   template become spaces.
std::optional<std::string> maskGrammarGaps(llvm::StringRef text, bool isTypeScript);

/// Where the types of a tagged template begin, as in `sql<{a: b}>`, whose backtick is at an offset.
std::optional<size_t> templateTypes(llvm::StringRef text, size_t backtick);

} // namespace agentc

#endif
