#include "ContentsReader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/ErrorHandling.h"

#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <clocale>
#include <locale.h>
#include <memory>

using namespace agentc;

namespace {

/// While it lives, this thread's characters are UTF-8: libarchive converts names that are marked as
/// UTF-8 to the locale's characters, and gives none where that fails, as in the C locale.
class Utf8Locale {
public:
  Utf8Locale() {
    static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    before_ = uselocale(utf8);
  }
  ~Utf8Locale() { uselocale(before_); }

private:
  locale_t before_;
};

struct FreeArchive {
  void operator()(archive *reader) const { archive_read_free(reader); }
};

class ContentsReader {
public:
  explicit ContentsReader(Refusals &refusals) : refusals_(refusals), reader_(archive_read_new()) {
    if (!reader_)
      llvm::report_bad_alloc_error("no memory for libarchive");
  }

  bool open(llvm::StringRef bytes, ArchiveFormat format);
  bool readHeader(const ScannedEntry &entry);
  /// The contents of the entry whose header was read; nullopt after reporting.
  std::optional<std::string> readEntry(const ScannedEntry &entry);
  bool checkEnd();

private:
  bool checkResult(int result) const;
  enum class DataEnd { Reached, Doubted, Refused };

  /// Doubted: the data was read, and libarchive doesn't agree with its size or CRC-32, either.
  DataEnd readData(const ScannedEntry &entry, std::string &contents);
  bool reportDamage(const ScannedEntry &entry);
  uint64_t position() const { return archive_filter_bytes(reader_.get(), 0); }

  Refusals &refusals_;
  std::unique_ptr<archive, FreeArchive> reader_;
};

} // namespace

/// True if libarchive succeeded. A warning comes with a result; its cause is either checked
/// here or of no interest, like an owner that is not UTF-8.
bool ContentsReader::checkResult(int result) const {
  if (result != ARCHIVE_OK && archive_errno(reader_.get()) == ENOMEM)
    llvm::report_bad_alloc_error("no memory for libarchive");
  return result == ARCHIVE_OK || result == ARCHIVE_WARN;
}

bool ContentsReader::open(llvm::StringRef bytes, ArchiveFormat format) {
  archive *reader = reader_.get();
  // Only what was scanned; without `hdrcharset` names that aren't marked as UTF-8 stay as they are.
  const bool isSupported = format == ArchiveFormat::Zip
                               ? checkResult(archive_read_support_format_zip_seekable(reader))
                               : checkResult(archive_read_support_filter_gzip(reader)) &&
                                     checkResult(archive_read_support_format_tar(reader));
  if (isSupported && checkResult(archive_read_open_memory(reader, bytes.data(), bytes.size())))
    return true;
  return refusals_.archive(refused::otherReading, "isn't read as an archive by libarchive");
}

/// True if libarchive's name is the stated one. libarchive composes the characters of names
/// marked as UTF-8 (normal form C) and cannot be kept from doing so. Only the text before and
/// behind all characters beyond ASCII is sure to stay; a composed character swallows a letter
/// before it.
static bool isSameName(llvm::StringRef stated, llvm::StringRef read) {
  const auto isAscii = [](char c) { return llvm::isASCII(c); };
  if (stated == read)
    return true;
  if (llvm::all_of(stated, isAscii) || llvm::all_of(read, isAscii))
    return false;
  const llvm::StringRef statedStart = stated.take_while(isAscii), start = read.take_while(isAscii);
  const auto tail = [&](llvm::StringRef name) {
    size_t size = 0;
    while (size != name.size() && isAscii(name[name.size() - 1 - size]))
      ++size;
    return name.take_back(size);
  };
  return tail(stated) == tail(read) && statedStart.starts_with(start) &&
         statedStart.size() - start.size() <= 1;
}

bool ContentsReader::readHeader(const ScannedEntry &entry) {
  const auto differs = [&](llvm::StringRef what) {
    return refusals_.entry(refused::otherReading, entry.name, what + " to libarchive");
  };
  archive_entry *header = nullptr;
  const int result = archive_read_next_header(reader_.get(), &header);
  if (result == ARCHIVE_EOF)
    return differs("isn't in the archive");
  if (!checkResult(result))
    return refusals_.archive(refused::otherReading, "has a header that libarchive doesn't read");
  const char *name = archive_entry_pathname(header);
  llvm::StringRef stated = entry.name, read = name ? name : "";
  if (entry.isFolder) {
    stated.consume_back("/");
    read.consume_back("/");
  }
  if (!isSameName(stated, read))
    return differs("has another name");
  if (archive_entry_filetype(header) != (entry.isFolder ? AE_IFDIR : AE_IFREG) ||
      archive_entry_hardlink(header) || archive_entry_symlink(header))
    return differs("is of another kind");
  if (archive_entry_is_encrypted(header))
    return differs("is encrypted");
  if (!archive_entry_size_is_set(header) ||
      static_cast<uint64_t>(archive_entry_size(header)) != entry.size)
    return differs("has another size");
  return true;
}

