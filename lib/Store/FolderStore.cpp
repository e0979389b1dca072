#include "Tables.h"

#include "agentc/Cache/PackageCache.h"
#include "agentc/Store/Store.h"
#include "agentc/Support/Text.h"

#include "llvm/Support/FileSystem.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc::store {

Store::~Store() = default;

namespace {

llvm::Error machineFailed(const llvm::Twine &what) {
  const std::error_code code(errno, std::generic_category());
  return llvm::createStringError(code, what + ": " + describe(code));
}

class FolderStore : public Store {
public:
  FolderStore(std::string folder, int lock, Database database, PackageCache archives)
      : folder_(std::move(folder)), lock_(lock), database_(std::move(database)),
        archives_(std::move(archives)) {}
  ~FolderStore() override { close(lock_); }

  llvm::Expected<std::optional<Key>> findKey(llvm::StringRef hash) override {
    return keys_.find(hash);
  }
  llvm::Error addKey(const Key &key, llvm::StringRef hash, const Actor &actor) override {
    return database_.change([&]() -> llvm::Error {
      if (llvm::Error error = keys_.add(key, hash))
        return error;
      return audit_.add(actor, "key.add", key.id, key.name);
    });
  }
  llvm::Expected<std::vector<Key>> keys(llvm::StringRef tenant) override {
    return keys_.list(tenant);
  }
  llvm::Expected<bool> revokeKey(llvm::StringRef id, const Actor &actor) override {
    return changeOne([&] { return keys_.revoke(actor.tenant, id); },
                     [&] { return audit_.add(actor, "key.revoke", id, ""); });
  }

  llvm::Expected<bool> addPackage(const PackageRecord &package, llvm::StringRef document,
                                  llvm::StringRef bytes, const Actor &actor) override;
  llvm::Expected<std::optional<PackageRecord>> findPackage(llvm::StringRef tenant,
                                                           llvm::StringRef digest) override {
    return packages_.find(tenant, digest);
  }
  llvm::Expected<std::string> documentOf(llvm::StringRef tenant,
                                         const PackageRecord &package) override {
    return packages_.documentOf(tenant, package.digest);
  }
  llvm::Expected<std::vector<PackageRecord>> packages(llvm::StringRef tenant) override {
    return packages_.list(tenant);
  }
  llvm::Expected<std::string> archiveOf(const PackageRecord &package) override;
  llvm::Expected<Removal> removePackage(llvm::StringRef digest, const Actor &actor) override;

  llvm::Expected<std::optional<Agent>> findAgent(llvm::StringRef tenant,
                                                 llvm::StringRef slug) override {
    return versions_.findCurrent(tenant, slug);
  }
  llvm::Expected<std::vector<Agent>> agents(llvm::StringRef tenant) override {
    return versions_.listCurrent(tenant);
  }
  llvm::Expected<std::vector<AgentVersion>> versions(llvm::StringRef tenant,
                                                     llvm::StringRef slug) override {
    return versions_.list(tenant, slug);
  }
  llvm::Expected<bool> deploy(llvm::StringRef slug, const AgentVersion &version,
                              llvm::StringRef action, const Actor &actor) override;

  llvm::Error addSaved(llvm::StringRef tenant, llvm::ArrayRef<SavedFile> files) override {
    return database_.change([&]() -> llvm::Error {
      for (const SavedFile &file : files)
        if (llvm::Error error = saved_.add(tenant, file))
          return error;
      return llvm::Error::success();
    });
  }
  llvm::Expected<std::optional<SavedFile>> findSaved(llvm::StringRef tenant,
                                                     llvm::StringRef id) override {
    return saved_.find(tenant, id);
  }
  llvm::Expected<uint64_t> savedBytes(llvm::StringRef tenant) override {
    return saved_.bytes(tenant);
  }

  llvm::Expected<std::vector<AuditEntry>> audit(llvm::StringRef tenant, int64_t after,
                                                unsigned most) override {
    return audit_.list(tenant, after, most);
  }

  /// Removes archives without a row, left behind by a killed server.
  llvm::Error removeUnnamed();

private:
  using Step = llvm::function_ref<llvm::Error()>;
  /// Makes changes all together, or not at all. A change, and its line in the audit log if there
  /// was something to change.
  llvm::Expected<bool> changeOne(llvm::function_ref<llvm::Expected<bool>()> step, Step note);

