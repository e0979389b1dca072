#include "Runs/DataFolders.h"

#include "agentc/Support/PosixPath.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace agentc::serve {

namespace fs = llvm::sys::fs;

llvm::Error giveData(const Options &options, const Caller &caller, ToolRequest &request) {
  std::vector<FileGrant> &files = request.grant.files;
  const auto data =
      llvm::find_if(files, [](const FileGrant &file) { return file.path == sandbox::dataFolder; });
  if (data == files.end())
    return llvm::Error::success();
  std::error_code error;
  if (!caller.agent.empty()) {
    // A tenant's name may consist of dots, but neither name contains an `@`.
    data->folder = options.state + "/data/" + caller.tenant + "@" + caller.agent;
    error = fs::create_directories(data->folder, /*IgnoreExisting=*/true, fs::owner_all);
    if (!error)
      return llvm::Error::success();
  }
  files.erase(data);
  return error ? llvm::createStringError(error, "an agent's data folder: %s",
                                         agentc::describe(error).c_str())
               : llvm::Error::success();
}

} // namespace agentc::serve
