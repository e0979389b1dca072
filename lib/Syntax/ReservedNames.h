#ifndef AGENTC_LIB_SYNTAX_RESERVEDNAMES_H
#define AGENTC_LIB_SYNTAX_RESERVEDNAMES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// The grammars refuse reserved words as names in `export {a as null}` and `import {null as a}`,
/// which ECMAScript allows. The same text with each such word replaced by a name of its length, so
/// that every offset stays; std::nullopt if there is none. Names are read from the true text.
std::optional<std::string> maskReservedNames(llvm::StringRef text);

} // namespace agentc

#endif