  std::string folder_;
  int lock_;
  Database database_;
  PackageCache archives_;
  KeyTable keys_{database_};
  PackageTable packages_{database_};
  VersionTable versions_{database_};
  SavedTable saved_{database_};
  AuditTable audit_{database_};
};

llvm::Expected<bool> FolderStore::changeOne(llvm::function_ref<llvm::Expected<bool>()> step,
                                            Step note) {
  bool isDone = false;
  llvm::Error error = database_.change([&]() -> llvm::Error {
    llvm::Expected<bool> done = step();
    if (!done)
      return done.takeError();
    isDone = *done;
    return isDone ? note() : llvm::Error::success();
  });
  if (error)
    return error;
  return isDone;
}

llvm::Expected<bool> FolderStore::addPackage(const PackageRecord &package, llvm::StringRef document,
                                             llvm::StringRef bytes, const Actor &actor) {
  // Bytes first, so that a row never names a missing file.
  llvm::Expected<std::string> path = archives_.add(package.file, bytes);
  if (!path)
    return path.takeError();
  return changeOne([&] { return packages_.add(actor.tenant, package, document); },
                   [&] { return audit_.add(actor, "package.add", package.digest, package.name); });
}

llvm::Expected<std::string> FolderStore::archiveOf(const PackageRecord &package) {
  llvm::Expected<std::optional<std::string>> path = archives_.find(package.file);
  if (!path)
    return path.takeError();
  if (!*path)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the archive of " + package.digest + " is missing or damaged");
  return **path;
}

llvm::Expected<Store::Removal> FolderStore::removePackage(llvm::StringRef digest,
                                                          const Actor &actor) {
  Removal removal = Removal::Missing;
  std::optional<std::string> file;
  llvm::Error error = database_.change([&]() -> llvm::Error {
    llvm::Expected<bool> isUsed = versions_.uses(actor.tenant, digest);
    if (!isUsed)
      return isUsed.takeError();
    if (*isUsed) {
      removal = Removal::Used;
      return llvm::Error::success();
    }
    llvm::Expected<std::optional<std::string>> removed = packages_.remove(actor.tenant, digest);
    if (!removed)
      return removed.takeError();
    if (!*removed)
      return llvm::Error::success();
    removal = Removal::Removed;
    file = std::move(*removed);
    return audit_.add(actor, "package.remove", digest, "");
  });
  if (error)
    return error;
  if (removal != Removal::Removed)
    return removal;
  llvm::Expected<bool> isNeeded = packages_.names(*file);
  if (!isNeeded)
    return isNeeded.takeError();
  llvm::Expected<std::optional<std::string>> path = archives_.find(*file);
  if (!path)
    return path.takeError();
  if (!*isNeeded && *path)
    unlink((*path)->c_str());
  return removal;
}

llvm::Expected<bool> FolderStore::deploy(llvm::StringRef slug, const AgentVersion &version,
                                         llvm::StringRef action, const Actor &actor) {
  const std::string detail = std::to_string(version.number) + " " + version.package +
                             (version.approval.empty() ? "" : " " + version.approval);
  return changeOne([&] { return versions_.add(actor.tenant, slug, version); },
                   [&] { return audit_.add(actor, action, slug, detail); });
}

llvm::Error FolderStore::removeUnnamed() {
  llvm::Expected<std::vector<CacheEntry>> all = archives_.list();
  if (!all)
    return all.takeError();
  for (const CacheEntry &entry : *all) {
    llvm::Expected<bool> isNeeded = packages_.names(entry.digest);
    if (!isNeeded)
      return isNeeded.takeError();
    if (!*isNeeded)
      unlink(entry.path.c_str());
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::unique_ptr<Store>> openFolder(llvm::StringRef folder) {
  const std::string path = folder.str(), shown = "`" + escapeForTerminal(folder) + "`";
  if (std::error_code error = llvm::sys::fs::create_directories(path, /*IgnoreExisting=*/true,
                                                                llvm::sys::fs::perms::owner_all))
    return llvm::createStringError(error, "cannot make " + shown + ": " + describe(error));
  const int lock = open((path + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock < 0)
    return machineFailed("cannot write in " + shown);
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    const bool isTaken = errno == EWOULDBLOCK;
    llvm::Error error = machineFailed("cannot lock " + shown);
    close(lock);
    if (!isTaken)
      return error;
    llvm::consumeError(std::move(error));
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "another server uses " + shown + " already");
  }
  // It holds hashes of keys and secrets of agents.
  const mode_t others = umask(077);
  llvm::Expected<Database> database = Database::open(path + "/state.db");
  llvm::Error fault = database ? prepareTables(*database, stateSchema) : database.takeError();
  umask(others);
  llvm::Expected<PackageCache> archives = PackageCache::open(path + "/packages");
  if (!archives)
    fault = llvm::joinErrors(std::move(fault), archives.takeError());
  if (fault) {
    close(lock);
    return fault;
  }
  auto store =
      std::make_unique<FolderStore>(path, lock, std::move(*database), std::move(*archives));
  if (llvm::Error error = store->removeUnnamed())
    return error;
  return store;
}

} // namespace agentc::store
