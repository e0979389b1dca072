#ifndef AGENTC_LIB_SERVE_SAVED_H
#define AGENTC_LIB_SERVE_SAVED_H

#include "agentc/Store/Store.h"
#include "agentc/ToolProtocol/ToolReport.h"

#include "llvm/ADT/StringMap.h"

namespace agentc::serve {

/// The assets and deliverables that tenants' calls save: bounded, noted in the store, and found.
class Saved {
public:
  /// `folder`: the sandboxes' `out`; `most`: bytes of one tenant.
  Saved(store::Store &store, std::string folder, uint64_t most)
      : store_(store), folder_(std::move(folder)), most_(most) {}

  const std::string &folder() const { return folder_; }
  /// Bytes that a tenant's next call may save.
  llvm::Expected<uint64_t> roomOf(llvm::StringRef tenant);
  /// Records what a call has saved, so that its URLs can be resolved.
  llvm::Error note(llvm::StringRef tenant, llvm::StringRef agent, const ToolReport &report);
  /// The path of a file.
  std::string pathOf(llvm::StringRef tenant, const store::SavedFile &file) const;

private:
  llvm::Expected<uint64_t *> bytesOf(llvm::StringRef tenant);

  store::Store &store_;
  std::string folder_;
  uint64_t most_;
  llvm::StringMap<uint64_t> bytes_; ///< by tenant, for those asked about so far
};

} // namespace agentc::serve

#endif
