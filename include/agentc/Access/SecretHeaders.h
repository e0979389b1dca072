#ifndef AGENTC_ACCESS_SECRETHEADERS_H
#define AGENTC_ACCESS_SECRETHEADERS_H

#include "agentc/Flow/ApiUse.h"

#include <set>

namespace agentc {

/// The requests whose headers carry an environment variable.
struct SecretHeaders {
  std::set<std::string> hosts; ///< with `:port` where it is not the one of https
  std::set<std::string> names; ///< of the headers, in lower case
  /// The first use that does something else with the variable, or may; null if there is none.
  const ast::Node *otherUse = nullptr;

  /// True if a placeholder would serve the code as well as the value does: all that it does with
  /// the variable is to send it, by https, in headers to known hosts.
  bool isCertain() const { return !hosts.empty() && !otherUse; }
};

/// Names the hosts, then the headers: `api.crm.example` in the header `authorization`.
std::string describe(const SecretHeaders &headers);

/// Follows an environment variable of that name into headers, through variables, members of objects
/// and instances, calls and their results, modules, and clients of services that are known. A host
/// that another environment variable may replace counts by its default. A way that cannot be
/// followed counts as another use.
SecretHeaders headersOfVariable(const Program &program, const Values &values, const ApiUses &uses,
                                llvm::StringRef name);

} // namespace agentc

#endif
