#ifndef AGENTC_LIB_RULES_ALLOWEDHOSTS_H
#define AGENTC_LIB_RULES_ALLOWEDHOSTS_H

#include "agentc/Rules/Rules.h"

namespace agentc {

/// True if an item of `allowedHosts` allows a request. The item is the host, or `*.` and a
/// domain above it, each with a port unless that is the scheme's own.
bool allowsHost(llvm::StringRef pattern, const RequestTarget &target);

/// True if the manifest allows a request to that host.
bool isAllowedHost(const Manifest &manifest, const RequestTarget &target);

} // namespace agentc

#endif
