#ifndef AGENTC_LINT_CACHE_H
#define AGENTC_LINT_CACHE_H

#include "agentc/Cache/ResultCache.h"
#include "agentc/Lint/Targets.h"

namespace agentc {

/// A folder below `$XDG_CACHE_HOME/agentc` or `~/.cache/agentc`; std::nullopt where there is
/// neither.
std::optional<std::string> userCacheFolder(const DriverEnv &env, llvm::StringRef name);

/// The place where results are kept, as set by `--no-cache`, `--cache-dir` and `--quiet`.
struct CachePlace {
  bool isOff = false;
  std::optional<std::string> folder; ///< std::nullopt: the user's
  bool quiet = false;
};

/// The cache of results. One that the checked code could have
/// brought along, or that others can write to, is not used: of a folder that the user named that is
/// an Error, of the usual one a warning. Without a place there is none.
llvm::Expected<std::optional<ResultCache>> openLintCache(DriverEnv &env, const CachePlace &place,
                                                         const LintTargets &targets);

} // namespace agentc

#endif
