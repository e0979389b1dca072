#ifndef AGENTC_LIB_ARCHIVE_ZIPEND_H
#define AGENTC_LIB_ARCHIVE_ZIPEND_H

#include "Refusals.h"

#include <optional>

namespace agentc {

/// The place and entry count of a zip archive's central directory, as stated by the records at
/// the archive's end, right behind the directory.
struct ZipEnd {
  size_t centralOffset;
  size_t centralEnd;
  uint64_t count; ///< of entries; not held against any limit
};

/// Reads the end record, which must stand at the very end, and those of zip64, which may stand
/// before it and must not say anything else; nullopt after reporting.
std::optional<ZipEnd> readZipEnd(llvm::StringRef bytes, Refusals &refusals);

/// True if a comment can only be read as text, like that of `git archive`, and hides no record.
bool isPlainComment(llvm::StringRef comment);

} // namespace agentc

#endif
