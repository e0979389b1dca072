#include "ZipLayout.h"

#include "ZipFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include <algorithm>

using namespace agentc;
using namespace agentc::zip;

std::optional<ExtraFields> agentc::readExtraFields(const ZipEntry &entry, llvm::StringRef extra,
                                                   Refusals &refusals) {
  const auto refuse = [&](const RuleInfo &rule, llvm::StringRef what) {
    refusals.entry(rule, entry.rawName, what);
    return std::nullopt;
  };
  ExtraFields fields;
  while (!extra.empty()) {
    if (extra.size() < 4 || extra.size() - 4 < read16(extra, 2))
      return refuse(refused::malformed, "has damaged extra fields");
    const uint16_t id = read16(extra, 0);
    const llvm::StringRef field = extra.substr(4, read16(extra, 2));
    extra = extra.drop_front(4 + field.size());
    switch (id) {
    case 0x0001:
      if (fields.zip64)
        return refuse(refused::zip64, "has two zip64 fields");
      fields.zip64 = field;
      break;
    case 0x0017: // strong encryption
    case 0x9901: // AES
      return refuse(refused::encrypted, "is encrypted");
    case 0x756e: // a second mode, owner and link target
    case 0x6c78: // libarchive's: second attributes
      return refuse(refused::feature, "has a second file mode");
    case 0x7075: { // a second name, valid if it fits the first one's CRC
      const uint32_t crc = llvm::crc32(llvm::arrayRefFromStringRef(entry.rawName));
      if (field.size() < 5 || read32(field, 1) != crc || field.substr(5) != entry.rawName)
        return refuse(refused::headerMismatch, "has a second name");
      break;
    }
    default: // times, owners and the like say nothing about name or contents
      break;
    }
  }
  return fields;
}

/// The parts of a local header that the central one repeats.
struct LocalHeader {
  uint64_t crc, packedSize, size;
  bool isZip64;
};

/// Sizes that stand in a zip64 field must stand there both, and nothing else.
static std::optional<LocalHeader> readLocal(const ZipEntry &entry, llvm::StringRef record,
                                            llvm::StringRef extra, Refusals &refusals) {
  const std::optional<ExtraFields> fields = readExtraFields(entry, extra, refusals);
  if (!fields)
    return std::nullopt;
  const uint32_t packedSize = read32(record, 18), size = read32(record, 22);
  if (!fields->zip64 && packedSize != elsewhere32 && size != elsewhere32)
    return LocalHeader{read32(record, 14), packedSize, size, false};
  if (!fields->zip64 || fields->zip64->size() != 16 ||
      !isSameIn32(size, read64(*fields->zip64, 0)) ||
      !isSameIn32(packedSize, read64(*fields->zip64, 8))) {
    refusals.entry(refused::zip64, entry.rawName,
                   "has zip64 sizes in its local header and no field that fits them");
    return std::nullopt;
  }
  return LocalHeader{read32(record, 14), read64(*fields->zip64, 8), read64(*fields->zip64, 0),
                     true};
}

static bool checkLocalFields(const ZipEntry &entry, llvm::StringRef record,
                             const LocalHeader &header, Refusals &refusals) {
  const auto differs = [&](llvm::StringRef field) {
    return refusals.entry(refused::headerMismatch, entry.rawName,
                          "has " + field + " in its local header");
  };
  if (read16(record, 6) != entry.flags)
    return differs("other flags");
  if (read16(record, 8) != entry.method)
    return differs("another method");
  const struct {
    uint64_t local, central;
    llvm::StringRef what;
  } fields[] = {{header.crc, entry.crc, "another CRC-32"},
                {header.packedSize, entry.packedSize, "another packed size"},
                {header.size, entry.size, "another size"}};
  // Who writes to a stream doesn't know them yet, and leaves a descriptor behind the data.
  for (const auto &field : fields)
    if (field.local != field.central && !(field.local == 0 && (entry.flags & descriptorFlag)))
      return differs(field.what);
  return true;
}

