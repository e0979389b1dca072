#ifndef AGENTC_LIB_RULES_PAYLOADS_H
#define AGENTC_LIB_RULES_PAYLOADS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// What an encoded text or list of numbers stands for.
struct Payload {
  std::string text;   ///< decoded, as far as it was looked at
  llvm::StringRef is; ///< `JavaScript`, `a shell script`, `a program (ELF)`
  llvm::StringRef by; ///< `base64`, `hexadecimal`, `character codes` …
  bool isProgram = false;
};

/// Whether a text reads like code; what it reads like.
std::optional<llvm::StringRef> languageOfText(llvm::StringRef text);

/// What a text is in base64, hexadecimal or percent escapes, also several times over and with each
/// byte changed by one key; std::nullopt unless that is code or a program.
std::optional<Payload> payloadIn(llvm::StringRef text);
/// The same of bytes or character codes.
std::optional<Payload> payloadIn(llvm::ArrayRef<double> codes);

} // namespace agentc

#endif
