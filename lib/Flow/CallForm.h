#ifndef AGENTC_LIB_FLOW_CALLFORM_H
#define AGENTC_LIB_FLOW_CALLFORM_H

#include "agentc/Values/Values.h"

namespace agentc {

/// A call as the function that it ends in sees it, behind `call`, `apply` and `Reflect`.
struct CallForm {
  llvm::StringRef path;
  std::vector<const Value *> arguments;
};

/// What the call of an API by `path` really calls: `eval.call(null, x)` is `eval(x)`. Several,
/// where it calls one of several functions. `bind` calls nothing: the answer is empty.
std::vector<CallForm> callForms(llvm::StringRef path, std::vector<const Value *> arguments);

/// The members that a call of the language's own functions writes to APIs: `Object.assign`,
/// `Object.defineProperty`, `Reflect.set` and their like; `[?]` for a name that isn't known.
std::vector<std::string> writtenPaths(const CallForm &form);

} // namespace agentc

#endif
