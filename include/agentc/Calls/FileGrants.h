#ifndef AGENTC_CALLS_FILEGRANTS_H
#define AGENTC_CALLS_FILEGRANTS_H

#include "agentc/Bundle/Manifest.h"
#include "agentc/ToolProtocol/ToolRequest.h"

namespace agentc {

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
