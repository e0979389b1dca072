#include "ZipScan.h"

#include "EntryNames.h"
#include "SizeLimits.h"
#include "ZipEnd.h"
#include "ZipFormat.h"
#include "ZipLayout.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace agentc;
using namespace agentc::zip;

namespace {

class ZipScanner {
public:
  ZipScanner(llvm::StringRef bytes, const ReadLimits &limits, Refusals &refusals)
      : bytes_(bytes), limits_(limits), refusals_(refusals), names_(limits, refusals) {}

  std::optional<std::vector<ZipEntry>> scan() {
    if (readEnd() && readCentral() && checkTotalRatio() &&
        checkZipLayout(bytes_.take_front(end_.centralOffset), entries_, refusals_))
      return std::move(entries_);
    return std::nullopt;
  }

private:
  bool readEnd();
  bool readCentral();
  /// Refusals of an entry are reported and counted; false only if no next entry can be found.
  bool readCentralEntry(size_t &at);
  bool checkEntry(llvm::StringRef record, ZipEntry &entry, llvm::StringRef extra);
  bool takeZip64(std::optional<llvm::StringRef> field, ZipEntry &entry);
  bool checkKind(uint32_t externalAttributes, ZipEntry &entry);
  bool checkSizes(const ZipEntry &entry);
  bool checkTotalRatio();

  llvm::StringRef bytes_;
  const ReadLimits &limits_;
  Refusals &refusals_;
  EntryNames names_;
  std::vector<ZipEntry> entries_;
  ZipEnd end_{};
  uint64_t totalSize_ = 0;
};

} // namespace

bool ZipScanner::readEnd() {
  const std::optional<ZipEnd> end = readZipEnd(bytes_, refusals_);
  if (!end)
    return false;
  if (end->count > limits_.entries)
    return refusals_.archive(refused::tooManyEntries,
                             "has " + llvm::Twine(end->count) + " entries; at most " +
                                 llvm::Twine(limits_.entries) + " are read");
  end_ = *end;
  return true;
}

bool ZipScanner::readCentral() {
  size_t at = end_.centralOffset;
  for (size_t i = 0; i != end_.count; ++i)
    if (!readCentralEntry(at) || refusals_.enough())
      return false;
  if (at != end_.centralEnd)
    return refusals_.archive(refused::malformed, "has a central directory with more than its " +
                                                     llvm::Twine(end_.count) + " entries");
  return !refusals_.any();
}

bool ZipScanner::readCentralEntry(size_t &at) {
  const llvm::StringRef record = bytes_.slice(at, end_.centralEnd);
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
  if (read16(record, 34) != 0)
    return refusals_.entry(refused::split, entry.rawName, "is in another part of the archive");
  const std::optional<ExtraFields> fields = readExtraFields(entry, extra, refusals_);
  return fields && takeZip64(fields->zip64, entry) && checkKind(read32(record, 38), entry) &&
         names_.accept(entry.name, entry.isFolder) && checkSizes(entry);
}

/// Of the sizes and the place, in this order, a zip64 field has those that the header hasn't.
bool ZipScanner::takeZip64(std::optional<llvm::StringRef> field, ZipEntry &entry) {
  size_t at = 0;
  for (uint64_t *number : {&entry.size, &entry.packedSize, &entry.headerOffset}) {
    if (*number != elsewhere32)
      continue;
    if (!field || field->size() < at + 8)
      return refusals_.entry(refused::zip64, entry.rawName, "has zip64 sizes and no field of them");
    *number = read64(*field, at);
    at += 8;
  }
  if (field && field->size() != at)
    return refusals_.entry(refused::zip64, entry.rawName,
                           "has more in its zip64 field than it needs");
  entry.isZip64 = field.has_value();
  return true;
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
  const bool wasWithin = totalSize_ <= limits_.totalBytes;
  totalSize_ = llvm::SaturatingAdd(totalSize_, entry.size);
  if (totalSize_ > limits_.totalBytes && wasWithin)
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
