#ifndef AGENTC_LIB_OCI_CHALLENGE_H
#define AGENTC_LIB_OCI_CHALLENGE_H

#include "llvm/ADT/StringRef.h"

#include <map>
#include <string>
#include <vector>

namespace agentc::oci {

/// One challenge of a `WWW-Authenticate` header.
struct Challenge {
  std::string scheme;                            ///< lower case
  std::map<std::string, std::string> parameters; ///< names in lower case, values without quotes
};

/// Reads a header's challenges (RFC 9110, 11.6.1); what cannot be read ends the list.
std::vector<Challenge> parseChallenges(llvm::StringRef header);

} // namespace agentc::oci

#endif
