#ifndef AGENTC_LIB_SYNTAX_GRAMMAR_GRAMMARGAPS_H
#define AGENTC_LIB_SYNTAX_GRAMMAR_GRAMMARGAPS_H

#include "agentc/Support/Range.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// Masks the parts that the grammars would misread without an error; std::nullopt if there are
/// none. For every text.
/// - NUL, at which the grammars end the text, becomes another control character, allowed in the
///   same places,
/// - `export default function (` becomes `export function $efault(`, since the grammars take it
///   for an expression that goes on behind its `}`; classes likewise,
/// - `using x =` and `await using x =` become `const x =`, also in the head of a `for`, and
///   `using` as a name becomes another name.
std::optional<std::string> maskMisreadings(llvm::StringRef text);

/// The beginning of an `await` that stands in the same line before a word, and makes `await using`
/// of a `using` there.
std::optional<uint32_t> awaitBefore(llvm::StringRef text, size_t word);

/// The name that a function or class of `export default` gets.
inline constexpr llvm::StringLiteral defaultName = "$efault";

struct MaskedText {
  std::string text;
  std::vector<ByteRange> types; ///< what became blanks and only says types
};

/// A text that says the same to the lowering but avoids what the grammars wrongly refuse, every
/// byte in its place; the lowering reads names and values from the true text. std::nullopt if there
/// is nothing of the kind. Only for texts that did not parse. What changes:
/// - reserved words as names in `export {a as null}` and `import {null as a}` become other names,
/// - the `type` of `export type * from`, the variance of `interface A<in out T>`, the `accessor` of
///   a field and the parentheses of `[(a)] = b` become spaces,
/// - the attributes of `export … from "x" with {…}` become spaces,
/// - white space beyond ASCII becomes spaces,
/// - escapes that only tagged templates may hold lose their backslash,
/// - `as` as a name becomes another one,
/// - in TypeScript, `import("x")` becomes a name, which `endOfImportType` tells from one,
/// - in TypeScript, `abstract` and `satisfies` as names become others, and so does the attribute
///   `extends` of JSX,
/// - a `&` before a quote becomes a name, as it may end a string of JSX,
/// - in TypeScript, escapes in template types lose theirs, and the types of `tag<T>` before a
///   template and type arguments that begin with `<<` become spaces.
std::optional<MaskedText> maskGrammarGaps(llvm::StringRef text, bool isTypeScript);

/// Returns the end of the `import("x")` that begins at an offset; std::nullopt if there is
/// none.
std::optional<size_t> endOfImportType(llvm::StringRef text, size_t begin);

} // namespace agentc

#endif
