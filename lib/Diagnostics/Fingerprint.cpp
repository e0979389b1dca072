#include "agentc/Diagnostics/Fingerprint.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace agentc {

void setFingerprints(DiagnosticList &list,
                     const std::function<std::string(const Diagnostic &)> &context) {
  std::map<std::string, unsigned> seen;
  for (Diagnostic &diagnostic : list.mutableAll()) {
    std::string tokens = context(diagnostic);
    llvm::erase_if(tokens, llvm::isSpace);
    // Ids and paths hold no NUL, and the tokens come last, so that no two inputs are one text.
    std::string place = diagnostic.rule->id.str() + '\0' + diagnostic.file + '\0';
    unsigned occurrence = seen[place + sha256Hex(tokens)]++;
    diagnostic.fingerprint = sha256Hex(place + std::to_string(occurrence) + '\0' + tokens);
  }
}

} // namespace agentc
