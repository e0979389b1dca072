#ifndef AGENTC_BUNDLE_STARTEDPROGRAM_H
#define AGENTC_BUNDLE_STARTEDPROGRAM_H

#include "agentc/Support/FileTree.h"

#include <optional>

namespace agentc {

/// The program that `bin` of package.json names beside an entry that is a library, as servers of
/// tools have them: a source of the bundle, which is loaded after the entry; std::nullopt where the
/// entry is something else than package.json says, or the program is it.
std::optional<std::string> findStartedProgram(const FileTree &files, llvm::StringRef entry);

} // namespace agentc

#endif
