#ifndef AGENTC_LIB_FLOW_CALLFORM_H
#define AGENTC_LIB_FLOW_CALLFORM_H

#include "agentc/Values/Values.h"

namespace agentc {

/// A call as the function that it ends in sees it, behind `call`, `apply` and `Reflect`.
struct CallForm {
  llvm::StringRef path;
  std::vector<const Value *> arguments;
};

/// Returns the calls that a call of an API by `path` really makes: `eval.call(null, x)` is
/// `eval(x)`. Several if it calls one of several functions; none for `bind`, which calls
/// nothing.
std::vector<CallForm> callForms(llvm::StringRef path, std::vector<const Value *> arguments);

/// The members that a call of the language's own functions writes to APIs: `Object.assign`,
/// `Object.defineProperty`, `Reflect.set` and their like; `[?]` for a name that isn't known.
std::vector<std::string> writtenPaths(const CallForm &form);

} // namespace agentc

#endif
