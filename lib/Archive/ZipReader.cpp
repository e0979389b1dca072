#include "agentc/Archive/ArchiveReader.h"

#include "Inflater.h"
#include "ZipFormat.h"
#include "ZipScan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

using namespace agentc;

bool agentc::looksLikeZip(llvm::StringRef bytes) {
  return bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06") ||
         (bytes.size() >= zip::endSize &&
          zip::read32(bytes, bytes.size() - zip::endSize) == zip::endSignature);
}

/// Inflates to exactly the entry's size.
static std::optional<std::string> inflateEntry(const ZipEntry &entry, Refusals &refusals) {
  std::string contents(entry.size, '\0');
  Inflater inflater(entry.packed);
  const size_t size = inflater.read({contents.data(), contents.size()});
  char more;
  const bool isLonger = inflater.read(more) != 0;
  switch (inflater.state()) {
  case Inflater::State::Damaged:
    refusals.entry(refused::damagedData, entry.rawName, "is damaged; its data doesn't inflate");
    return std::nullopt;
  case Inflater::State::CutShort:
    refusals.entry(refused::damagedData, entry.rawName, "is damaged; its data ends too early");
    return std::nullopt;
  case Inflater::State::Inflating:
  case Inflater::State::Ended:
    break;
  }
  if (isLonger || size != entry.size) {
    refusals.entry(refused::sizeMismatch, entry.rawName,
                   llvm::Twine("unpacks to ") + (isLonger ? "more" : "less") + " than the stated " +
                       llvm::Twine(entry.size) + " bytes");
    return std::nullopt;
  }
  if (!inflater.rest().empty()) {
    refusals.entry(refused::damagedData, entry.rawName,
                   "has " + llvm::Twine(inflater.rest().size()) +
                       " bytes after the end of its compressed data");
    return std::nullopt;
  }
  return contents;
}

static std::optional<std::string> unpackEntry(const ZipEntry &entry, Refusals &refusals) {
  std::optional<std::string> contents =
      entry.method == zip::stored ? entry.packed.str() : inflateEntry(entry, refusals);
  if (contents && llvm::crc32(llvm::arrayRefFromStringRef(*contents)) != entry.crc) {
    refusals.entry(refused::checksum, entry.rawName, "has contents with another CRC-32");
    return std::nullopt;
  }
  return contents;
}

std::optional<FileTree> agentc::readZip(llvm::StringRef bytes, llvm::StringRef archiveName,
                                        const ReadLimits &limits, DiagnosticList &diagnostics) {
  Refusals refusals(archiveName, diagnostics);
  const std::optional<std::vector<ZipEntry>> entries = scanZip(bytes, limits, refusals);
  if (!entries)
    return std::nullopt;
  FileTree tree;
  for (const ZipEntry &entry : *entries) {
    // Folders are unpacked too, so that nothing can hide in one.
    std::optional<std::string> contents = unpackEntry(entry, refusals);
    if (!contents)
      return std::nullopt;
    if (!entry.isFolder && !tree.add(entry.name.str(), std::move(*contents)))
      llvm_unreachable("the scan refuses duplicates");
  }
  return tree;
}
