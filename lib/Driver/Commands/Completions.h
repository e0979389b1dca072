#ifndef AGENTC_LIB_DRIVER_COMMANDS_COMPLETIONS_H
#define AGENTC_LIB_DRIVER_COMMANDS_COMPLETIONS_H

#include "Subcommand.h"

namespace agentc {

/// The completions that a shell can offer for a word.
struct ShellWords {
  enum class Paths { None, Files, Folders };

  std::vector<Definition> words; ///< with what they mean
  Paths paths = Paths::None;     ///< beside the words
};

/// Returns the completions for `words[at]`, whose beginning may be typed already; `words[0]` is
/// the program. A shell that splits `--flag=value` into three words gets the value alone.
ShellWords complete(llvm::ArrayRef<std::string> words, size_t at);

/// Writes the manual pages and the shells' completions to where they lie below a folder `share`.
llvm::Error writePages(llvm::StringRef folder);

} // namespace agentc

#endif
