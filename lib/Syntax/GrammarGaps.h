#ifndef AGENTC_LIB_SYNTAX_GRAMMARGAPS_H
#define AGENTC_LIB_SYNTAX_GRAMMARGAPS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// A text that says the same to the lowering but avoids what the grammars wrongly refuse, every
/// byte in its place: reserved words as names in `export {a as null}` and `import {null as a}`
/// become other names (the lowering reads names from the true text), the variance of `interface
/// A<in out T>` becomes spaces. std::nullopt if there is nothing of the kind. Only for texts that
/// did not parse.
std::optional<std::string> maskGrammarGaps(llvm::StringRef text);

} // namespace agentc

#endif
