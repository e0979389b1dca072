#ifndef AGENTC_SUPPORT_RANGE_H
#define AGENTC_SUPPORT_RANGE_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <vector>

namespace agentc {

/// A half-open range of bytes in one file. Files are at most 4 GiB.
struct ByteRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  friend bool operator==(const ByteRange &, const ByteRange &) = default;
  friend auto operator<=>(const ByteRange &, const ByteRange &) = default;
};

/// A place as people and editors count it: lines and columns start at 1, columns count UTF-16 code
/// units (SARIF 2.1.0 and LSP), the offset counts bytes.
struct Position {
  uint32_t line = 1;
  uint32_t column = 1;
  uint32_t offset = 0;
};

/// Turns byte offsets of one text into positions. Lines end at LF, CRLF or CR, as ECMAScript's do
/// but for U+2028 and U+2029, which no editor counts. The text must outlive the table.
class LineTable {
public:
  explicit LineTable(llvm::StringRef text);

  /// An offset behind the text counts as its end.
  Position position(uint32_t offset) const;
  uint32_t lineCount() const { return static_cast<uint32_t>(starts_.size()); }
  /// The text of a line (counted from 1) without its line end.
  llvm::StringRef line(uint32_t line) const;

private:
  llvm::StringRef text_;
  std::vector<uint32_t> starts_;
  /// UTF-16 units before every blockBytes-th byte: one minified line must not cost its whole length
  /// per position.
  std::vector<uint32_t> units_;

  uint32_t unitsBefore(uint32_t offset) const;
};

} // namespace agentc

#endif
