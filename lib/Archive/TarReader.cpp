#include "agentc/Archive/ArchiveReader.h"

#include "EntryNames.h"
#include "GzipStream.h"
#include "TarHeader.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <utility>

using namespace agentc;

namespace {

class TarReader {
public:
  TarReader(llvm::StringRef bytes, const ReadLimits &limits, Refusals &refusals)
      : stream_(bytes, limits, refusals), limits_(limits), refusals_(refusals),
        names_(limits, refusals) {}

  /// The files in their order; nullopt after reporting.
  std::optional<std::vector<File>> read();

private:
  enum class Block { Read, Ended, Refused };

  Block readBlock(TarBlock &block);
  /// Reads an entry's contents and the padding after them.
  std::optional<std::string> readContents(uint64_t size);
  bool readEntry(TarHeader header);
  bool readExtension(const TarHeader &header);
  bool checkType(const TarHeader &header);
  bool readZeros();

  GzipStream stream_;
  const ReadLimits &limits_;
  Refusals &refusals_;
  EntryNames names_;
  TarExtension extension_;
  uint64_t entries_ = 0;
  std::vector<File> files_;
};

} // namespace

static bool isZero(const TarBlock &block) {
  return llvm::all_of(block, [](char c) { return c == '\0'; });
}

TarReader::Block TarReader::readBlock(TarBlock &block) {
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

std::optional<std::string> TarReader::readContents(uint64_t size) {
  // Grown step by step, so that only what is really there takes memory.
  constexpr uint64_t step = 1 << 20;
  std::string contents;
  const uint64_t padded = (size + tarBlockSize - 1) / tarBlockSize * tarBlockSize;
  while (contents.size() < padded) {
    const size_t before = contents.size();
    contents.resize(std::min(padded, before + step));
    const std::optional<size_t> got =
        stream_.read({contents.data() + before, contents.size() - before});
    if (!got)
      return std::nullopt;
    if (*got != contents.size() - before) {
      refusals_.archive(refused::truncated, "was cut short; it ends within an entry");
      return std::nullopt;
    }
  }
  contents.resize(size);
  return contents;
}

bool TarReader::readExtension(const TarHeader &header) {
  constexpr uint64_t longestPaxHeader = 1 << 16;
  const bool isLongName = header.type == 'L';
  if (isLongName && header.size > limits_.pathBytes + 1)
    return refusals_.entry(refused::longPath, header.name,
                           "stands before a path of " + llvm::Twine(header.size) +
                               " bytes; at most " + llvm::Twine(limits_.pathBytes) + " are read");
  if (header.size > longestPaxHeader)
    return refusals_.archive(refused::malformed,
                             "has an extended header of " + llvm::Twine(header.size) + " bytes");
  std::optional<std::string> contents = readContents(header.size);
  if (!contents)
    return false;
  if (!isLongName)
    return readPaxRecords(*contents, header.type == 'g', extension_, refusals_);
  if (extension_.name)
    return refusals_.archive(refused::malformed, "gives an entry two names");
  extension_.name = llvm::StringRef(*contents).rtrim('\0').str();
  return true;
}

bool TarReader::checkType(const TarHeader &header) {
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
    return refusals_.entry(refused::feature, header.name, "is no file, folder or link");
  }
}

bool TarReader::readEntry(TarHeader header) {
  if (++entries_ > limits_.entries)
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
  if (isFolder && name == ".")
    return true;
  name.consume_front("./");
  if (!names_.accept(name, isFolder))
    return false;
  if (isFolder)
    return true;
  if (header.size > limits_.fileBytes)
    return refusals_.entry(refused::fileSize, name,
                           "unpacks to " + llvm::Twine(header.size) + " bytes; at most " +
                               llvm::Twine(limits_.fileBytes) + " are read");
  std::optional<std::string> contents = readContents(header.size);
  if (!contents)
    return false;
  files_.push_back({name.str(), std::move(*contents)});
  return true;
}

bool TarReader::readZeros() {
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

std::optional<std::vector<File>> TarReader::read() {
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
  return std::move(files_);
}

/// The one folder that all files stand below with its `/`, or nothing.
static llvm::StringRef commonTopFolder(llvm::ArrayRef<File> files) {
  if (files.empty())
    return {};
  const llvm::StringRef first = files.front().path;
  const llvm::StringRef top = first.take_front(first.find('/') + 1);
  const bool isCommon =
      llvm::all_of(files, [&](const File &f) { return llvm::StringRef(f.path).starts_with(top); });
  return isCommon ? top : llvm::StringRef();
}

bool agentc::looksLikeGzip(llvm::StringRef bytes) { return bytes.starts_with("\x1f\x8b"); }

std::optional<FileTree> agentc::readTarGz(llvm::StringRef bytes, llvm::StringRef archiveName,
                                          const ReadLimits &limits, DiagnosticList &diagnostics) {
  Refusals refusals(archiveName, diagnostics);
  std::optional<std::vector<File>> files = TarReader(bytes, limits, refusals).read();
  if (!files)
    return std::nullopt;
  const size_t prefix = commonTopFolder(*files).size();
  FileTree tree;
  for (File &file : *files)
    if (!tree.add(file.path.substr(prefix), std::move(file.bytes)))
      llvm_unreachable("the reader refuses duplicates");
  return tree;
}
