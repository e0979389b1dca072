#ifndef AGENTC_LIB_SYNTAX_JSXPRAGMAS_H
#define AGENTC_LIB_SYNTAX_JSXPRAGMAS_H

#include "agentc/Syntax/Jsx.h"

namespace agentc {

/// What settings and the comments that a source begins with (`@jsx`, `@jsxFrag`, `@jsxRuntime`,
/// `@jsxImportSource`) say together, as TypeScript reads them. Nothing is left unsaid.
JsxSettings withPragmas(JsxSettings settings, llvm::StringRef text);

} // namespace agentc

#endif
