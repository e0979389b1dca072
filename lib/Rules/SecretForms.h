#ifndef AGENTC_LIB_RULES_SECRETFORMS_H
#define AGENTC_LIB_RULES_SECRETFORMS_H

#include "agentc/Diagnostics/Rule.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace agentc {

enum class Letters : uint8_t {
  Hex,
  Upper, ///< `A` to `Z` and digits
  Alnum,
  Word,   ///< letters, digits, `_`, `-`
  Dotted, ///< and `.`
  Base64, ///< letters, digits, `+`, `/`, `=`
};

bool isOf(Letters letters, char c);

/// A provider's form of secrets: a prefix and so many letters.
struct SecretForm {
  llvm::StringRef prefix;
  Letters letters;
  size_t least, most;
  llvm::StringRef kind;
  Severity severity = Severity::Error;
};

llvm::ArrayRef<SecretForm> secretForms();

} // namespace agentc

#endif
