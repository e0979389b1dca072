#ifndef AGENTC_LIB_RULES_ALLOWEDHOSTS_H
#define AGENTC_LIB_RULES_ALLOWEDHOSTS_H

#include "agentc/Rules/Rules.h"

namespace agentc {

/// Whether an item of `allowedHosts` allows a request: the host, `*.` and a domain above it, each
/// with a port where it isn't the scheme's own.
bool allowsHost(llvm::StringRef pattern, const RequestTarget &target);

/// Whether the manifest allows a request to that host.
bool isAllowedHost(const Manifest &manifest, const RequestTarget &target);

} // namespace agentc

#endif
