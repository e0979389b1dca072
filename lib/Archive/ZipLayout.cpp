#include "ZipLayout.h"

#include "ZipFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include <algorithm>

using namespace agentc;
using namespace agentc::zip;

bool agentc::checkExtraFields(const ZipEntry &entry, llvm::StringRef extra, Refusals &refusals) {
  while (!extra.empty()) {
    if (extra.size() < 4 || extra.size() - 4 < read16(extra, 2))
      return refusals.entry(refused::malformed, entry.rawName, "has damaged extra fields");
    const uint16_t id = read16(extra, 0);
    const llvm::StringRef field = extra.substr(4, read16(extra, 2));
    extra = extra.drop_front(4 + field.size());
    switch (id) {
    case 0x0001:
      return refusals.entry(refused::zip64, entry.rawName, "has a zip64 field");
    case 0x0017: // strong encryption
    case 0x9901: // AES
      return refusals.entry(refused::encrypted, entry.rawName, "is encrypted");
    case 0x756e: // a second mode, owner and link target
    case 0x6c78: // libarchive's: second attributes
      return refusals.entry(refused::feature, entry.rawName, "has a second file mode");
    case 0x7075: { // a second name, valid if it fits the first one's CRC
      const uint32_t crc = llvm::crc32(llvm::arrayRefFromStringRef(entry.rawName));
      if (field.size() < 5 || read32(field, 1) != crc || field.substr(5) != entry.rawName)
        return refusals.entry(refused::headerMismatch, entry.rawName, "has a second name");
      break;
    }
    default: // times, owners and the like say nothing about name or contents
      break;
    }
  }
  return true;
}

static bool checkLocalFields(const ZipEntry &entry, llvm::StringRef record, Refusals &refusals) {
  const auto differs = [&](llvm::StringRef field) {
    return refusals.entry(refused::headerMismatch, entry.rawName,
                          "has " + field + " in its local header");
  };
  if (read16(record, 6) != entry.flags)
    return differs("other flags");
  if (read16(record, 8) != entry.method)
    return differs("another method");
  const struct {
    size_t at;
    uint32_t central;
    llvm::StringRef what;
  } fields[] = {{14, entry.crc, "another CRC-32"},
                {18, entry.packedSize, "another packed size"},
                {22, entry.size, "another size"}};
  for (const auto &field : fields) {
    const uint32_t local = read32(record, field.at);
    // Who writes to a stream doesn't know them yet, and leaves a descriptor behind the data.
    if (local != field.central && !(local == 0 && (entry.flags & descriptorFlag)))
      return differs(field.what);
  }
  return true;
}

static bool checkDescriptor(const ZipEntry &entry, llvm::StringRef window, bool isNeeded,
                            size_t &end, Refusals &refusals) {
  if (window.empty() && !isNeeded)
    return true;
  const bool isSigned =
      window.size() != 12 && window.size() >= 4 && read32(window, 0) == descriptorSignature;
  const llvm::StringRef fields = isSigned ? window.drop_front(4) : window;
  if (fields.size() < 12)
    return refusals.entry(refused::dataDescriptor, entry.rawName, "has no data descriptor");
  if (read32(fields, 0) != entry.crc || read32(fields, 4) != entry.packedSize ||
      read32(fields, 8) != entry.size)
    return refusals.entry(refused::dataDescriptor, entry.rawName,
                          "has a data descriptor unlike the central directory");
  end += isSigned ? 16 : 12;
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
  const size_t dataEnd = entry.headerOffset + headerSize + entry.packedSize;
  if (dataEnd > next)
    return refusals.entry(refused::overlap, entry.rawName, "overlaps what stands behind it");
  if (record.substr(localSize, nameSize) != entry.rawName)
    return refusals.entry(refused::headerMismatch, entry.rawName,
                          "has another name in its local header");
  if (!checkExtraFields(entry, record.substr(localSize + nameSize, extraSize), refusals) ||
      !checkLocalFields(entry, record, refusals))
    return false;
  // Of a folder libarchive reads no data. Nothing deflates to the block 03 00.
  const llvm::StringRef packed = record.substr(headerSize, entry.packedSize);
  if (entry.isFolder && !packed.empty() && packed != llvm::StringRef("\3\0", 2))
    return refusals.entry(refused::entryKind, entry.rawName, "is a folder with contents");
  entry.dataEnd = end = dataEnd;
  if (!(entry.flags & descriptorFlag))
    return true;
  const bool isStatedBefore = read32(record, 14) == entry.crc &&
                              read32(record, 18) == entry.packedSize &&
                              read32(record, 22) == entry.size;
  return checkDescriptor(entry, entryBytes.slice(dataEnd, next), !isStatedBefore, end, refusals);
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
