#ifndef AGENTC_LIB_ARCHIVE_ZIPLAYOUT_H
#define AGENTC_LIB_ARCHIVE_ZIPLAYOUT_H

#include "ZipScan.h"

namespace agentc {

/// Proves that the entries, sorted here by their places, tile the bytes in front of the central
/// directory, and that each one's local header and data descriptor say what the central directory
/// says; sets their `dataEnd`. False after reporting.
bool checkZipLayout(llvm::StringRef entryBytes, std::vector<ZipEntry> &entries, Refusals &refusals);

/// The parts of an entry's extra fields, in one of its headers, that a reader needs.
struct ExtraFields {
  std::optional<llvm::StringRef> zip64;
};

/// Reads and checks an entry's extra fields in either header: none may tell another story about its
/// name or kind. Nullopt after reporting.
std::optional<ExtraFields> readExtraFields(const ZipEntry &entry, llvm::StringRef extra,
                                           Refusals &refusals);

} // namespace agentc

#endif
