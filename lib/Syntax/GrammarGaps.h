#ifndef AGENTC_LIB_SYNTAX_GRAMMARGAPS_H
#define AGENTC_LIB_SYNTAX_GRAMMARGAPS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// Carriage returns without line feed as line feeds, since the grammars end no line at them;
/// std::nullopt if there are none. For every text.
std::optional<std::string> withLineFeeds(llvm::StringRef text);

/// A text that says the same to the lowering but avoids what the grammars wrongly refuse, every
/// byte in its place; the lowering reads names and values from the true text. std::nullopt if there
/// is nothing of the kind. Only for texts that did not parse. What changes:
/// - reserved words as names in `export {a as null}` and `import {null as a}` become other names,
/// - the `type` of `export type * from`, the variance of `interface A<in out T>`, the `accessor` of
///   a field and the parentheses of `[(a)] = b` become spaces,
/// - white space beyond ASCII becomes spaces, NUL in strings another control character,
/// - escapes that only tagged templates may hold lose their backslash.
std::optional<std::string> maskGrammarGaps(llvm::StringRef text);

} // namespace agentc

#endif
