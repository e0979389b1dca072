// Any text is a regular expression (its first line the flags, the rest the pattern): looking for an
// attack keeps to its steps.
#include "agentc/Support/Text.h"
#include "agentc/Values/Backtracking.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  auto [flags, pattern] = llvm::StringRef(reinterpret_cast<const char *>(bytes), size).split('\n');
  if (findInvalidUtf8(pattern))
    return 0;
  constexpr uint64_t given = 200000;
  uint64_t steps = given;
  bool gaveUp = false;
  const std::optional<BacktrackingAttack> attack = findBacktracking(pattern, flags, steps, gaveUp);
  if (steps > given || (attack && attack->pump.empty()))
    std::abort();
  return 0;
}
