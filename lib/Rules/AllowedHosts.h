#ifndef AGENTC_LIB_RULES_ALLOWEDHOSTS_H
#define AGENTC_LIB_RULES_ALLOWEDHOSTS_H

#include "agentc/Rules/Rules.h"

namespace agentc {

/// Whether the manifest allows a request to that host.
bool isAllowedHost(const Manifest &manifest, const RequestTarget &target);

} // namespace agentc

#endif
