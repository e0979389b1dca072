#ifndef AGENTC_LIB_ARCHIVE_ZIPSCAN_H
#define AGENTC_LIB_ARCHIVE_ZIPSCAN_H

#include "Refusals.h"

#include "agentc/Support/Limits.h"

#include <optional>
#include <vector>

namespace agentc {

/// An entry of a zip archive, as its central directory says and its local header confirms.
struct ZipEntry {
  llvm::StringRef name; ///< a folder's without its closing `/`
  llvm::StringRef rawName;
  bool isFolder = false;
  uint16_t flags = 0;
  uint16_t method = 0;
  uint32_t crc = 0;
  uint64_t packedSize = 0;
  uint64_t size = 0;
  uint64_t headerOffset = 0;
  bool isZip64 = false; ///< in its central header
  uint64_t dataEnd = 0; ///< where its packed bytes end
};

/// Proves the layout of a zip archive without unpacking anything, as `readZip` promises; the
/// entries in the order of their bytes, or nullopt after reporting.
std::optional<std::vector<ZipEntry>> scanZip(llvm::StringRef bytes, const ReadLimits &limits,
                                             Refusals &refusals);

} // namespace agentc

#endif
