#include "agentc/Support/Range.h"

#include <algorithm>
#include <cassert>

namespace agentc {

namespace {

constexpr uint32_t blockBytes = 1024;

/// UTF-16 units that begin with this byte of UTF-8.
uint32_t unitsOf(unsigned char byte) { return (byte & 0xC0) == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1; }

uint32_t countUnits(llvm::StringRef text) {
  uint32_t units = 0;
  for (char byte : text)
    units += unitsOf(static_cast<unsigned char>(byte));
  return units;
}

} // namespace

LineTable::LineTable(llvm::StringRef text) : text_(text) {
  assert(text.size() <= UINT32_MAX && "offsets have 32 bits");
  units_.reserve(text.size() / blockBytes + 1);
  uint32_t units = 0;
  for (llvm::StringRef rest = text;; rest = rest.drop_front(blockBytes)) {
    units_.push_back(units);
    if (rest.size() < blockBytes)
      break;
    units += countUnits(rest.take_front(blockBytes));
  }
  starts_.push_back(0);
  const bool hasReturns = text.contains('\r');
  auto findEnd = [&](size_t from) {
    return hasReturns ? text.find_first_of("\r\n", from) : text.find('\n', from);
  };
  for (size_t at = findEnd(0); at != llvm::StringRef::npos; at = findEnd(starts_.back()))
    starts_.push_back(static_cast<uint32_t>(at + (text.substr(at).starts_with("\r\n") ? 2 : 1)));
}

uint32_t LineTable::unitsBefore(uint32_t offset) const {
  uint32_t block = offset / blockBytes;
  return units_[block] + countUnits(text_.slice(block * blockBytes, offset));
}

Position LineTable::position(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  uint32_t start = *(next - 1);
  uint32_t before = offset - start <= blockBytes ? countUnits(text_.slice(start, offset))
                                                 : unitsBefore(offset) - unitsBefore(start);
  return {static_cast<uint32_t>(next - starts_.begin()), before + 1, offset};
}

llvm::StringRef LineTable::line(uint32_t line) const {
  assert(line >= 1 && line <= starts_.size() && "no such line");
  uint32_t begin = starts_[line - 1];
  size_t end = line < starts_.size() ? starts_[line] : text_.size();
  llvm::StringRef text = text_.slice(begin, end);
  if (line < starts_.size() && !text.consume_back("\r\n"))
    text = text.drop_back();
  return text;
}

} // namespace agentc
