#ifndef AGENTC_LIB_SUPPORT_SCHEMAPATTERNS_H
#define AGENTC_LIB_SUPPORT_SCHEMAPATTERNS_H

#include "agentc/Support/RegExpProgram.h"

namespace agentc {

/// The regular expressions of a schema, each compiled once; bounded in number and in steps of all
/// matches together.
class SchemaPatterns {
public:
  /// True if a regular expression matches somewhere in a text; std::nullopt where that isn't
  /// known.
  std::optional<bool> finds(llvm::StringRef pattern, llvm::StringRef text);

private:
  /// `isUnicode`: with the flag `u`, as JSON Schema has all.
  const RegExpProgram *compiled(llvm::StringRef pattern, bool isUnicode);

  llvm::StringMap<std::optional<RegExpProgram>> programs_[2];
  uint64_t steps_ = 4 * maxRegExpSteps;
};

} // namespace agentc

#endif
