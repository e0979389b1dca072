#ifndef AGENTC_LIB_ARCHIVE_GZIPSTREAM_H
#define AGENTC_LIB_ARCHIVE_GZIPSTREAM_H

#include "Inflater.h"
#include "Refusals.h"

#include "agentc/Support/Limits.h"

#include <optional>

namespace agentc {

/// The contents of one gzip member (RFC 1952), inflated piece by piece and within the limits. After
/// the last piece its length and CRC-32 are checked, and that nothing follows.
class GzipStream {
public:
  GzipStream(llvm::StringRef bytes, const ReadLimits &limits, Refusals &refusals)
      : bytes_(bytes), limits_(limits), refusals_(refusals) {}

  /// Reads the member's header; false after reporting.
  bool open();
  /// Fills the buffer, or as much of it as there is; nullopt after reporting.
  std::optional<size_t> read(llvm::MutableArrayRef<char> buffer);

private:
  bool checkEnd();

  llvm::StringRef bytes_;
  const ReadLimits &limits_;
  Refusals &refusals_;
  std::optional<Inflater> inflater_;
  uint64_t size_ = 0;
  uint32_t crc_ = 0;
};

} // namespace agentc

#endif
