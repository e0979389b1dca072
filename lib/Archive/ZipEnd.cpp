#include "ZipEnd.h"

#include "ZipFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace agentc;
using namespace agentc::zip;

namespace {

/// The central directory as the end records state it, and where they begin.
struct Stated {
  uint64_t count = 0, size = 0, offset = 0;
  size_t recordsBegin = 0;

  bool endsAtRecords() const { return size <= recordsBegin && offset == recordsBegin - size; }
};

} // namespace

bool agentc::isPlainComment(llvm::StringRef comment) {
  constexpr size_t longest = 1024;
  return comment.size() <= longest && llvm::all_of(comment, [](char c) {
           return llvm::isPrint(c) || c == '\n' || c == '\r' || c == '\t';
         });
}

/// Reads zip64's end record and its locator, which stands right before the end record.
static std::optional<Stated> readZip64(llvm::StringRef bytes, size_t endOffset,
                                       Refusals &refusals) {
  const auto refuse = [&](const RuleInfo &rule, llvm::StringRef what) {
    refusals.archive(rule, what);
    return std::nullopt;
  };
  if (endOffset < zip64LocatorSize + zip64EndSize)
    return refuse(refused::zip64, "has no zip64 end record before its locator");
  const size_t begin = endOffset - zip64LocatorSize - zip64EndSize;
  const llvm::StringRef record = bytes.substr(begin, zip64EndSize);
  const llvm::StringRef locator = bytes.substr(begin + zip64EndSize, zip64LocatorSize);
  // Both say where the record is and how long; a record that says more than it must isn't known.
  if (read32(record, 0) != zip64EndSignature || read64(record, 4) != zip64EndSize - 12 ||
      read64(locator, 8) != begin)
    return refuse(refused::zip64, "has no zip64 end record before its locator");
  if (read32(locator, 4) != 0 || read32(locator, 16) != 1 || read32(record, 16) != 0 ||
      read32(record, 20) != 0 || read64(record, 24) != read64(record, 32))
    return refuse(refused::split, "is one part of several");
  const Stated stated{read64(record, 32), read64(record, 40), read64(record, 48), begin};
  const llvm::StringRef end = bytes.substr(endOffset);
  const bool isSame = isSameIn16(read16(end, 10), stated.count) &&
                      isSameIn32(read32(end, 12), stated.size) &&
                      isSameIn32(read32(end, 16), stated.offset);
  if (!isSame)
    return refuse(refused::zip64, "has a zip64 end record unlike its end record");
  return stated;
}

static std::optional<Stated> readStated(llvm::StringRef bytes, size_t endOffset,
                                        Refusals &refusals) {
  if (endOffset >= zip64LocatorSize &&
      read32(bytes, endOffset - zip64LocatorSize) == zip64LocatorSignature)
    return readZip64(bytes, endOffset, refusals);
  const llvm::StringRef end = bytes.substr(endOffset);
  const Stated stated{read16(end, 10), read32(end, 12), read32(end, 16), endOffset};
  if (stated.count == elsewhere16 || stated.size == elsewhere32 || stated.offset == elsewhere32) {
    refusals.archive(refused::zip64, "has the end of a zip64 archive without its end record");
    return std::nullopt;
  }
  return stated;
}

static bool checkComment(llvm::StringRef bytes, size_t endOffset, bool isWhereStated,
                         Refusals &refusals) {
  const size_t begin = endOffset + endSize;
  const size_t end = begin + read16(bytes, endOffset + 20);
  if (end == bytes.size() && end == begin)
    return true;
  // The end record of an archive inside a cut one isn't where its own fields say.
  if (end > bytes.size() || !isWhereStated)
    return refusals.archive(refused::truncated, "was cut short; its end record is not at its end");
  if (end < bytes.size())
    return refusals.archive(refused::suffix, "has " + llvm::Twine(bytes.size() - end) +
                                                 " bytes after its end record");
  return isPlainComment(bytes.substr(begin)) ||
         refusals.archive(refused::comment,
                          "has a comment that is not plain text; pack it again without one");
}

static bool checkPlace(llvm::StringRef bytes, const Stated &stated, Refusals &refusals) {
  if (stated.endsAtRecords())
    return true;
  if (stated.size > stated.recordsBegin || stated.offset > stated.recordsBegin - stated.size)
    return refusals.archive(refused::malformed,
                            "has a central directory that doesn't end before its end record");
  if (stated.count != 0 && read32(bytes, stated.offset) != centralSignature)
    return refusals.archive(
        refused::prefix, "has " + llvm::Twine(stated.recordsBegin - stated.offset - stated.size) +
                             " bytes in front of its first entry");
  return refusals.archive(refused::gap, "has bytes between its central directory and its end");
}

std::optional<ZipEnd> agentc::readZipEnd(llvm::StringRef bytes, Refusals &refusals) {
  const size_t found = bytes.rfind("PK\x05\x06");
  if (found == llvm::StringRef::npos || bytes.size() - found < endSize) {
    refusals.archive(refused::truncated,
                     "has no end record; it is not a zip archive or was cut short");
    return std::nullopt;
  }
  const std::optional<Stated> stated = readStated(bytes, found, refusals);
  if (!stated || !checkComment(bytes, found, stated->endsAtRecords(), refusals))
    return std::nullopt;
  if (read32(bytes, found + 4) != 0 || read16(bytes, found + 8) != read16(bytes, found + 10)) {
    refusals.archive(refused::split, "is one part of several");
    return std::nullopt;
  }
  if (!checkPlace(bytes, *stated, refusals))
    return std::nullopt;
  return ZipEnd{static_cast<size_t>(stated->offset), stated->recordsBegin, stated->count};
}
