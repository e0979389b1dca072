#ifndef AGENTC_LIB_ARCHIVE_ZIPEND_H
#define AGENTC_LIB_ARCHIVE_ZIPEND_H

#include "Refusals.h"

#include <optional>

namespace agentc {

/// What the records at the end of a zip archive say of its central directory, which stands right
/// before them.
struct ZipEnd {
  size_t centralOffset;
  size_t centralEnd;
  uint64_t count; ///< of entries; not held against any limit
};

/// Reads the end record, which must stand at the very end, and those of zip64, which may stand
/// before it and must not say anything else; nullopt after reporting.
std::optional<ZipEnd> readZipEnd(llvm::StringRef bytes, Refusals &refusals);

/// Whether a comment can only be read as text: what `git archive` writes, and no hidden record.
bool isPlainComment(llvm::StringRef comment);

} // namespace agentc

#endif
