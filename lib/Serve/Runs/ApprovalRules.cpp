#include "Runs/ApprovalRules.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

/// True if some host matches both patterns.
static bool overlap(const HostPattern &a, const HostPattern &b) {
  const auto covers = [](const HostPattern &wide, const HostPattern &narrow) {
    return wide.subdomains && llvm::StringRef(narrow.host).ends_with("." + wide.host);
  };
  return a.host == b.host || covers(a, b) || covers(b, a);
}

/// True if inference proves the annotation of a tool.
static bool isProven(const OfferedTool &tool, const char *hint, bool value) {
  const Json *hints = models::memberOf(tool.definition, "annotations");
  const Json *found = hints ? models::memberOf(*hints, hint) : nullptr;
  return found && *found == Json(value);
}

bool ApprovalRules::names(const OfferedTool &tool) const {
  for (const std::string &which : tools)
    if (which == "all" || which == tool.name ||
        (which == "changes" && !isProven(tool, "readOnlyHint", true)))
      return true;
  if (isProven(tool, "openWorldHint", false))
    return false;
  return llvm::any_of(tool.request.grant.hosts, [&](const std::string &granted) {
    const std::optional<HostPattern> pattern = parseHostPattern(granted);
    return llvm::any_of(
        hosts, [&](const HostPattern &host) { return !pattern || overlap(*pattern, host); });
  });
}

std::variant<ApprovalRules, std::string> readApprovalRules(const Json &json) {
  ApprovalRules rules;
  const std::string fault = "`approvals` has `tools` (names, `changes` or `all`), `hosts` and "
                            "`timeoutMs` (up to 30 days)";
  for (const auto &[name, value] : json.items()) {
    if (name == "timeoutMs") {
      if (!value.is_number_unsigned() || value < 1 || value > 2592000000u)
        return fault;
      rules.time = std::chrono::milliseconds(value.get<uint64_t>());
      continue;
    }
    if ((name != "tools" && name != "hosts") || !value.is_array() || value.size() > 1000)
      return fault;
    for (const Json &one : value) {
      const std::optional<HostPattern> host =
          name == "hosts" && one.is_string() ? parseHostPattern(one.get_ref<const std::string &>())
                                             : std::nullopt;
      if (!one.is_string() || (name == "hosts" && !host))
        return fault;
      if (host)
        rules.hosts.push_back(*host);
      else
        rules.tools.push_back(one.get<std::string>());
    }
  }
  return rules;
}

std::optional<std::string> findUnknownTool(const ApprovalRules &rules, const Offer &offer) {
  for (const std::string &which : rules.tools)
    if (which != "all" && which != "changes" &&
        llvm::none_of(offer.tools, [&](const OfferedTool &tool) { return tool.name == which; }))
      return "`approvals` names the tool `" + escapeForTerminal(which) +
             "`, which the package does not have";
  return std::nullopt;
}

} // namespace agentc::serve
