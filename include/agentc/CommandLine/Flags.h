#ifndef AGENTC_COMMANDLINE_FLAGS_H
#define AGENTC_COMMANDLINE_FLAGS_H

#include "llvm/Option/OptTable.h"

#include <string>
#include <vector>

namespace agentc {

/// A flag of a program's option table, as help, manual pages and completions show it.
struct FlagInfo {
  unsigned id = 0;
  std::string name;                ///< `--output`
  std::vector<std::string> others; ///< other spellings: `-o`
  std::string value;               ///< the name of its value: `FILE`; empty if it takes none
  std::string text;
  std::vector<std::string> values; ///< all there are, where they can be listed
};

/// Flags of one purpose.
struct FlagPart {
  std::string title;
  std::vector<FlagInfo> flags;
};

/// The flags of a table that a command takes, without hidden ones: the table's groups in the order
/// of their names, titled by their help texts, the flags in the order of theirs.
std::vector<FlagPart> flagParts(llvm::ArrayRef<llvm::opt::OptTable::Info> table,
                                llvm::opt::Visibility visibility);

/// The hint for an unknown flag (`--formt`, `-output`): `; did you mean `--format`?`, or nothing.
std::string meantFlag(llvm::StringRef flag, llvm::ArrayRef<FlagPart> parts);

} // namespace agentc

#endif
