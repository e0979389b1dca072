#include "SchemaPatterns.h"

#include "agentc/Support/Utf16.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

constexpr size_t maxPatterns = 1000;

const RegExpProgram *SchemaPatterns::compiled(llvm::StringRef pattern, bool isUnicode) {
  llvm::StringMap<std::optional<RegExpProgram>> &programs = programs_[isUnicode];
  auto found = programs.find(pattern);
  if (found == programs.end()) {
    if (programs.size() >= maxPatterns)
      return nullptr;
    found = programs.try_emplace(pattern, compileRegExp(pattern, isUnicode ? "u" : "")).first;
  }
  return found->second ? &*found->second : nullptr;
}

std::optional<bool> SchemaPatterns::finds(llvm::StringRef pattern, llvm::StringRef text) {
  // Units are characters where both have none beyond 16 bits, and mean the same without the flag.
  auto isOfUnits = [](llvm::StringRef one) {
    return llvm::none_of(one, [](unsigned char c) { return c >= 0xF0; });
  };
  if (!isOfUnits(pattern) || !isOfUnits(text))
    return std::nullopt;
  for (llvm::StringRef onlyUnicode : {"\\u{", "\\p{", "\\P{"})
    if (pattern.contains(onlyUnicode))
      return std::nullopt;
  const RegExpProgram *program = compiled(pattern, isAscii(text));
  if (!program)
    program = compiled(pattern, false);
  const std::u16string units = toUtf16(text);
  if (!program || !canMatch(*program, units))
    return std::nullopt;
  RegExpCaptures captures;
  switch (matchFrom(*program, units, 0, captures, steps_)) {
  case RegExpOutcome::Match:
    return true;
  case RegExpOutcome::Failure:
    return false;
  case RegExpOutcome::GaveUp:
    return std::nullopt;
  }
  return std::nullopt;
}

} // namespace agentc