static bool checkDescriptor(const ZipEntry &entry, llvm::StringRef window, bool isZip64,
                            bool isNeeded, size_t &end, Refusals &refusals) {
  if (window.empty() && !isNeeded)
    return true;
  const size_t size = isZip64 ? 20 : 12;
  const bool isSigned =
      window.size() != size && window.size() >= 4 && read32(window, 0) == descriptorSignature;
  const llvm::StringRef fields = isSigned ? window.drop_front(4) : window;
  if (fields.size() < size)
    return refusals.entry(refused::dataDescriptor, entry.rawName, "has no data descriptor");
  const uint64_t packedSize = isZip64 ? read64(fields, 4) : read32(fields, 4);
  const uint64_t unpackedSize = isZip64 ? read64(fields, 12) : read32(fields, 8);
  if (read32(fields, 0) != entry.crc || packedSize != entry.packedSize ||
      unpackedSize != entry.size)
    return refusals.entry(refused::dataDescriptor, entry.rawName,
                          "has a data descriptor unlike the central directory");
  end += size + (isSigned ? 4 : 0);
  return true;
}

static bool checkLocal(llvm::StringRef entryBytes, ZipEntry &entry, size_t next, size_t &end,
                       Refusals &refusals) {
  const llvm::StringRef record = entryBytes.drop_front(entry.headerOffset);
  if (record.size() < localSize || read32(record, 0) != localSignature)
    return refusals.entry(refused::malformed, entry.rawName,
                          "has no local header where the central directory says");
  const size_t nameSize = read16(record, 26), extraSize = read16(record, 28);
  const size_t headerSize = localSize + nameSize + extraSize;
  const size_t dataBegin = entry.headerOffset + headerSize;
  if (dataBegin > next || entry.packedSize > next - dataBegin)
    return refusals.entry(refused::overlap, entry.rawName, "overlaps what stands behind it");
  if (record.substr(localSize, nameSize) != entry.rawName)
    return refusals.entry(refused::headerMismatch, entry.rawName,
                          "has another name in its local header");
  const std::optional<LocalHeader> header =
      readLocal(entry, record, record.substr(localSize + nameSize, extraSize), refusals);
  if (!header || !checkLocalFields(entry, record, *header, refusals))
    return false;
  // Of a folder libarchive reads no data. Nothing deflates to the block 03 00.
  const llvm::StringRef packed = record.substr(headerSize, entry.packedSize);
  if (entry.isFolder && !packed.empty() && packed != llvm::StringRef("\3\0", 2))
    return refusals.entry(refused::entryKind, entry.rawName, "is a folder with contents");
  const size_t dataEnd = dataBegin + entry.packedSize;
  entry.dataEnd = end = dataEnd;
  if (!(entry.flags & descriptorFlag))
    return true;
  const bool isStatedBefore = header->crc == entry.crc && header->packedSize == entry.packedSize &&
                              header->size == entry.size;
  return checkDescriptor(entry, entryBytes.slice(dataEnd, next), header->isZip64 || entry.isZip64,
                         !isStatedBefore, end, refusals);
}

bool agentc::checkZipLayout(llvm::StringRef entryBytes, std::vector<ZipEntry> &entries,
                            Refusals &refusals) {
  llvm::stable_sort(entries, [](const ZipEntry &a, const ZipEntry &b) {
    return a.headerOffset < b.headerOffset;
  });
  size_t at = 0;
  for (size_t i = 0; i != entries.size(); ++i) {
    ZipEntry &entry = entries[i];
    if (entry.headerOffset < at || entry.headerOffset > entryBytes.size())
      return refusals.entry(refused::overlap, entry.rawName, "overlaps what stands before it");
    if (entry.headerOffset > at && i == 0)
      return refusals.archive(refused::prefix, "has " + llvm::Twine(entry.headerOffset) +
                                                   " bytes in front of its first entry");
    if (entry.headerOffset > at)
      return refusals.entry(refused::gap, entry.rawName, "stands behind bytes of no entry");
    size_t next = entryBytes.size();
    if (i + 1 != entries.size())
      next = std::min<size_t>(next, entries[i + 1].headerOffset);
    if (!checkLocal(entryBytes, entry, next, at, refusals))
      return false;
  }
  if (at != entryBytes.size())
    return refusals.archive(refused::gap, "has bytes of no entry before its central directory");
  return true;
}
