#ifndef AGENTC_LIB_SYNTAX_LITERALS_H
#define AGENTC_LIB_SYNTAX_LITERALS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// The value of a string literal's or template's body in WTF-8: escapes resolved, surrogate pairs
/// joined. A template (`isTemplate`) reads CR and CRLF as LF and knows no octal escapes.
/// std::nullopt for an escape that ECMAScript doesn't know, which only tagged templates may hold.
std::optional<std::string> cookString(llvm::StringRef body, bool isTemplate);

/// The name that an identifier spells: its Unicode escapes resolved.
std::string cookIdentifier(llvm::StringRef spelling);

/// A template's raw text: CR and CRLF are LF.
std::string rawTemplate(llvm::StringRef body);

/// JSX text or attribute: character references resolved; the value is otherwise as written.
std::string cookJsx(llvm::StringRef body);

/// The child that JSX text is: its lines trimmed where they meet and joined by a space, then
/// character references resolved; empty if there is none.
std::string cookJsxText(llvm::StringRef body);

/// The value of a numeric literal that isn't a BigInt: decimal, hexadecimal, octal, binary, legacy
/// octal, with separators.
double numberValue(llvm::StringRef spelling);

/// Appends a code point in WTF-8, joining it with a high surrogate that `out` ends with.
void appendWtf8(std::string &out, uint32_t codePoint);

} // namespace agentc

#endif
