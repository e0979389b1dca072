#include "OuterIgnoreFiles.h"

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

std::vector<OuterIgnoreFile> findOuterIgnoreFiles(const DriverEnv &env, llvm::StringRef folder) {
  llvm::SmallString<256> start(folder);
  if (fs::make_absolute(start))
    return {};
  path::remove_dots(start, /*remove_dot_dot=*/true);
  std::vector<OuterIgnoreFile> found;
  std::string below;
  for (llvm::StringRef at = start.str().rtrim('/'); !at.empty(); at = path::parent_path(at)) {
    if (!below.empty())
      if (auto file = joined(at, ".gitignore"); fs::is_regular_file(file)) {
        if (llvm::Expected<std::string> text = env.readFile(file))
          found.push_back({below, std::move(*text)});
        else
          llvm::consumeError(text.takeError());
      }
    if (fs::exists(joined(at, ".git")))
      return found;
    below = path::filename(at).str() + (below.empty() ? "" : "/" + below);
  }
  return {};
}

} // namespace agentc
