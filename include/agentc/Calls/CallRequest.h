#ifndef AGENTC_CALLS_CALLREQUEST_H
#define AGENTC_CALLS_CALLREQUEST_H

#include "agentc/Calls/CallTarget.h"
#include "agentc/Calls/Grant.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// A call as the sandbox gets it, and what it may use by whose word.
struct PreparedCall {
  ToolRequest request;
  GrantDecision grant;
  /// The access inferred for all code that the call may run; std::nullopt if none was inferred.
  std::optional<ToolAccess> access;
  /// The bundle's own copy of a framework calls the tool, and reaches what that copy does.
  bool isByCopy = false;
  /// Why the call must not be made: its configuration is refused.
  std::optional<std::string> fault;
};

/// A bundle's image as calls of `target` get it: without what the manifest does not enable.
RunImage imageFor(const Compilation &compilation, const CallTarget &target, RunImage image);

/// Prepares a call of `target` by the manifest, what was inferred, and the flags.
PreparedCall prepareCall(const DriverEnv &env, const Compilation &compilation,
                         const CallTarget &target, const RunOptions &flags, SharedImage image);

/// Access of the call that was not inferred. Nothing where a copy of a framework is in between.
std::vector<AccessItem> missedBy(const PreparedCall &call, const Compilation &compilation,
                                 const ObservedAccess &observed);

} // namespace agentc

#endif
