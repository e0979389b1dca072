#ifndef AGENTC_COMMANDLINE_FLAGCOMPLETIONS_H
#define AGENTC_COMMANDLINE_FLAGCOMPLETIONS_H

#include "agentc/CommandLine/Flags.h"

#include "llvm/Support/Error.h"

namespace agentc {

/// A script that completes command lines, and its place below the folder `share`.
struct CompletionScript {
  std::string file;
  std::string text;
};

/// The scripts of bash, zsh and fish for a program that takes flags and no other arguments. Values
/// follow a flag behind `=`; those that are named `FOLDER` are completed as folders, listed ones as
/// words. The scripts hold all of it, so that the program is not started to complete its own line.
std::vector<CompletionScript> flagCompletions(llvm::StringRef program,
                                              llvm::ArrayRef<FlagPart> parts);

/// Writes a file that the build makes of a program's tables, and the folders above it.
llvm::Error writeFileBelow(llvm::StringRef folder, const llvm::Twine &name, llvm::StringRef text);

} // namespace agentc

#endif
