#include "TarHeader.h"

#include "llvm/ADT/StringExtras.h"

#include <numeric>

using namespace agentc;

static constexpr size_t checksumOffset = 148, checksumSize = 8;

/// A field up to its first NUL.
static llvm::StringRef textField(const TarBlock &block, size_t at, size_t size) {
  const llvm::StringRef field(block.data() + at, size);
  return field.take_until([](char c) { return c == '\0'; });
}

/// Octal digits, perhaps with spaces before and after them.
static std::optional<uint64_t> octalField(const TarBlock &block, size_t at, size_t size) {
  const llvm::StringRef digits = textField(block, at, size).trim(' ');
  uint64_t value = 0;
  if (digits.empty() || digits.getAsInteger(8, value))
    return std::nullopt;
  return value;
}

/// The sum of the block's bytes, with the checksum itself counted as spaces.
static uint64_t sumBytes(const TarBlock &block) {
  uint64_t sum = checksumSize * ' ';
  for (size_t i = 0; i != block.size(); ++i)
    if (i < checksumOffset || i >= checksumOffset + checksumSize)
      sum += static_cast<unsigned char>(block[i]);
  return sum;
}

std::optional<TarHeader> agentc::readTarHeader(const TarBlock &block, Refusals &refusals) {
  if (octalField(block, checksumOffset, checksumSize) != sumBytes(block)) {
    refusals.archive(refused::malformed, "has no tar header where one should be");
    return std::nullopt;
  }
  TarHeader header;
  header.name = textField(block, 0, 100).str();
  header.type = block[156] == '\0' ? '0' : block[156];
  const bool isPosix = llvm::StringRef(block.data() + 257, 6) == llvm::StringRef("ustar\0", 6);
  if (const llvm::StringRef prefix = textField(block, 345, 155); isPosix && !prefix.empty())
    header.name = (prefix + "/" + header.name).str();

  // The other form of numbers, base 256, begins at 8 GiB.
  if (block[124] & 0x80) {
    refusals.entry(refused::fileSize, header.name, "has a size of 8 GiB or more");
    return std::nullopt;
  }
  const std::optional<uint64_t> size = octalField(block, 124, 12);
  if (!size) {
    refusals.entry(refused::malformed, header.name, "has a damaged size in its header");
    return std::nullopt;
  }
  header.size = *size;
  return header;
}

static bool readPaxRecord(llvm::StringRef key, llvm::StringRef value, bool isGlobal,
                          TarExtension &extension, Refusals &refusals) {
  if (key.starts_with("GNU.sparse."))
    return refusals.archive(refused::feature, "has a sparse file");
  if (key != "path" && key != "size")
    return true;
  if (isGlobal)
    return refusals.archive(refused::feature, "gives all its entries one `" + key + "`");
  uint64_t size = 0;
  if (key == "path" ? extension.name.has_value() : extension.size.has_value())
    return refusals.archive(refused::malformed, "gives an entry two values of `" + key + "`");
  if (key == "path") {
    extension.name = value.str();
    return true;
  }
  if (value.getAsInteger(10, size))
    return refusals.archive(refused::malformed, "has a damaged size in an extended header");
  extension.size = size;
  return true;
}

bool agentc::readPaxRecords(llvm::StringRef records, bool isGlobal, TarExtension &extension,
                            Refusals &refusals) {
  while (!records.empty()) {
    // "LENGTH KEY=VALUE\n", the length counting the whole record.
    const auto [digits, rest] = records.split(' ');
    size_t length = 0;
    if (digits.empty() || digits.size() > 10 || !llvm::all_of(digits, llvm::isDigit) ||
        digits.getAsInteger(10, length) || length > records.size() || length < digits.size() + 2 ||
        records[length - 1] != '\n')
      return refusals.archive(refused::malformed, "has a damaged extended header");
    const llvm::StringRef record = records.slice(digits.size() + 1, length - 1);
    records = records.drop_front(length);
    const auto [key, value] = record.split('=');
    if (key.size() == record.size())
      return refusals.archive(refused::malformed, "has a damaged extended header");
    if (!readPaxRecord(key, value, isGlobal, extension, refusals))
      return false;
  }
  return true;
}
