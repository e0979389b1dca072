#ifndef AGENTC_LIB_LANGUAGESERVER_TEXTPOSITIONS_H
#define AGENTC_LIB_LANGUAGESERVER_TEXTPOSITIONS_H

#include "agentc/Support/Json.h"
#include "agentc/Support/Range.h"

namespace agentc::lsp {

/// The units that a position's `character` counts, as client and server agreed.
enum class Encoding { Utf16, Utf8 };

/// Positions of one text as the Language Server Protocol writes them. The text must outlive them.
class TextPositions {
public:
  TextPositions(llvm::StringRef text, Encoding encoding)
      : text_(text), lines_(text), encoding_(encoding) {}

  Json at(uint32_t offset) const;
  Json range(ByteRange range) const;

  /// The byte that a position means; one behind the end of a line or text means that end.
  /// std::nullopt if it is not a position.
  std::optional<uint32_t> offsetOf(const Json &position) const;
  /// std::nullopt if it is not a range, or ends before it begins.
  std::optional<ByteRange> rangeOf(const Json &range) const;

  const LineTable &lines() const { return lines_; }

private:
  llvm::StringRef text_;
  LineTable lines_;
  Encoding encoding_;
};

} // namespace agentc::lsp

#endif
