#include "agentc/Diagnostics/Fingerprint.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <map>
#include <tuple>

namespace agentc {

void setFingerprints(DiagnosticList &list,
                     const std::function<std::string(const Diagnostic &)> &context) {
  // different texts of one hash would only be numbered together
  std::map<std::tuple<std::string, uint64_t, uint64_t>, unsigned> seen;
  for (Diagnostic &diagnostic : list.mutableAll()) {
    std::string tokens = context(diagnostic);
    llvm::erase_if(tokens, llvm::isSpace);
    // Ids and paths hold no NUL, and the tokens come last, so that no two inputs are one text.
    std::string place = diagnostic.rule->id.str() + '\0' + diagnostic.file + '\0';
    const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(tokens));
    unsigned occurrence = seen[{place, hash.low64, hash.high64}]++;
    diagnostic.fingerprint = sha256Hex(place + std::to_string(occurrence) + '\0' + tokens);
  }
}

} // namespace agentc
