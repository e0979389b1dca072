#ifndef AGENTC_LIB_STORE_TABLES_H
#define AGENTC_LIB_STORE_TABLES_H

#include "agentc/Database/Database.h"
#include "agentc/Store/Records.h"

#include "llvm/ADT/ArrayRef.h"

namespace agentc::store {

/// The tables of one database.
struct Schema {
  const char *file;
  /// Each step leads from one schema to the next; the number of the schema (`user_version`) is that
  /// of the steps taken.
  llvm::ArrayRef<const char *> steps;
};
extern const Schema stateSchema;

/// Makes the tables of a new database, and refuses one that is damaged or of a newer agentc.
llvm::Error prepareTables(Database &database, const Schema &schema);

// Each table with the statements that read and change it; none begins a transaction. `false` means
// that there was no such row, or that there was one already.

/// True if the statement, with its parameters bound, gives a row.
llvm::Expected<bool> hasRow(Database::Statement &statement);

class KeyTable {
public:
  explicit KeyTable(Database &database) : database_(database) {}
  llvm::Expected<std::optional<Key>> find(llvm::StringRef hash);
  llvm::Error add(const Key &key, llvm::StringRef hash);
  llvm::Expected<std::vector<Key>> list(llvm::StringRef tenant);
  llvm::Expected<bool> revoke(llvm::StringRef tenant, llvm::StringRef id);

private:
  Database &database_;
};

class PackageTable {
public:
  explicit PackageTable(Database &database) : database_(database) {}
  llvm::Expected<bool> add(llvm::StringRef tenant, const PackageRecord &package,
                           llvm::StringRef document);
  llvm::Expected<std::optional<PackageRecord>> find(llvm::StringRef tenant, llvm::StringRef digest);
  llvm::Expected<std::string> documentOf(llvm::StringRef tenant, llvm::StringRef digest);
  llvm::Expected<std::vector<PackageRecord>> list(llvm::StringRef tenant);
  /// The archive of the removed row.
  llvm::Expected<std::optional<std::string>> remove(llvm::StringRef tenant, llvm::StringRef digest);
  /// True if a package of any tenant has this archive.
  llvm::Expected<bool> names(llvm::StringRef file);

private:
  Database &database_;
};

class VersionTable {
public:
  explicit VersionTable(Database &database) : database_(database) {}
  llvm::Expected<std::optional<Agent>> findCurrent(llvm::StringRef tenant, llvm::StringRef slug);
  llvm::Expected<std::vector<Agent>> listCurrent(llvm::StringRef tenant);
  llvm::Expected<std::vector<AgentVersion>> list(llvm::StringRef tenant, llvm::StringRef slug);
  /// Adds the version whose number follows the current one's, of a package that is there.
  llvm::Expected<bool> add(llvm::StringRef tenant, llvm::StringRef slug,
                           const AgentVersion &version);
  llvm::Expected<bool> uses(llvm::StringRef tenant, llvm::StringRef digest);

private:
  Database &database_;
};

class SavedTable {
public:
  explicit SavedTable(Database &database) : database_(database) {}
  /// Saving again replaces the record.
  llvm::Error add(llvm::StringRef tenant, const SavedFile &file);
  llvm::Expected<std::optional<SavedFile>> find(llvm::StringRef tenant, llvm::StringRef id);
  llvm::Expected<uint64_t> bytes(llvm::StringRef tenant);

private:
  Database &database_;
};

class AuditTable {
public:
  explicit AuditTable(Database &database) : database_(database) {}
  llvm::Error add(const Actor &actor, llvm::StringRef action, llvm::StringRef subject,
                  llvm::StringRef detail);
  llvm::Expected<std::vector<AuditEntry>> list(llvm::StringRef tenant, int64_t after,
                                               unsigned most);

private:
  Database &database_;
};

} // namespace agentc::store

#endif
