#ifndef AGENTC_LIB_STORE_REDIS_REDISSAVED_H
#define AGENTC_LIB_STORE_REDIS_REDISSAVED_H

#include "agentc/Redis/Client.h"
#include "agentc/Store/Records.h"

namespace agentc::store {

/// Records of the files that tenants' calls saved at any node. The files are in nodes' folders.
class RedisSaved {
public:
  explicit RedisSaved(std::shared_ptr<redis::Client> client) : client_(std::move(client)) {}

  /// Saving a file again replaces its record.
  llvm::Error add(llvm::StringRef tenant, const SavedFile &file);
  llvm::Expected<std::optional<SavedFile>> find(llvm::StringRef tenant, llvm::StringRef id);
  llvm::Expected<uint64_t> bytes(llvm::StringRef tenant);

private:
  std::shared_ptr<redis::Client> client_;
};

} // namespace agentc::store

#endif
