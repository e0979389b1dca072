#ifndef AGENTC_LIB_DRIVER_CACHESOURCE_H
#define AGENTC_LIB_DRIVER_CACHESOURCE_H

#include "agentc/Driver/Driver.h"

namespace agentc {

/// Whether a source is fetched, not read: it begins as a URL does.
bool isUrl(llvm::StringRef source);

/// The bytes of a file, or of an https URL after at most five redirects to others; an Error says
/// what failed, or that there are more than `maxBytes`.
llvm::Expected<std::string> readCacheSource(DriverEnv &env, llvm::StringRef source,
                                            uint64_t maxBytes);

} // namespace agentc

#endif
