#ifndef AGENTC_CACHE_CACHEENTRY_H
#define AGENTC_CACHE_CACHEENTRY_H

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace agentc {

/// A file of a cache.
struct CacheEntry {
  std::string digest;
  std::string path;
  uint64_t size = 0;
  std::chrono::seconds unused{0}; ///< since it was last handed out
  bool isDamaged = false;         ///< only `verify` looks
};

/// The entries that a cache let go.
struct CacheCollection {
  std::vector<CacheEntry> removed;
  uint64_t kept = 0, keptBytes = 0;
};

} // namespace agentc

#endif
