#ifndef AGENTC_LIB_ACCESS_PLACES_URLHOST_H
#define AGENTC_LIB_ACCESS_PLACES_URLHOST_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace agentc {

/// The host of an http URL, in UTF-8 and perhaps with a port, as a request goes to it (WHATWG URL,
/// "host parser"): percent signs decoded, other letters and digits by UTS #46 as Node's ICU maps
/// them, so that `ⓛocalhost` is `localhost`. Empty where no URL can have it.
std::string asciiHost(llvm::StringRef host);

} // namespace agentc

#endif
