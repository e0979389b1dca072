#ifndef AGENTC_LIB_DRIVER_COMMANDS_COMPLETIONS_H
#define AGENTC_LIB_DRIVER_COMMANDS_COMPLETIONS_H

#include "Subcommand.h"

namespace agentc {

/// What a shell can offer for a word.
struct Completion {
  enum class Paths { None, Files, Folders };

  std::vector<Definition> words; ///< with what they mean
  Paths paths = Paths::None;     ///< beside the words
};

/// What can stand at `words[at]`, of which the beginning may be typed; `words[0]` is the program.
/// A shell that takes `--flag=value` for three words gets the value alone.
Completion complete(llvm::ArrayRef<std::string> words, size_t at);

/// Writes the manual pages and the shells' completions to where they lie below a folder `share`.
llvm::Error writePages(llvm::StringRef folder);

} // namespace agentc

#endif
