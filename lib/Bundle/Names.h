#ifndef AGENTC_LIB_BUNDLE_NAMES_H
#define AGENTC_LIB_BUNDLE_NAMES_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// npm's rules for the names of new packages.
bool isPackageName(llvm::StringRef name);
/// npm's rules for names of packages that may be old: upper case is accepted.
bool isDependencyName(llvm::StringRef name);

/// A letter, then letters, digits, `-`, `_`, `.` and `/`; at most 64 characters.
bool isPlainWord(llvm::StringRef text);

/// Letters, digits and `_`, not beginning with a digit; at most 256 characters.
bool isEnvName(llvm::StringRef name);

/// Letters, digits, `-`, `_`, `.` and `/`; at most 128 characters.
bool isToolName(llvm::StringRef name);

/// Returns the mistake in a host pattern (`host`, `*.host`, an IPv4 address, each with or
/// without `:port`) as the end of a sentence; std::nullopt if there is none. Net's
/// parseHostPattern accepts every pattern that has no mistake and is not wide (isWideHost).
std::optional<std::string> whyBadHost(llvm::StringRef pattern);

/// `*`, and `*.` before a top-level domain or one below which anyone can have a name (`*.co.uk`,
/// `*.github.io`), as far as these are known.
bool isWideHost(llvm::StringRef pattern);

} // namespace agentc

#endif
