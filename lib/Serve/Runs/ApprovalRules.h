#ifndef AGENTC_LIB_SERVE_APPROVALRULES_H
#define AGENTC_LIB_SERVE_APPROVALRULES_H

#include "agentc/Mcp/Offer.h"
#include "agentc/Net/HostPattern.h"

#include <chrono>
#include <variant>

namespace agentc::serve {

/// The calls of an agent that wait for a person, as its deployment's `approvals` say.
struct ApprovalRules {
  std::vector<std::string> tools; ///< names; `all`; `changes`: those not proven to change nothing
  std::vector<HostPattern> hosts; ///< the tools that may ask one of these
  std::chrono::milliseconds time{86400000}; ///< after which nobody has approved

  bool names(const OfferedTool &tool) const;
};

/// Reads `approvals`; what is wrong with it if that fails.
std::variant<ApprovalRules, std::string> readApprovalRules(const Json &json);
/// A tool that rules name, and the offer does not have: a word mistyped would ask nobody.
std::optional<std::string> findUnknownTool(const ApprovalRules &rules, const Offer &offer);

} // namespace agentc::serve

#endif
