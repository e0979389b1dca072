#ifndef AGENTC_DIAGNOSTICS_ENCODEDPATH_H
#define AGENTC_DIAGNOSTICS_ENCODEDPATH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// A path as URIs write it (RFC 3986): everything but unreserved characters, `/`, `@` and `+` is
/// percent-encoded.
std::string encodePath(llvm::StringRef path);

} // namespace agentc

#endif
