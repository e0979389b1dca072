#ifndef AGENTC_COMMANDLINE_COMMANDPAGE_H
#define AGENTC_COMMANDLINE_COMMANDPAGE_H

#include "agentc/CommandLine/Flags.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace agentc {

/// A word and what it means.
struct Definition {
  std::string term;
  std::string text;
};

/// The text of a command's help and its manual page. Texts quote code in backticks.
struct CommandPage {
  std::string command;   ///< `agentc lint`
  std::string arguments; ///< behind the command, in the usage line
  std::string summary;   ///< one line, lower case, no full stop
  /// Commands below this one, by groups.
  std::vector<std::pair<std::string, std::vector<Definition>>> commands;
  std::vector<FlagPart> flags;
  std::string examples; ///< lines of a shell, `#` before those that explain
  std::vector<Definition> exitCodes;
  std::vector<Definition> environment; ///< manual pages only
  std::vector<Definition> files;       ///< manual pages only
  std::vector<std::string> seeAlso;    ///< names of manual pages
  std::string more;                    ///< a last line of the help: where to read on
};

/// Prints the page for a terminal so many columns wide; nothing is broken that cannot be.
void printHelp(const CommandPage &page, unsigned width, bool color, llvm::raw_ostream &out);

/// Prints the page as man(7) source, with the same bytes everywhere. `version` stands at its foot.
void printManualPage(const CommandPage &page, llvm::StringRef version, llvm::raw_ostream &out);

/// The manual page's name: `agentc-lint`.
std::string manualPageName(llvm::StringRef command);

} // namespace agentc

#endif
