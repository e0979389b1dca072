#include "LineHash.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

namespace agentc {

namespace {

constexpr size_t windowSize = 100;
constexpr uint64_t base = 37;
constexpr uint32_t endOfFile = 0xFFFF;

constexpr uint64_t leavingFactor() {
  uint64_t factor = 1;
  for (size_t i = 0; i < windowSize; ++i)
    factor *= base;
  return factor;
}

/// Calls `found(line, hash)` for each line, when the characters that its hash takes are complete.
template <typename Found> class RollingHash {
public:
  explicit RollingHash(Found found) : found_(found) {}

  void run(llvm::StringRef text) {
    for (size_t offset = 0; offset < text.size();) {
      DecodedCharacter character = decodeUtf8(text, offset);
      offset += character.length;
      uint32_t point = character.codePoint.value_or(0xFFFD);
      if (point >= 0x10000) {
        take(0xD800 + ((point - 0x10000) >> 10));
        take(0xDC00 + ((point - 0x10000) & 0x3FF));
      } else {
        take(point);
      }
    }
    take(endOfFile);
    for (size_t i = 0; i < windowSize; ++i) {
      finishLine();
      push(0);
    }
  }

private:
  Found found_;
  std::array<uint32_t, windowSize> window_{};
  /// The number of the line that begins at a place of the window, or 0.
  std::array<uint32_t, windowSize> lines_{};
  size_t at_ = 0;
  uint64_t hash_ = 0;
  uint32_t line_ = 0;
  bool isLineStart_ = true;
  bool wasReturn_ = false;

  void finishLine() {
    if (lines_[at_])
      found_(lines_[at_], hash_);
    lines_[at_] = 0;
  }

  void push(uint32_t unit) {
    hash_ = hash_ * base + unit - leavingFactor() * window_[at_];
    window_[at_] = unit;
    at_ = (at_ + 1) % windowSize;
  }

  void take(uint32_t unit) {
    bool isBlank = unit == ' ' || unit == '\t' || (wasReturn_ && unit == '\n');
    wasReturn_ = unit == '\r';
    if (isBlank)
      return;
    if (unit == '\r')
      unit = '\n';
    finishLine();
    if (isLineStart_)
      lines_[at_] = ++line_;
    isLineStart_ = unit == '\n';
    push(unit);
  }
};

template <typename Found> void forEachLine(llvm::StringRef text, Found found) {
  RollingHash<Found>(found).run(text);
}

} // namespace

std::map<uint32_t, std::string> lineHashes(llvm::StringRef text, const std::set<uint32_t> &lines) {
  // Only what is asked for is counted: a file may have millions of lines.
  std::map<uint64_t, uint32_t> counts;
  forEachLine(text, [&](uint32_t line, uint64_t hash) {
    if (lines.count(line))
      counts.try_emplace(hash, 0);
  });
  std::map<uint32_t, std::string> result;
  forEachLine(text, [&](uint32_t line, uint64_t hash) {
    auto count = counts.find(hash);
    if (count == counts.end())
      return;
    ++count->second;
    if (lines.count(line))
      result[line] =
          llvm::utohexstr(hash, /*LowerCase=*/true) + ":" + std::to_string(count->second);
  });
  return result;
}

} // namespace agentc
