#ifndef AGENTC_LIB_ARCHIVE_CONTENTSREADER_H
#define AGENTC_LIB_ARCHIVE_CONTENTSREADER_H

#include "Refusals.h"

#include "agentc/Support/FileTree.h"

#include <optional>
#include <vector>

namespace agentc {

/// An entry as the scan in front of libarchive found it, which libarchive must find so too.
struct ScannedEntry {
  std::string name; ///< as the archive states it; a folder's perhaps with a closing `/`
  std::string path; ///< its name in the tree; not used of folders
  bool isFolder = false;
  uint64_t size = 0;               ///< within the limits; of a zip only claimed
  uint32_t crc = 0;                ///< of its contents; of a zip only claimed
  std::optional<uint64_t> dataEnd; ///< where its packed bytes end in a zip
};

enum class ArchiveFormat { Zip, TarGz };

/// Reads the contents of an archive by libarchive, whose view of it must be the scan's, entry by
/// entry in the order of their bytes: same name, kind, size and CRC-32, and nothing after the last.
/// No more than a stated size is ever held of an entry. The files, or nullopt after reporting.
std::optional<std::vector<File>> readContents(llvm::StringRef bytes, ArchiveFormat format,
                                              llvm::ArrayRef<ScannedEntry> entries,
                                              Refusals &refusals);

} // namespace agentc

#endif
