#include "agentc/Archive/ZipWriter.h"

#include "ZipFormat.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include <limits>

using namespace agentc;
using namespace agentc::zip;

static constexpr uint16_t versionNeeded = 20;
static constexpr uint16_t versionMadeBy = 0x0314;
static constexpr uint32_t timeAndDate = 0x00210000;
static constexpr uint32_t externalAttributes = 0x81a40000;

static void put16(std::string &out, uint16_t value) {
  char bytes[2];
  llvm::support::endian::write16le(bytes, value);
  out.append(bytes, sizeof(bytes));
}

static void put32(std::string &out, uint32_t value) {
  char bytes[4];
  llvm::support::endian::write32le(bytes, value);
  out.append(bytes, sizeof(bytes));
}

/// The fields from "version needed" to "extra length", which both headers share.
static void putShared(std::string &out, const File &file, uint32_t crc) {
  put16(out, versionNeeded);
  put16(out, utf8Flag);
  put16(out, stored);
  put32(out, timeAndDate);
  put32(out, crc);
  put32(out, static_cast<uint32_t>(file.bytes.size()));
  put32(out, static_cast<uint32_t>(file.bytes.size()));
  put16(out, static_cast<uint16_t>(file.path.size()));
  put16(out, 0);
}

static void putCentral(std::string &out, const File &file, uint32_t crc, uint32_t offset) {
  put32(out, centralSignature);
  put16(out, versionMadeBy);
  putShared(out, file, crc);
  put16(out, 0); // comment length
  put16(out, 0); // disk
  put16(out, 0); // internal attributes
  put32(out, externalAttributes);
  put32(out, offset);
  out += file.path;
}

static void putEnd(std::string &out, size_t entries, size_t centralOffset) {
  const size_t centralLength = out.size() - centralOffset;
  put32(out, endSignature);
  put32(out, 0); // disk numbers
  put16(out, static_cast<uint16_t>(entries));
  put16(out, static_cast<uint16_t>(entries));
  put32(out, static_cast<uint32_t>(centralLength));
  put32(out, static_cast<uint32_t>(centralOffset));
  put16(out, 0); // comment length
}

/// The archive's size, or why it would need zip64.
static llvm::Expected<uint64_t> measure(const FileTree &files) {
  if (files.size() >= std::numeric_limits<uint16_t>::max())
    return llvm::createStringError("%zu files are too many for a zip archive", files.size());
  uint64_t total = endSize;
  for (const auto &[path, file] : files.files()) {
    if (path.size() > std::numeric_limits<uint16_t>::max())
      return llvm::createStringError("a path of %zu bytes is too long for a zip archive",
                                     path.size());
    total += localSize + centralSize + 2 * path.size() + file->bytes.size();
    if (total >= std::numeric_limits<uint32_t>::max())
      return llvm::createStringError("the files are too large for a zip archive");
  }
  return total;
}

llvm::Expected<std::string> agentc::writeCanonicalZip(const FileTree &files) {
  llvm::Expected<uint64_t> total = measure(files);
  if (!total)
    return total.takeError();

  std::string out, central;
  out.reserve(*total);
  for (const auto &[path, file] : files.files()) {
    const uint32_t crc = llvm::crc32(llvm::arrayRefFromStringRef(file->bytes));
    putCentral(central, *file, crc, static_cast<uint32_t>(out.size()));
    put32(out, localSignature);
    putShared(out, *file, crc);
    out += path;
    out += file->bytes;
  }
  const size_t centralOffset = out.size();
  out += central;
  putEnd(out, files.size(), centralOffset);
  assert(out.size() == *total && "measured what is written");
  return out;
}
