#ifndef AGENTC_LIB_RULES_PAYLOADS_H
#define AGENTC_LIB_RULES_PAYLOADS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// The content of an encoded text or list of numbers.
struct Payload {
  std::string text;   ///< decoded, as far as it was looked at
  llvm::StringRef is; ///< `JavaScript`, `a shell script`, `a program (ELF)`
  llvm::StringRef by; ///< `base64`, `hexadecimal`, `character codes` …
  bool isProgram = false;
};

/// Returns the language of a text that reads like code; std::nullopt for any other text.
std::optional<llvm::StringRef> languageOfText(llvm::StringRef text);

/// Decodes a text in base64, hexadecimal or percent escapes, also if it is encoded several
/// times over and each byte is changed by one key; std::nullopt unless the result is code or a
/// program.
std::optional<Payload> payloadIn(llvm::StringRef text);
/// The same of bytes or character codes.
std::optional<Payload> payloadIn(llvm::ArrayRef<double> codes);

} // namespace agentc

#endif
