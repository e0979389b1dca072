#include "agentc/Lint/Cache.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

/// Returns the real path of a folder, or the path that it would have if it were made.
std::string placeOf(llvm::StringRef folder) {
  llvm::SmallString<256> absolute = folder, real;
  if (fs::make_absolute(absolute))
    return folder.str();
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  std::string rest;
  for (llvm::StringRef at = absolute; !at.empty(); at = path::parent_path(at)) {
    if (!fs::real_path(at, real))
      return (real + rest).str();
    rest = "/" + path::filename(at).str() + rest;
  }
  return absolute.str().str();
}

/// Why the checked code could have brought the folder along; std::nullopt if it couldn't.
std::optional<std::string> whyInside(llvm::StringRef folder, const LintTargets &targets) {
  const std::string place = placeOf(folder);
  for (const auto *list : {&targets.targets, &targets.sources})
    for (const LintTarget &target : *list)
      if (const std::string around = repositoryAround(target.real); isBelow(place, around))
        return "it lies in `" + escapeForTerminal(around) + "`, which is checked";
  return std::nullopt;
}

llvm::Expected<ResultCache> openOutside(llvm::StringRef folder, const LintTargets &targets) {
  if (std::optional<std::string> why = whyInside(folder, targets))
    return usageError("the cache folder `" + escapeForTerminal(folder) + "` is not used: " + *why);
  return ResultCache::open(folder);
}

} // namespace

std::optional<std::string> userCacheFolder(const DriverEnv &env, llvm::StringRef name) {
  // The XDG Base Directory Specification ignores paths that are not absolute.
  if (std::optional<std::string> base = env.variable("XDG_CACHE_HOME");
      base && llvm::StringRef(*base).starts_with("/"))
    return *base + "/agentc/" + name.str();
  if (std::optional<std::string> home = env.variable("HOME"); home && !home->empty())
    return *home + "/.cache/agentc/" + name.str();
  return std::nullopt;
}

llvm::Expected<std::optional<ResultCache>> openLintCache(DriverEnv &env, const CachePlace &place,
                                                         const LintTargets &targets) {
  if (place.isOff)
    return std::nullopt;
  const std::optional<std::string> folder =
      place.folder ? place.folder : userCacheFolder(env, "lint");
  if (!folder)
    return std::nullopt;
  llvm::Expected<ResultCache> cache = openOutside(*folder, targets);
  if (cache)
    return std::optional<ResultCache>(std::move(*cache));
  if (place.folder)
    return cache.takeError();
  const std::string why = llvm::toString(cache.takeError());
  if (!place.quiet)
    env.err << "agentc: warning: " << why << '\n';
  return std::nullopt;
}

} // namespace agentc
