#ifndef AGENTC_SUPPORT_EMBEDDEDFILE_H
#define AGENTC_SUPPORT_EMBEDDEDFILE_H

#include "llvm/ADT/StringRef.h"

/// Makes a file's bytes a part of the program, and declares them as `NAME##Begin` and `NAME##End`,
/// for `agentc::embedded`. At namespace scope; `FILE` is a string literal, and a name stands once
/// in a program.
// The directive and its file stand in one text, by which ccache knows that it must not keep the
// object. Hidden, since aarch64 would look up other symbols in the global offset table, in which
// GNU's linker has one entry for all addresses of a section.
#define AGENTC_EMBED(NAME, FILE)                                                                   \
  asm(".section .rodata\nagentcEmbedded_" #NAME ":\n.incbin \"" FILE                               \
      "\"\nagentcEmbeddedEnd_" #NAME ":\n.previous\n");                                            \
  [[gnu::visibility("hidden")]] extern const char NAME##Begin[] asm("agentcEmbedded_" #NAME);      \
  [[gnu::visibility("hidden")]] extern const char NAME##End[] asm("agentcEmbeddedEnd_" #NAME);

namespace agentc {

/// The bytes between two names that AGENTC_EMBED declares. They live as long as the program.
inline llvm::StringRef embedded(const char *begin, const char *end) {
  return llvm::StringRef(begin, static_cast<size_t>(end - begin));
}

} // namespace agentc

#endif
