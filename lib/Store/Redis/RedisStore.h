#ifndef AGENTC_LIB_STORE_REDIS_REDISSTORE_H
#define AGENTC_LIB_STORE_REDIS_REDISSTORE_H

#include "RedisSaved.h"

#include "agentc/Cache/PackageCache.h"
#include "agentc/Redis/Client.h"
#include "agentc/Store/Store.h"

namespace agentc::store {

/// Keys, packages, agents and the audit log in Redis. Archives are there by the digest of their
/// bytes, in parts, and each node keeps those that it has fetched. The records of saved files are
/// in Redis, except older ones in a node's folder.
class RedisStore : public Store {
public:
  RedisStore(std::shared_ptr<redis::Client> client, std::unique_ptr<Store> folder,
             PackageCache archives)
      : client_(std::move(client)), folder_(std::move(folder)), archives_(std::move(archives)),
        saved_(client_) {}

  llvm::Expected<std::optional<Key>> findKey(llvm::StringRef hash) override;
  llvm::Error addKey(const Key &key, llvm::StringRef hash, const Actor &actor) override;
  llvm::Expected<std::vector<Key>> keys(llvm::StringRef tenant) override;
  llvm::Expected<bool> revokeKey(llvm::StringRef id, const Actor &actor) override;

  llvm::Expected<bool> addPackage(const PackageRecord &package, llvm::StringRef document,
                                  llvm::StringRef bytes, const Actor &actor) override;
  llvm::Expected<std::optional<PackageRecord>> findPackage(llvm::StringRef tenant,
                                                           llvm::StringRef digest) override;
  llvm::Expected<std::string> documentOf(llvm::StringRef tenant,
                                         const PackageRecord &package) override;
  llvm::Expected<std::vector<PackageRecord>> packages(llvm::StringRef tenant) override;
  llvm::Expected<std::string> archiveOf(const PackageRecord &package) override;
  llvm::Expected<Removal> removePackage(llvm::StringRef digest, const Actor &actor) override;

  llvm::Expected<std::optional<Agent>> findAgent(llvm::StringRef tenant,
                                                 llvm::StringRef slug) override;
  llvm::Expected<std::vector<Agent>> agents(llvm::StringRef tenant) override;
  llvm::Expected<std::vector<AgentVersion>> versions(llvm::StringRef tenant,
                                                     llvm::StringRef slug) override;
  llvm::Expected<bool> deploy(llvm::StringRef slug, const AgentVersion &version,
                              llvm::StringRef action, const Actor &actor) override;

  llvm::Error addSaved(llvm::StringRef tenant, llvm::ArrayRef<SavedFile> files) override;
  llvm::Expected<std::optional<SavedFile>> findSaved(llvm::StringRef tenant,
                                                     llvm::StringRef id) override;
  llvm::Expected<uint64_t> savedBytes(llvm::StringRef tenant) override;

  llvm::Expected<std::vector<AuditEntry>> audit(llvm::StringRef tenant, int64_t after,
                                                unsigned most) override;

private:
  /// Executes a script whose first two keys are the audit log's and whose first argument is the
  /// entry for it; returns the number that it answers.
  llvm::Expected<int64_t> change(const redis::Script &script, const Actor &actor,
                                 llvm::StringRef action, llvm::StringRef subject,
                                 llvm::StringRef detail, llvm::ArrayRef<std::string> keys,
                                 llvm::ArrayRef<std::string> arguments);
  llvm::Error sendArchive(const std::string &key, llvm::StringRef bytes);
  llvm::Expected<std::string> fetchArchive(const PackageRecord &package);

  std::shared_ptr<redis::Client> client_;
  std::unique_ptr<Store> folder_;
  PackageCache archives_;
  RedisSaved saved_;
};

} // namespace agentc::store

#endif
