#include "TarScan.h"

#include "EntryNames.h"
#include "GzipStream.h"
#include "TarHeader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

#include <algorithm>
#include <utility>

using namespace agentc;

namespace {

class TarScanner {
public:
  TarScanner(llvm::StringRef bytes, const ReadLimits &limits, Refusals &refusals)
      : stream_(bytes, limits, refusals), limits_(limits), refusals_(refusals),
        names_(limits, refusals) {}

  std::optional<std::vector<ScannedEntry>> scan();

private:
  enum class Block { Read, Ended, Refused };

  Block readBlock(TarBlock &block);
  /// Reads an entry's contents, which `take` is given piece by piece, and the padding after them.
  bool readContents(uint64_t size, llvm::function_ref<void(llvm::StringRef)> take);
  bool readEntry(TarHeader header);
  bool readExtension(const TarHeader &header);
  bool checkType(const TarHeader &header);
  bool readZeros();

  GzipStream stream_;
  const ReadLimits &limits_;
  Refusals &refusals_;
  EntryNames names_;
  TarExtension extension_;
  uint64_t count_ = 0;
  std::vector<ScannedEntry> entries_;
};

} // namespace

static bool isZero(const TarBlock &block) {
  return llvm::all_of(block, [](char c) { return c == '\0'; });
}

TarScanner::Block TarScanner::readBlock(TarBlock &block) {
  const std::optional<size_t> size = stream_.read(block);
  if (!size)
    return Block::Refused;
  if (*size == block.size())
    return Block::Read;
  if (*size == 0)
    return Block::Ended;
  refusals_.archive(refused::truncated, "was cut short; it ends within a tar block");
  return Block::Refused;
}

bool TarScanner::readContents(uint64_t size, llvm::function_ref<void(llvm::StringRef)> take) {
  std::array<char, 32 * tarBlockSize> piece;
  while (size > 0) {
    const uint64_t part = std::min<uint64_t>(size, piece.size());
    const uint64_t padded = (part + tarBlockSize - 1) / tarBlockSize * tarBlockSize;
    const std::optional<size_t> got = stream_.read({piece.data(), static_cast<size_t>(padded)});
    if (!got)
      return false;
    if (*got != padded)
      return refusals_.archive(refused::truncated, "was cut short; it ends within an entry");
    take({piece.data(), static_cast<size_t>(part)});
    size -= part;
  }
  return true;
}

bool TarScanner::readExtension(const TarHeader &header) {
  constexpr uint64_t longestPaxHeader = 1 << 16;
  const bool isLongName = header.type == 'L';
  if (isLongName && header.size > limits_.pathBytes + 1)
    return refusals_.entry(refused::longPath, header.name,
                           "stands before a path of " + llvm::Twine(header.size) +
                               " bytes; at most " + llvm::Twine(limits_.pathBytes) + " are read");
  if (header.size > longestPaxHeader)
    return refusals_.archive(refused::malformed,
                             "has an extended header of " + llvm::Twine(header.size) + " bytes");
  std::string contents;
  if (!readContents(header.size, [&](llvm::StringRef piece) { contents += piece; }))
    return false;
  if (!isLongName)
    return readPaxRecords(contents, header.type == 'g', extension_, refusals_);
  if (extension_.name)
    return refusals_.archive(refused::malformed, "gives an entry two names");
  extension_.name = llvm::StringRef(contents).rtrim('\0').str();
  return true;
}

bool TarScanner::checkType(const TarHeader &header) {
  switch (header.type) {
  case '0':
  case '5':
    return true;
  case '1':
  case '2':
    return refusals_.entry(refused::link, header.name,
                           header.type == '1' ? "is a hard link" : "is a symbolic link");
  case 'K':
    return refusals_.entry(refused::link, header.name, "is the long target of a link");
  case '3':
  case '4':
  case '6':
    return refusals_.entry(refused::device, header.name, "is a device or pipe");
  default:
    return refusals_.entry(refused::feature, header.name, "is not a file, folder or link");
  }
}

bool TarScanner::readEntry(TarHeader header) {
  if (++count_ > limits_.entries)
    return refusals_.archive(refused::tooManyEntries,
                             "has more than " + llvm::Twine(limits_.entries) + " entries");
  const TarExtension extension = std::exchange(extension_, {});
  if (extension.name)
    header.name = *extension.name;
  if (extension.size && *extension.size != header.size)
    return refusals_.entry(refused::headerMismatch, header.name,
                           "has another size in its extended header");
  if (!checkType(header))
    return false;
  llvm::StringRef name = header.name;
  const bool isFolder = header.type == '5';
  if (name.consume_back("/") && !isFolder)
    return refusals_.entry(refused::entryKind, header.name,
                           "has the name of a folder and the type of a file");
  if (isFolder && header.size != 0)
    return refusals_.entry(refused::entryKind, header.name, "is a folder with contents");
  // `tar -c .` begins every name so, and the first one is only that.
  const bool isTop = isFolder && name == ".";
  name.consume_front("./");
  if (!isTop && !names_.accept(name, isFolder))
    return false;
  if (header.size > limits_.fileBytes)
    return refusals_.entry(refused::fileSize, name,
                           "unpacks to " + llvm::Twine(header.size) + " bytes; at most " +
                               llvm::Twine(limits_.fileBytes) + " are read");
  uint32_t crc = 0;
  if (!readContents(header.size, [&](llvm::StringRef piece) {
        crc = llvm::crc32(crc, llvm::arrayRefFromStringRef(piece));
      }))
    return false;
  std::string path = name.str();
  entries_.push_back(
      {std::move(header.name), std::move(path), isFolder, header.size, crc, std::nullopt});
  return true;
}

bool TarScanner::readZeros() {
  TarBlock block;
  for (;;) {
    switch (readBlock(block)) {
    case Block::Ended:
      return true;
    case Block::Refused:
      return false;
    case Block::Read:
      if (!isZero(block))
        return refusals_.archive(refused::suffix, "has bytes after the end of its tar archive");
    }
  }
}

std::optional<std::vector<ScannedEntry>> TarScanner::scan() {
  if (!stream_.open())
    return std::nullopt;
  for (TarBlock block;;) {
    const Block got = readBlock(block);
    if (got == Block::Ended)
      refusals_.archive(refused::truncated, "was cut short; its closing zeros are missing");
    if (got != Block::Read)
      return std::nullopt;
    if (isZero(block))
      break;
    std::optional<TarHeader> header = readTarHeader(block, refusals_);
    if (!header)
      return std::nullopt;
    const bool isExtension = header->type == 'x' || header->type == 'g' || header->type == 'L';
    if (!(isExtension ? readExtension(*header) : readEntry(std::move(*header))))
      return std::nullopt;
  }
  if (!extension_.empty()) {
    refusals_.archive(refused::malformed, "ends with an extended header of no entry");
    return std::nullopt;
  }
  if (!readZeros())
    return std::nullopt;
  return std::move(entries_);
}

std::optional<std::vector<ScannedEntry>>
agentc::scanTarGz(llvm::StringRef bytes, const ReadLimits &limits, Refusals &refusals) {
  return TarScanner(bytes, limits, refusals).scan();
}
