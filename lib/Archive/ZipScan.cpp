#include "ZipScan.h"

#include "EntryNames.h"
#include "SizeLimits.h"
#include "ZipFormat.h"
#include "ZipLayout.h"

#include "llvm/ADT/StringExtras.h"

using namespace agentc;
using namespace agentc::zip;

namespace {

class ZipScanner {
public:
  ZipScanner(llvm::StringRef bytes, const ReadLimits &limits, Refusals &refusals)
      : bytes_(bytes), limits_(limits), refusals_(refusals), names_(limits, refusals) {}

  std::optional<std::vector<ZipEntry>> scan() {
    if (findEnd() && readEnd() && readCentral() && checkTotalRatio() &&
        checkZipLayout(bytes_.take_front(centralOffset_), entries_, refusals_))
      return std::move(entries_);
    return std::nullopt;
  }

private:
  bool findEnd();
  bool readEnd();
  bool readCentral();
  /// Refusals of an entry are reported and counted; false only if no next entry can be found.
  bool readCentralEntry(size_t &at);
  bool checkEntry(llvm::StringRef record, ZipEntry &entry, llvm::StringRef extra);
  bool checkKind(uint32_t externalAttributes, ZipEntry &entry);
  bool checkSizes(const ZipEntry &entry);
  bool checkTotalRatio();

  llvm::StringRef bytes_;
  const ReadLimits &limits_;
  Refusals &refusals_;
  EntryNames names_;
  std::vector<ZipEntry> entries_;
  size_t endOffset_ = 0;
  size_t centralOffset_ = 0;
  size_t count_ = 0;
  uint64_t totalSize_ = 0;
};

} // namespace

/// Whether a comment can only be read as text: what `git archive` writes, and no hidden record.
static bool isPlainComment(llvm::StringRef comment) {
  constexpr size_t longest = 1024;
  return comment.size() <= longest && llvm::all_of(comment, [](char c) {
           return llvm::isPrint(c) || c == '\n' || c == '\r' || c == '\t';
         });
}

bool ZipScanner::findEnd() {
  const size_t found = bytes_.rfind("PK\x05\x06");
  if (found == llvm::StringRef::npos || bytes_.size() - found < endSize)
    return refusals_.archive(refused::truncated,
                             "has no end record; it is not a zip archive or was cut short");
  const size_t end = found + endSize + read16(bytes_, found + 20);
  if (end == bytes_.size() && end == found + endSize) {
    endOffset_ = found;
    return true;
  }
  // The end record of an archive inside a cut one isn't where its own fields say.
  const uint64_t stated = uint64_t(read32(bytes_, found + 12)) + read32(bytes_, found + 16);
  if (end > bytes_.size() || stated != found)
    return refusals_.archive(refused::truncated, "was cut short; its end record is not at its end");
  if (end < bytes_.size())
    return refusals_.archive(refused::suffix, "has " + llvm::Twine(bytes_.size() - end) +
                                                  " bytes after its end record");
  if (!isPlainComment(bytes_.substr(found + endSize)))
    return refusals_.archive(refused::comment,
                             "has a comment that is not plain text; pack it again without one");
  endOffset_ = found;
  return true;
}

bool ZipScanner::readEnd() {
  const llvm::StringRef record = bytes_.substr(endOffset_);
  const bool hasLocator = endOffset_ >= zip64LocatorSize &&
                          read32(bytes_, endOffset_ - zip64LocatorSize) == zip64LocatorSignature;
  const uint64_t size = read32(record, 12), offset = read32(record, 16);
  count_ = read16(record, 10);
  if (hasLocator || count_ == 0xffff || size == 0xffffffff || offset == 0xffffffff)
    return refusals_.archive(refused::zip64, "is a zip64 archive");
  if (read32(record, 4) != 0 || read16(record, 8) != count_)
    return refusals_.archive(refused::split, "is one part of several");
  if (offset + size > endOffset_)
    return refusals_.archive(refused::malformed,
                             "has a central directory that doesn't end before its end record");
  if (offset + size < endOffset_) {
    if (count_ != 0 && read32(bytes_, offset) != centralSignature)
      return refusals_.archive(refused::prefix, "has " + llvm::Twine(endOffset_ - offset - size) +
                                                    " bytes in front of its first entry");
    return refusals_.archive(refused::gap, "has bytes between its central directory and its end");
  }
  if (count_ > limits_.entries)
    return refusals_.archive(refused::tooManyEntries,
                             "has " + llvm::Twine(count_) + " entries; at most " +
                                 llvm::Twine(limits_.entries) + " are read");
  centralOffset_ = offset;
  return true;
}

bool ZipScanner::readCentral() {
  size_t at = centralOffset_;
  for (size_t i = 0; i != count_; ++i)
    if (!readCentralEntry(at) || refusals_.enough())
      return false;
  if (at != endOffset_)
    return refusals_.archive(refused::malformed, "has a central directory with more than its " +
                                                     llvm::Twine(count_) + " entries");
  return !refusals_.any();
}

