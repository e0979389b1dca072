#ifndef AGENTC_LIB_DRIVER_TERMINAL_NEXTSTEPS_H
#define AGENTC_LIB_DRIVER_TERMINAL_NEXTSTEPS_H

#include "agentc/Diagnostics/Renderers.h"

namespace agentc {

/// The line that ends a text for a person: what to do now. A command in it can be copied into a
/// shell, whatever the names in it are.
std::string nextStep(llvm::StringRef command, llvm::StringRef purpose);

/// How a bundle was asked about, so that what is proposed asks the same.
struct AskedHow {
  llvm::StringRef command = "validate";
  bool isRegistry = false; ///< by `--trust`
  std::optional<std::string> waivers;
};

/// Returns the next steps after findings: reading about the first error's rule, allowing the
/// access that code asks for, and approving warnings that count. Empty for valid bundles.
std::string stepsAfter(llvm::ArrayRef<BundleResult> results, const AskedHow &how);

/// A path as a word of a shell; `fallback` where its name holds what a terminal must not see.
std::string shellWord(llvm::StringRef path, llvm::StringRef fallback);

} // namespace agentc

#endif