bool ContentsReader::reportDamage(const ScannedEntry &entry) {
  return refusals_.entry(refused::damagedData, entry.name,
                         position() == entry.dataEnd ? "is damaged; its data ends too early"
                                                     : "is damaged; its data doesn't inflate");
}

ContentsReader::DataEnd ContentsReader::readData(const ScannedEntry &entry, std::string &contents) {
  bool isDoubted = false;
  for (;;) {
    const void *block = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    const int result = archive_read_data_block(reader_.get(), &block, &size, &offset);
    if (result == ARCHIVE_EOF)
      return isDoubted ? DataEnd::Doubted : DataEnd::Reached;
    // Sums that are wrong come with the last block, as a warning (3.6) or as a failure (3.7).
    isDoubted |= result != ARCHIVE_OK;
    if (!checkResult(result) && result != ARCHIVE_FAILED) {
      reportDamage(entry);
      return DataEnd::Refused;
    }
    if (size != 0 && static_cast<uint64_t>(offset) != contents.size()) {
      refusals_.entry(refused::otherReading, entry.name, "has holes to libarchive");
      return DataEnd::Refused;
    }
    if (size > entry.size - contents.size()) {
      refusals_.entry(refused::sizeMismatch, entry.name,
                      "unpacks to more than the stated " + llvm::Twine(entry.size) + " bytes");
      return DataEnd::Refused;
    }
    if (size != 0)
      contents.append(static_cast<const char *>(block), size);
    if (result == ARCHIVE_FAILED)
      return DataEnd::Doubted;
  }
}

std::optional<std::string> ContentsReader::readEntry(const ScannedEntry &entry) {
  std::string contents;
  // The scan has held the size against the packed bytes that are there.
  contents.reserve(entry.size);
  const DataEnd end = readData(entry, contents);
  if (end == DataEnd::Refused)
    return std::nullopt;
  if (contents.size() < entry.size) {
    refusals_.entry(refused::sizeMismatch, entry.name,
                    "unpacks to less than the stated " + llvm::Twine(entry.size) + " bytes");
    return std::nullopt;
  }
  // libarchive doesn't look at a folder's bytes; the scan did.
  if (entry.dataEnd && !entry.isFolder && position() != *entry.dataEnd) {
    refusals_.entry(refused::damagedData, entry.name,
                    "has " + llvm::Twine(*entry.dataEnd - position()) +
                        " bytes after the end of its compressed data");
    return std::nullopt;
  }
  if (llvm::crc32(llvm::arrayRefFromStringRef(contents)) != entry.crc) {
    refusals_.entry(refused::checksum, entry.name, "has contents with another CRC-32");
    return std::nullopt;
  }
  if (end == DataEnd::Doubted) {
    refusals_.entry(refused::otherReading, entry.name, "has other contents to libarchive");
    return std::nullopt;
  }
  return contents;
}

bool ContentsReader::checkEnd() {
  archive_entry *header = nullptr;
  if (archive_read_next_header(reader_.get(), &header) == ARCHIVE_EOF)
    return true;
  return refusals_.archive(refused::otherReading, "goes on after its last entry to libarchive");
}

std::optional<std::vector<File>> agentc::readContents(llvm::StringRef bytes, ArchiveFormat format,
                                                      llvm::ArrayRef<ScannedEntry> entries,
                                                      Refusals &refusals) {
  std::vector<File> files;
  // libarchive doesn't know an empty zip as one.
  if (entries.empty())
    return files;
  const Utf8Locale locale;
  ContentsReader reader(refusals);
  if (!reader.open(bytes, format))
    return std::nullopt;
  for (const ScannedEntry &entry : entries) {
    if (!reader.readHeader(entry))
      return std::nullopt;
    std::optional<std::string> contents = reader.readEntry(entry);
    if (!contents)
      return std::nullopt;
    if (!entry.isFolder)
      files.push_back({entry.path, std::move(*contents)});
  }
  if (!reader.checkEnd())
    return std::nullopt;
  return files;
}
