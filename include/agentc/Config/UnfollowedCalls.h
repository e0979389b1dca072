#ifndef AGENTC_CONFIG_UNFOLLOWEDCALLS_H
#define AGENTC_CONFIG_UNFOLLOWEDCALLS_H

#include "llvm/ADT/StringRef.h"

namespace agentc {

/// In the reason of an unresolved field `tools`: a call is not followed. Unlike a list that is not
/// known, it is made when the bundle is loaded, so that loading tells what it added.
inline constexpr llvm::StringLiteral unfollowedCall = "it may add tools";

} // namespace agentc

#endif
