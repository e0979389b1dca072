#include "FileFlags.h"

#include "OptionIds.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace opt = llvm::opt;
namespace fs = llvm::sys::fs;

namespace {

llvm::Error refusal(const opt::Arg &argument, std::error_code error) {
  return usageError("`" + argument.getOption().getPrefixedName() + "` is `" +
                    escapeForTerminal(argument.getValue()) + "`: " + describe(error));
}

/// A path is granted as the person named it, wherever links of the person's lead.
std::error_code makeAbsolute(const opt::Arg &argument, llvm::SmallVectorImpl<char> &path) {
  llvm::StringRef given = argument.getValue();
  path.assign(given.begin(), given.end());
  std::error_code error = fs::make_absolute(path);
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  if (path.size() > 1 && path.back() == '/')
    path.pop_back();
  return error;
}

llvm::Error addGrants(const opt::InputArgList &arguments, OptionId id, bool writes,
                      std::vector<FileGrant> &files) {
  for (const opt::Arg *argument : arguments.filtered(id)) {
    llvm::SmallString<256> path;
    std::error_code error = makeAbsolute(*argument, path);
    if (!error && !fs::exists(path))
      error = std::make_error_code(std::errc::no_such_file_or_directory);
    if (error)
      return refusal(*argument, error);
    files.push_back({path.str().str(), path.str().str(), writes, std::nullopt});
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<FileGrant>> readFileGrants(const opt::InputArgList &arguments) {
  std::vector<FileGrant> files;
  // of a path that is granted twice, the first counts
  if (llvm::Error error = addGrants(arguments, OPT_allow_write, /*writes=*/true, files))
    return error;
  if (llvm::Error error = addGrants(arguments, OPT_allow_read, /*writes=*/false, files))
    return error;
  return files;
}

llvm::Expected<std::optional<std::string>> readDataFolder(const opt::InputArgList &arguments) {
  const opt::Arg *argument = arguments.getLastArg(OPT_data);
  if (!argument)
    return std::nullopt;
  llvm::SmallString<256> path;
  std::error_code error = makeAbsolute(*argument, path);
  if (!error)
    error = fs::create_directory(path, /*IgnoreExisting=*/true, fs::owner_all);
  if (!error && !fs::is_directory(path))
    error = std::make_error_code(std::errc::not_a_directory);
  if (error)
    return refusal(*argument, error);
  return path.str().str();
}

} // namespace agentc
