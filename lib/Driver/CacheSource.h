#ifndef AGENTC_LIB_DRIVER_CACHESOURCE_H
#define AGENTC_LIB_DRIVER_CACHESOURCE_H

#include "Flags/NetworkOptions.h"

namespace agentc {

/// Returns true if a source is fetched rather than read: it contains `://`, as URLs do.
bool isUrl(llvm::StringRef source);

/// The bytes of an https URL after at most five redirects to other https URLs; an Error says what
/// failed, or that there are more than `maxBytes`.
llvm::Expected<std::string> fetchUrl(llvm::StringRef url, const NetworkOptions &options,
                                     uint64_t maxBytes);

} // namespace agentc

#endif
