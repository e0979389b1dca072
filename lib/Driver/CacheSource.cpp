#include "CacheSource.h"

#include "Options.h"

#include "agentc/Support/Text.h"

namespace agentc {

bool isUrl(llvm::StringRef source) { return source.contains("://"); }

llvm::Expected<std::string> readCacheSource(DriverEnv &env, llvm::StringRef source,
                                            uint64_t maxBytes) {
  if (isUrl(source))
    return usageError("`" + escapeForTerminal(source) + "` is a URL");
  llvm::Expected<std::string> bytes = env.readFile(source);
  if (bytes && bytes->size() > maxBytes)
    return usageError("`" + escapeForTerminal(source) + "` has over " + llvm::Twine(maxBytes) +
                      " bytes");
  return bytes;
}

} // namespace agentc
