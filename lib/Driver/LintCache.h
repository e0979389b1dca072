#ifndef AGENTC_LIB_DRIVER_LINTCACHE_H
#define AGENTC_LIB_DRIVER_LINTCACHE_H

#include "LintTargets.h"
#include "Options.h"

#include "agentc/Cache/ResultCache.h"

namespace agentc {

/// A folder below `$XDG_CACHE_HOME/agentc` or `~/.cache/agentc`; std::nullopt where there is
/// neither.
std::optional<std::string> userCacheFolder(const DriverEnv &env, llvm::StringRef name);

/// The cache of results, by `--cache-dir` and `--no-cache`. One that the checked code could have
/// brought along, or that others can write to, is not used: of a folder that the user named that is
/// an Error, of the usual one a warning. Without a place there is none.
llvm::Expected<std::optional<ResultCache>>
openLintCache(DriverEnv &env, const llvm::opt::InputArgList &arguments, const LintTargets &targets);

} // namespace agentc

#endif
