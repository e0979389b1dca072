#ifndef AGENTC_LIB_RULES_SECRETS_H
#define AGENTC_LIB_RULES_SECRETS_H

#include "agentc/Bundle/SecretNames.h"
#include "agentc/Diagnostics/Rule.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// Something secret in a text.
struct FoundSecret {
  std::string kind;      ///< `an API key of Anthropic`
  size_t begin, end;     ///< of what must not be shown
  llvm::StringRef shown; ///< what may be: the provider's prefix, a user's name
  Severity severity = Severity::Error;
};

/// The secrets in a text whose form says what they are, in their order. What stands for one in
/// documents and tests (`sk-xxxx`, `AKIAIOSFODNN7EXAMPLE`) is none.
std::vector<FoundSecret> findSecrets(llvm::StringRef text);

/// The part of a value under such a name that is secret: without `Bearer`; std::nullopt where it is
/// a word, a placeholder, or something else that no generator made.
std::optional<llvm::StringRef> secretValue(llvm::StringRef name, llvm::StringRef value);

/// A text that stands for a secret: `your-key-here`, `xxxx`, `123456789`.
bool isPlaceholder(llvm::StringRef text);

} // namespace agentc

#endif
