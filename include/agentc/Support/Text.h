#ifndef AGENTC_SUPPORT_TEXT_H
#define AGENTC_SUPPORT_TEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <system_error>

namespace agentc {

/// The offset of the first byte that is not part of well-formed UTF-8 (Unicode 15, table 3-7).
std::optional<size_t> findInvalidUtf8(llvm::StringRef text);

/// A code point and the bytes it takes. Where the text is not well-formed, one byte and no code
/// point, so that a loop over the text always advances.
struct DecodedCharacter {
  std::optional<uint32_t> codePoint;
  unsigned length = 1;
};
/// Decodes the character at an offset, which must lie inside the text.
DecodedCharacter decodeUtf8(llvm::StringRef text, size_t offset);

/// True if a character makes a terminal or a reader see something other than what is there:
/// control characters, bidirectional controls, zero-width, filler and tag characters, line
/// separators, and the supplementary variation selectors.
bool isDeceptive(uint32_t codePoint);

/// The text with everything a terminal could obey or hide made visible: deceptive characters as
/// `\u{…}`, invalid bytes as `\x…`, tabs and line ends as `\t`, `\n`, `\r`; with `keepLayout`, tabs
/// and LF and CRLF stay.
std::string escapeForTerminal(llvm::StringRef text, bool keepLayout = false);

/// UTF-8 of a code point; a lone surrogate becomes U+FFFD.
void appendUtf8(std::string &out, uint32_t codePoint);

/// The candidate nearest to a misspelt word, if it is near enough to be meant (edit distance).
std::optional<std::string> nearest(llvm::StringRef word, llvm::ArrayRef<std::string> candidates);

/// A size as manifests write it (`128MB`, `64 KiB`, `1048576`), in bytes. KB, MB and GB count 1024.
std::optional<uint64_t> parseByteSize(llvm::StringRef text);

/// The operating system's text for an error, in the wording of agentc's messages.
std::string describe(std::error_code error);

} // namespace agentc

#endif
