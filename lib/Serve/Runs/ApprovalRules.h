#ifndef AGENTC_LIB_SERVE_APPROVALRULES_H
#define AGENTC_LIB_SERVE_APPROVALRULES_H

#include "agentc/Mcp/Offer.h"
#include "agentc/Net/HostPattern.h"

#include <chrono>
#include <variant>

namespace agentc::serve {

/// The calls of an agent that wait for a person, as its deployment's `approvals` say.
struct ApprovalRules {
  std::vector<std::string> tools; ///< names; `all`; `changes`: those that may change something
  std::vector<HostPattern> hosts; ///< also the tools that may send requests to one of these
  std::chrono::milliseconds time{86400000}; ///< after which a call counts as denied

  bool names(const OfferedTool &tool) const;
};

/// Reads `approvals`; returns its fault if it is malformed.
std::variant<ApprovalRules, std::string> readApprovalRules(const Json &json);
/// A tool that the rules name and the offer lacks: a mistyped name would silently ask nobody.
std::optional<std::string> findUnknownTool(const ApprovalRules &rules, const Offer &offer);

} // namespace agentc::serve

#endif
