#ifndef AGENTC_LIB_ARCHIVE_SIZELIMITS_H
#define AGENTC_LIB_ARCHIVE_SIZELIMITS_H

#include "agentc/Support/Limits.h"

namespace agentc {

/// Below this size any ratio is harmless: a short text of one repeated letter deflates to nothing.
inline constexpr uint64_t ratioMatters = 1 << 20;

/// True if a size exceeds the ratio that limits allow for its packed size.
inline bool isOverRatio(uint64_t size, uint64_t packedSize, const ReadLimits &limits) {
  return size > ratioMatters && (limits.ratio == 0 || size / limits.ratio > packedSize);
}

} // namespace agentc

#endif
