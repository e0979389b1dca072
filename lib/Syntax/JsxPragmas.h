#ifndef AGENTC_LIB_SYNTAX_JSXPRAGMAS_H
#define AGENTC_LIB_SYNTAX_JSXPRAGMAS_H

#include "agentc/Syntax/Jsx.h"

namespace agentc {

/// Combines settings with the comments that a source begins with (`@jsx`, `@jsxFrag`,
/// `@jsxRuntime`, `@jsxImportSource`), as TypeScript reads them. Leaves no setting open.
JsxSettings withPragmas(JsxSettings settings, llvm::StringRef text);

} // namespace agentc

#endif
