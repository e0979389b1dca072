#ifndef AGENTC_LIB_VALUES_TEXTCODINGS_H
#define AGENTC_LIB_VALUES_TEXTCODINGS_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// `encodeURIComponent`, and with `reserved` characters left as they are `encodeURI`; std::nullopt
/// where it throws.
std::optional<std::string> encodeUri(llvm::StringRef wtf8, llvm::StringRef reserved);
/// `decodeURIComponent`, and `decodeURI`, which leaves escapes of `reserved` characters.
std::optional<std::string> decodeUri(llvm::StringRef wtf8, llvm::StringRef reserved);
std::string escapeText(llvm::StringRef wtf8);
std::string unescapeText(llvm::StringRef wtf8);

/// Base64 as `atob` reads it (WHATWG Infra); std::nullopt where it throws.
std::optional<std::string> decodeForgivingBase64(llvm::StringRef text);

/// Bytes as text, and text as bytes, by the names that Node's Buffer takes; std::nullopt for a name
/// that isn't known, and for text that Node reads leniently.
std::optional<std::string> decodeBytes(llvm::StringRef bytes, llvm::StringRef encoding);
std::optional<std::string> encodeBytes(llvm::StringRef wtf8, llvm::StringRef encoding);

/// Bytes that stand for one UTF-16 unit each.
std::string latin1ToUtf8(llvm::StringRef bytes);
/// UTF-8 with U+FFFD for what is none, as WHATWG Encoding decodes it.
std::string decodeUtf8(llvm::StringRef bytes);

} // namespace agentc

#endif
