#ifndef AGENTC_LIB_SYNTAX_JSXCALL_H
#define AGENTC_LIB_SYNTAX_JSXCALL_H

#include "agentc/Syntax/Jsx.h"

namespace agentc {

/// The call that JSX means, with what is written; `call` begins it, so that the tree's node leads
/// to it.
struct JsxCall {
  ast::CallExpression call;
  WrittenJsx written;
};

} // namespace agentc

#endif