bool ZipScanner::readCentralEntry(size_t &at) {
  const llvm::StringRef record = bytes_.slice(at, endOffset_);
  if (record.size() < centralSize || read32(record, 0) != centralSignature)
    return refusals_.archive(refused::malformed, "has a damaged central directory");
  const size_t nameSize = read16(record, 28), extraSize = read16(record, 30),
               commentSize = read16(record, 32);
  const size_t size = centralSize + nameSize + extraSize + commentSize;
  if (record.size() < size)
    return refusals_.archive(refused::malformed, "has a damaged central directory");
  at += size;

  ZipEntry entry;
  entry.rawName = record.substr(centralSize, nameSize);
  entry.name = entry.rawName;
  entry.isFolder = entry.name.consume_back("/") && !entry.name.empty();
  entry.flags = read16(record, 8);
  entry.method = read16(record, 10);
  entry.crc = read32(record, 16);
  entry.packedSize = read32(record, 20);
  entry.size = read32(record, 24);
  entry.headerOffset = read32(record, 42);
  if (!isPlainComment(record.substr(size - commentSize, commentSize)))
    refusals_.entry(refused::comment, entry.rawName, "has a comment that is not plain text");
  else if (checkEntry(record, entry, record.substr(centralSize + nameSize, extraSize)))
    entries_.push_back(entry);
  return true;
}

bool ZipScanner::checkEntry(llvm::StringRef record, ZipEntry &entry, llvm::StringRef extra) {
  constexpr uint16_t encrypted = encryptedFlag | strongEncryptionFlag | maskedHeaderFlag;
  constexpr uint16_t known = deflateLevelFlags | descriptorFlag | utf8Flag;
  if (entry.flags & encrypted)
    return refusals_.entry(refused::encrypted, entry.rawName, "is encrypted");
  if (entry.flags & ~known)
    return refusals_.entry(refused::feature, entry.rawName,
                           "has unknown flags 0x" + llvm::utohexstr(entry.flags & ~known, true));
  if (entry.packedSize == 0xffffffff || entry.size == 0xffffffff ||
      entry.headerOffset == 0xffffffff)
    return refusals_.entry(refused::zip64, entry.rawName, "has zip64 sizes");
  if (read16(record, 34) != 0)
    return refusals_.entry(refused::split, entry.rawName, "is in another part of the archive");
  return checkExtraFields(entry, extra, refusals_) && checkKind(read32(record, 38), entry) &&
         names_.accept(entry.name, entry.isFolder) && checkSizes(entry);
}

bool ZipScanner::checkKind(uint32_t externalAttributes, ZipEntry &entry) {
  // Whatever system an entry says it was made on: some readers obey the mode on all of them.
  const uint16_t type = (externalAttributes >> 16) & typeMask;
  const bool isDosFolder = externalAttributes & 0x10;
  if (type == linkType)
    return refusals_.entry(refused::link, entry.rawName, "is a symbolic link");
  if (type != 0 && type != regularType && type != folderType)
    return refusals_.entry(refused::device, entry.rawName, "is a device, pipe or socket");
  if (entry.isFolder ? type == regularType : type == folderType || isDosFolder)
    return refusals_.entry(refused::entryKind, entry.rawName,
                           entry.isFolder ? "has the name of a folder and the mode of a file"
                                          : "has the name of a file and the mode of a folder");
  if (entry.isFolder && entry.size != 0)
    return refusals_.entry(refused::entryKind, entry.rawName, "is a folder with contents");
  if (entry.method != stored && entry.method != deflated)
    return refusals_.entry(refused::method, entry.rawName,
                           "is packed by method " + llvm::Twine(entry.method) +
                               "; only stored and deflated entries are read");
  return true;
}

bool ZipScanner::checkSizes(const ZipEntry &entry) {
  if (entry.method == stored && entry.size != entry.packedSize)
    return refusals_.entry(refused::sizeMismatch, entry.rawName, "is stored with two sizes");
  // libarchive takes no bytes for no contents; a deflated nothing has two.
  if (entry.method == deflated && entry.packedSize == 0)
    return refusals_.entry(refused::damagedData, entry.rawName,
                           "is damaged; its data ends too early");
  if (entry.size > limits_.fileBytes)
    return refusals_.entry(refused::fileSize, entry.rawName,
                           "unpacks to " + llvm::Twine(entry.size) + " bytes; at most " +
                               llvm::Twine(limits_.fileBytes) + " are read");
  if (isOverRatio(entry.size, entry.packedSize, limits_))
    return refusals_.entry(refused::ratio, entry.rawName,
                           "unpacks to " + llvm::Twine(entry.size) + " bytes from " +
                               llvm::Twine(entry.packedSize));
  totalSize_ += entry.size;
  if (totalSize_ > limits_.totalBytes && totalSize_ - entry.size <= limits_.totalBytes)
    return refusals_.archive(refused::totalSize,
                             "unpacks to more than " + llvm::Twine(limits_.totalBytes) + " bytes");
  return true;
}

bool ZipScanner::checkTotalRatio() {
  if (isOverRatio(totalSize_, bytes_.size(), limits_))
    return refusals_.archive(refused::ratio, "unpacks to " + llvm::Twine(totalSize_) +
                                                 " bytes from " + llvm::Twine(bytes_.size()));
  return true;
}

std::optional<std::vector<ZipEntry>> agentc::scanZip(llvm::StringRef bytes,
                                                     const ReadLimits &limits, Refusals &refusals) {
  return ZipScanner(bytes, limits, refusals).scan();
}
