#ifndef AGENTC_LIB_STORE_REDIS_REDISKNOWLEDGE_H
#define AGENTC_LIB_STORE_REDIS_REDISKNOWLEDGE_H

#include "RedisDocuments.h"
#include "RedisSearchCounts.h"

#include "llvm/ADT/StringMap.h"

namespace agentc::store {

/// A node's copy of the documents of tenants whose knowledge was searched here.
class KnowledgeCopy {
public:
  KnowledgeCopy(RedisDocuments &documents, std::unique_ptr<Knowledge> copy)
      : documents_(documents), copy_(std::move(copy)) {}

  /// Copies changes for a few milliseconds; true once nothing is left.
  llvm::Expected<bool> update(llvm::StringRef tenant);
  Knowledge &copy() { return *copy_; }

private:
  struct Place {
    std::string change;               ///< the last one that was read; empty: none
    std::vector<std::string> pending; ///< documents to be copied
    unsigned beginnings = 0;          ///< since the changes were followed last
  };
  llvm::Error begin(llvm::StringRef tenant, Place &place);
  llvm::Error copyOne(llvm::StringRef tenant, Place &place);
  llvm::Expected<bool> follow(llvm::StringRef tenant, Place &place);

  RedisDocuments &documents_;
  std::unique_ptr<Knowledge> copy_;
  llvm::StringMap<Place> places_; ///< by tenant
};

/// Knowledge in Redis. Each node searches its own copy, which every search first brings up to date,
/// so that it sees all changes made at any node before it began.
class RedisKnowledge : public Knowledge {
public:
  RedisKnowledge(std::shared_ptr<redis::Client> client, std::unique_ptr<Knowledge> copy)
      : documents_(client), searches_(std::move(client)), copy_(documents_, std::move(copy)) {}

  llvm::Error put(llvm::StringRef tenant, const Document &document,
                  llvm::ArrayRef<Passage> passages) override {
    return documents_.put(tenant, document, passages);
  }
  llvm::Expected<std::optional<Document>> find(llvm::StringRef tenant,
                                               llvm::StringRef id) override {
    return documents_.find(tenant, id);
  }
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) override {
    return documents_.remove(tenant, id);
  }
  llvm::Expected<std::vector<Document>> list(llvm::StringRef tenant, llvm::StringRef collection,
                                             unsigned most) override {
    return documents_.list(tenant, collection, most);
  }
  std::unique_ptr<Search> search(llvm::StringRef tenant, const Question &question) override;
  llvm::Error countSearch(llvm::StringRef tenant, llvm::StringRef id,
                          llvm::ArrayRef<std::string> collections,
                          llvm::ArrayRef<std::string> found) override {
    return searches_.add(tenant, id, collections, found);
  }
  llvm::Expected<bool> countUse(llvm::StringRef tenant, llvm::StringRef id,
                                llvm::StringRef collection, bool isSuccess) override {
    return searches_.use(tenant, id, collection, isSuccess);
  }
  llvm::Expected<std::map<std::string, SearchCounts>>
  searchCounts(llvm::StringRef tenant) override {
    return searches_.list(tenant);
  }
  llvm::Expected<uint64_t> passages(llvm::StringRef tenant) override {
    return documents_.countPassages(tenant);
  }

private:
  RedisDocuments documents_;
  RedisSearchCounts searches_;
  KnowledgeCopy copy_;
};

} // namespace agentc::store

#endif
