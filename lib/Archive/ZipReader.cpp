#include "agentc/Archive/ArchiveReader.h"

#include "ContentsReader.h"
#include "ZipFormat.h"
#include "ZipScan.h"

using namespace agentc;

bool agentc::looksLikeZip(llvm::StringRef bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06") ||
         (bytes.size() >= zip::endSize &&
          zip::read32(bytes, bytes.size() - zip::endSize) == zip::endSignature);
}

std::optional<FileTree> agentc::readZip(llvm::StringRef bytes, llvm::StringRef archiveName,
                                        const ReadLimits &limits, DiagnosticList &diagnostics) {
  Refusals refusals(archiveName, diagnostics);
  const std::optional<std::vector<ZipEntry>> entries = scanZip(bytes, limits, refusals);
  if (!entries)
    return std::nullopt;
  std::vector<ScannedEntry> scanned;
  scanned.reserve(entries->size());
  for (const ZipEntry &entry : *entries)
    scanned.push_back({entry.rawName.str(), entry.name.str(), entry.isFolder, entry.size, entry.crc,
                       entry.dataEnd});
  std::optional<std::vector<File>> files =
      readContents(bytes, ArchiveFormat::Zip, scanned, refusals);
  if (!files)
    return std::nullopt;
  FileTree tree;
  for (File &file : *files)
    if (!tree.add(std::move(file.path), std::move(file.bytes)))
      llvm_unreachable("the scan refuses duplicates");
  return tree;
}
