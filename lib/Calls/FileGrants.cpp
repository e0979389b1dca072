#include "agentc/Calls/FileGrants.h"
#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/PosixPath.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

namespace agentc {

namespace fs = llvm::sys::fs;

llvm::Error checkData(const Manifest &manifest, const std::optional<std::string> &folder) {
  if (!folder || manifest.data)
    return llvm::Error::success();
  return usageError("`--data` is given, and the manifest has no `files.data` that is valid; "
                    "`\"files\": {\"data\": \"10MB\"}` in its settings asks for a folder");
}

FileGrant grantData(const Manifest &manifest, std::string folder) {
  return {sandbox::dataFolder.str(), std::move(folder), /*writes=*/true, manifest.data->bytes};
}

llvm::Expected<PassingFolder> PassingFolder::make() {
  llvm::SmallString<128> path;
  if (std::error_code error = fs::createUniqueDirectory("agentc-data", path))
    return llvm::createStringError(error, "a folder for temporary files: %s",
                                   describe(error).c_str());
  return PassingFolder(path.str().str());
}

PassingFolder::~PassingFolder() {
  if (!path_.empty())
    fs::remove_directories(path_, /*IgnoreErrors=*/true);
}

} // namespace agentc
