#ifndef AGENTC_LIB_PACKAGING_ARCHIVEPLACE_H
#define AGENTC_LIB_PACKAGING_ARCHIVEPLACE_H

#include "agentc/Support/FileTree.h"

namespace agentc {

/// A byte of a canonical zip in words.
struct ArchivePlace {
  std::string file; ///< empty: no entry's
  std::string
      part; ///< `the local header`, `the contents`, `the central directory`, `the end record`
};

/// Returns the place at an offset of the canonical zip of a tree (layout in ZipWriter.h).
ArchivePlace placeInCanonicalZip(const FileTree &files, size_t offset);

} // namespace agentc

#endif
