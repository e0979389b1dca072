#ifndef AGENTC_LIB_MCP_STATESEAL_H
#define AGENTC_LIB_MCP_STATESEAL_H

#include "agentc/Support/Json.h"

#include <optional>

namespace agentc {

/// The contents of a `requestState`, which goes through the client and comes back.
struct SealedState {
  std::optional<std::string> state; ///< the bundle's own
  bool isApproved = false;          ///< a person approved the call
};

/// Writes a state with a code of authentication (HMAC-SHA-256, RFC 2104) over it and over the
/// request, its `subject`. The key is this process's own.
std::string sealState(const SealedState &sealed, llvm::StringRef subject);
/// std::nullopt for a text that this process' `sealState` did not make for the same subject.
std::optional<SealedState> openState(llvm::StringRef text, llvm::StringRef subject);

} // namespace agentc

#endif
