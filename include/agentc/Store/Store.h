#ifndef AGENTC_STORE_STORE_H
#define AGENTC_STORE_STORE_H

#include "agentc/Store/Records.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace agentc::store {

/// The state of a server: all that must outlive it. Each change is whole or not there, with its
/// line in the audit log, once the function has returned; a process that is killed in between
/// leaves nothing half done. Everything belongs to a tenant, and no function shows one tenant's
/// data to another. Errors are those of the environment.
class Store {
public:
  virtual ~Store();

  virtual llvm::Expected<std::optional<Key>> findKey(llvm::StringRef hash) = 0;
  virtual llvm::Error addKey(const Key &key, llvm::StringRef hash, const Actor &actor) = 0;
  virtual llvm::Expected<std::vector<Key>> keys(llvm::StringRef tenant) = 0;
  /// False if the tenant has no such key.
  virtual llvm::Expected<bool> revokeKey(llvm::StringRef id, const Actor &actor) = 0;

  /// False if the tenant has a package of this digest already, which stays.
  virtual llvm::Expected<bool> addPackage(const PackageRecord &package, llvm::StringRef document,
                                          llvm::StringRef bytes, const Actor &actor) = 0;
  virtual llvm::Expected<std::optional<PackageRecord>> findPackage(llvm::StringRef tenant,
                                                                   llvm::StringRef digest) = 0;
  /// JSON text: schema agentc.inspect/1.
  virtual llvm::Expected<std::string> documentOf(llvm::StringRef tenant,
                                                 const PackageRecord &package) = 0;
  /// By name and digest.
  virtual llvm::Expected<std::vector<PackageRecord>> packages(llvm::StringRef tenant) = 0;
  /// The path of the archive, whose bytes were checked.
  virtual llvm::Expected<std::string> archiveOf(const PackageRecord &package) = 0;
  enum class Removal { Removed, Missing, Used };
  /// Removes a package that no version of an agent is made of.
  virtual llvm::Expected<Removal> removePackage(llvm::StringRef digest, const Actor &actor) = 0;

  virtual llvm::Expected<std::optional<Agent>> findAgent(llvm::StringRef tenant,
                                                         llvm::StringRef slug) = 0;
  virtual llvm::Expected<std::vector<Agent>> agents(llvm::StringRef tenant) = 0;
  /// The newest first.
  virtual llvm::Expected<std::vector<AgentVersion>> versions(llvm::StringRef tenant,
                                                             llvm::StringRef slug) = 0;
  /// Makes a version the current one if its number follows the current one's, or is 1 for a new
  /// agent; false if another change came first, or the package does not exist.
  virtual llvm::Expected<bool> deploy(llvm::StringRef slug, const AgentVersion &version,
                                      llvm::StringRef action, const Actor &actor) = 0;

  virtual llvm::Error addSaved(llvm::StringRef tenant, llvm::ArrayRef<SavedFile> files) = 0;
  virtual llvm::Expected<std::optional<SavedFile>> findSaved(llvm::StringRef tenant,
                                                             llvm::StringRef id) = 0;
  /// Bytes of everything that the tenant's calls saved.
  virtual llvm::Expected<uint64_t> savedBytes(llvm::StringRef tenant) = 0;

  /// Entries after an id, at most this many.
  virtual llvm::Expected<std::vector<AuditEntry>> audit(llvm::StringRef tenant, int64_t after,
                                                        unsigned most) = 0;
};

/// The state in a folder, which is made if it is missing and used by one process at a time: a
/// database of SQLite, and packages by their content.
llvm::Expected<std::unique_ptr<Store>> openFolder(llvm::StringRef folder);

} // namespace agentc::store

#endif
