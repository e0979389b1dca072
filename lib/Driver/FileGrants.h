#ifndef AGENTC_LIB_DRIVER_FILEGRANTS_H
#define AGENTC_LIB_DRIVER_FILEGRANTS_H

#include "Options.h"

#include "agentc/Bundle/Manifest.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

/// What `--allow-write` and `--allow-read` grant. A path that is granted twice may be written.
llvm::Expected<std::vector<FileGrant>> readFileGrants(const llvm::opt::InputArgList &arguments);

/// The folder that `--data` names, which is made if it isn't there (not those above it);
/// std::nullopt without the flag.
llvm::Expected<std::optional<std::string>> readDataFolder(const llvm::opt::InputArgList &arguments);

/// Refuses a folder for a bundle whose manifest asks for none.
llvm::Error checkData(const Manifest &manifest, const std::optional<std::string> &folder);

/// A folder of the host as the one that outlives the agent's calls, as large as its manifest says.
FileGrant grantData(const Manifest &manifest, std::string folder);

/// An empty folder of the host, for as long as this lives: what stands for the agent's own where
/// nothing may be left behind.
class PassingFolder {
public:
  static llvm::Expected<PassingFolder> make();
  PassingFolder(PassingFolder &&other) noexcept : path_(std::exchange(other.path_, {})) {}
  PassingFolder &operator=(PassingFolder &&) = delete;
  ~PassingFolder();

  const std::string &path() const { return path_; }

private:
  explicit PassingFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

} // namespace agentc

#endif
