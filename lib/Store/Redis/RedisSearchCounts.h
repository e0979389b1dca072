#ifndef AGENTC_LIB_STORE_REDIS_REDISSEARCHCOUNTS_H
#define AGENTC_LIB_STORE_REDIS_REDISSEARCHCOUNTS_H

#include "agentc/Redis/Client.h"
#include "agentc/Store/Knowledge.h"

namespace agentc::store {

/// Counted searches in Redis: a hash of a tenant's counts, and one for each search that has found
/// something, which expires when its uses are no longer counted.
class RedisSearchCounts {
public:
  explicit RedisSearchCounts(std::shared_ptr<redis::Client> client) : client_(std::move(client)) {}

  llvm::Error add(llvm::StringRef tenant, llvm::StringRef id,
                  llvm::ArrayRef<std::string> collections, llvm::ArrayRef<std::string> found);
  llvm::Expected<bool> use(llvm::StringRef tenant, llvm::StringRef id, llvm::StringRef collection,
                           bool isSuccess);
  llvm::Expected<std::map<std::string, SearchCounts>> list(llvm::StringRef tenant);

private:
  std::shared_ptr<redis::Client> client_;
};

} // namespace agentc::store

#endif
