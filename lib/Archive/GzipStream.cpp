#include "GzipStream.h"

#include "SizeLimits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"

using namespace agentc;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;

static constexpr uint8_t headerChecksumFlag = 1 << 1;
static constexpr uint8_t extraFlag = 1 << 2;
static constexpr uint8_t nameFlag = 1 << 3;
static constexpr uint8_t commentFlag = 1 << 4;
static constexpr uint8_t reservedFlags = 0xe0;
static constexpr size_t headerSize = 10;
static constexpr size_t trailerSize = 8;

bool GzipStream::open() {
  const auto truncated = [&] {
    return refusals_.archive(refused::truncated, "ends in its gzip header");
  };
  llvm::StringRef rest = bytes_;
  if (rest.size() < headerSize)
    return truncated();
  const uint8_t flags = rest[3];
  if (!rest.starts_with("\x1f\x8b\x08"))
    return refusals_.archive(refused::malformed, "is not a gzip file");
  if (flags & reservedFlags)
    return refusals_.archive(refused::feature, "has unknown gzip flags");
  rest = rest.drop_front(headerSize);
  if (flags & extraFlag) {
    if (rest.size() < 2 || rest.size() - 2 < read16le(rest.data()))
      return truncated();
    rest = rest.drop_front(2 + read16le(rest.data()));
  }
  for (const uint8_t text : {nameFlag, commentFlag}) {
    if (!(flags & text))
      continue;
    const size_t end = rest.find('\0');
    if (end == llvm::StringRef::npos)
      return truncated();
    rest = rest.drop_front(end + 1);
  }
  if (flags & headerChecksumFlag) {
    const llvm::StringRef header = bytes_.drop_back(rest.size());
    if (rest.size() < 2)
      return truncated();
    if (read16le(rest.data()) != (llvm::crc32(llvm::arrayRefFromStringRef(header)) & 0xffff))
      return refusals_.archive(refused::checksum, "has a gzip header with another CRC");
    rest = rest.drop_front(2);
  }
  inflater_.emplace(rest);
  return true;
}

std::optional<size_t> GzipStream::read(llvm::MutableArrayRef<char> buffer) {
  if (inflater_->state() == Inflater::State::Ended)
    return 0;
  const size_t size = inflater_->read(buffer);
  size_ += size;
  crc_ = llvm::crc32(crc_, llvm::arrayRefFromStringRef({buffer.data(), size}));
  if (size_ > limits_.totalBytes) {
    refusals_.archive(refused::totalSize,
                      "unpacks to more than " + llvm::Twine(limits_.totalBytes) + " bytes");
    return std::nullopt;
  }
  if (isOverRatio(size_, bytes_.size(), limits_)) {
    refusals_.archive(refused::ratio, "unpacks to more than " + llvm::Twine(limits_.ratio) +
                                          " times its " + llvm::Twine(bytes_.size()) + " bytes");
    return std::nullopt;
  }
  switch (inflater_->state()) {
  case Inflater::State::Inflating:
    return size;
  case Inflater::State::Ended:
    return checkEnd() ? std::optional(size) : std::nullopt;
  case Inflater::State::CutShort:
    refusals_.archive(refused::truncated, "was cut short; its compressed data has no end");
    return std::nullopt;
  case Inflater::State::Damaged:
    refusals_.archive(refused::damagedData, "is damaged; its data doesn't inflate");
    return std::nullopt;
  }
  llvm_unreachable("every state is handled");
}

bool GzipStream::checkEnd() {
  const llvm::StringRef rest = inflater_->rest();
  if (rest.size() < trailerSize)
    return refusals_.archive(refused::truncated, "was cut short; its gzip checksum is missing");
  if (read32le(rest.data()) != crc_ || read32le(rest.data() + 4) != static_cast<uint32_t>(size_))
    return refusals_.archive(refused::checksum, "has contents with another CRC-32 or length");
  if (rest.size() > trailerSize)
    return refusals_.archive(refused::suffix, "has " + llvm::Twine(rest.size() - trailerSize) +
                                                  " bytes after its gzip member");
  return true;
}
