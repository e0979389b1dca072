#ifndef AGENTC_SUPPORT_LIMITS_H
#define AGENTC_SUPPORT_LIMITS_H

#include <cstdint>

namespace agentc {

/// The most that reading a bundle may cost; reaching a limit is a diagnostic, never a hang.
struct ReadLimits {
  uint64_t totalBytes = 256ull << 20;
  uint64_t fileBytes = 64ull << 20;
  uint64_t entries = 10000;
  uint64_t ratio = 200;
  uint64_t pathBytes = 4096;
  uint64_t pathDepth = 32;
};

} // namespace agentc

#endif
