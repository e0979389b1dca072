#ifndef AGENTC_LIB_PACKAGING_JSONDIFFERENCE_H
#define AGENTC_LIB_PACKAGING_JSONDIFFERENCE_H

#include "agentc/Support/Json.h"

namespace agentc {

/// Returns the place where two values first differ, as `.tools[0].description`; empty if they
/// differ as a whole. Values nest at most maxJsonDepth deep.
std::string firstDifference(const Json &left, const Json &right);

/// The offset of the first byte in which two texts differ: the shorter one's end if it begins the
/// other.
size_t firstDifferentByte(llvm::StringRef left, llvm::StringRef right);

} // namespace agentc

#endif
