#include "agentc/Pipeline/OuterIgnoreFiles.h"
#include "agentc/Bundle/IgnoredPaths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::SmallString<256> joined(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> result = folder;
  path::append(result, name);
  return result;
}

/// A file's text, empty where there is none that can be read.
static std::string readText(const DriverEnv &env, llvm::StringRef file) {
  if (!fs::is_regular_file(file))
    return "";
  llvm::Expected<std::string> text = env.readFile(file);
  if (text)
    return std::move(*text);
  llvm::consumeError(text.takeError());
  return "";
}

std::vector<OuterIgnoreFile> findOuterIgnoreFiles(const DriverEnv &env, llvm::StringRef folder) {
  llvm::SmallString<256> start(folder);
  if (fs::make_absolute(start))
    return {};
  path::remove_dots(start, /*remove_dot_dot=*/true);
  std::vector<OuterIgnoreFile> ofGit, ofSettings;
  std::string below;
  for (llvm::StringRef at = start.str().rtrim('/'); !at.empty(); at = path::parent_path(at)) {
    if (!below.empty()) {
      ofGit.push_back({below, readText(env, joined(at, ".gitignore"))});
      ofSettings.push_back({below, ignoredBySettings(readText(env, joined(at, "agentc.json")))});
    }
    if (fs::exists(joined(at, ".git"))) {
      llvm::append_range(ofGit, ofSettings);
      return ofGit;
    }
    below = path::filename(at).str() + (below.empty() ? "" : "/" + below);
  }
  return ofSettings;
}

} // namespace agentc
