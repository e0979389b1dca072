#ifndef AGENTC_ARCHIVE_ARCHIVEREADER_H
#define AGENTC_ARCHIVE_ARCHIVEREADER_H

#include "agentc/Diagnostics/Diagnostic.h"
#include "agentc/Support/FileTree.h"
#include "agentc/Support/Limits.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace agentc {

/// True if the bytes begin or end like a zip archive. The end counts so that bytes put in front
/// of an archive are still reported as such.
bool looksLikeZip(llvm::StringRef bytes);

/// True if the bytes begin like a gzip member (RFC 1952).
bool looksLikeGzip(llvm::StringRef bytes);

/// Reads a zip archive (APPNOTE 6.3.10, stored and deflated entries, zip64) without trust.
///
/// Nothing is unpacked before the whole layout is proved: the end records stand at the very end,
/// the central directory right before them, the entries tile the rest without gap or overlap, every
/// local header and data descriptor says what the central directory says, every name is safe, and
/// the declared sizes are within the limits. Unpacking by libarchive then checks each size and
/// CRC-32, and that libarchive sees the same entries. Folder entries are checked and dropped; an
/// archive without files gives an empty tree.
///
/// Any refusal is reported with a rule of its own (`archiveRules`), and the result is nullopt; what
/// concerns the whole archive has no file and calls it `archiveName`. Nothing is written to disk.
std::optional<FileTree> readZip(llvm::StringRef bytes, llvm::StringRef archiveName,
                                const ReadLimits &limits, DiagnosticList &diagnostics);

/// Reads a gzipped tar archive (one gzip member; ustar with pax and GNU long names) without trust:
/// only regular files and folders, names checked as a zip's are, sizes limited while inflating,
/// only zeros after the end. If all files stand below one common top folder, as in what `npm pack`
/// makes, that folder is removed from their paths. Refusals as for `readZip`.
std::optional<FileTree> readTarGz(llvm::StringRef bytes, llvm::StringRef archiveName,
                                  const ReadLimits &limits, DiagnosticList &diagnostics);

} // namespace agentc

#endif
