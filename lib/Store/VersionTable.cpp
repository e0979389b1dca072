#include "Tables.h"

namespace agentc::store {

/// The columns that `readVersion` reads, in their order.
static constexpr llvm::StringLiteral versionColumns =
    "number, package, settings, created, created_by, approval";

/// `first`: the column of its number.
static AgentVersion readVersion(const Database::Statement &row, int first = 0) {
  AgentVersion version;
  version.number = static_cast<unsigned>(row.number(first));
  version.package = row.text(first + 1);
  version.settings = row.text(first + 2);
  version.created = row.number(first + 3);
  version.createdBy = row.text(first + 4);
  version.approval = row.text(first + 5);
  return version;
}

llvm::Expected<std::optional<Agent>> VersionTable::findCurrent(llvm::StringRef tenant,
                                                               llvm::StringRef slug) {
  Database::Statement find(database_, ("SELECT " + versionColumns +
                                       " FROM versions WHERE tenant = ? AND slug = ? "
                                       "ORDER BY number DESC LIMIT 1")
                                          .str());
  find.bind(tenant).bind(slug);
  std::optional<Agent> agent;
  if (find.step())
    agent = Agent{slug.str(), readVersion(find)};
  if (llvm::Error error = find.finish())
    return error;
  return agent;
}

llvm::Expected<std::vector<Agent>> VersionTable::listCurrent(llvm::StringRef tenant) {
  Database::Statement list(
      database_, ("SELECT slug, " + versionColumns +
                  " FROM versions AS one WHERE tenant = ? AND number = (SELECT MAX(number) FROM "
                  "versions WHERE tenant = one.tenant AND slug = one.slug) ORDER BY slug")
                     .str());
  list.bind(tenant);
  std::vector<Agent> found;
  while (list.step())
    found.push_back({list.text(0), readVersion(list, 1)});
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

llvm::Expected<std::vector<AgentVersion>> VersionTable::list(llvm::StringRef tenant,
                                                             llvm::StringRef slug) {
  Database::Statement list(database_,
                           ("SELECT " + versionColumns +
                            " FROM versions WHERE tenant = ? AND slug = ? ORDER BY number DESC")
                               .str());
  list.bind(tenant).bind(slug);
  std::vector<AgentVersion> found;
  while (list.step())
    found.push_back(readVersion(list));
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

llvm::Expected<bool> VersionTable::add(llvm::StringRef tenant, llvm::StringRef slug,
                                       const AgentVersion &version) {
  Database::Statement add(
      database_, "INSERT INTO versions (tenant, slug, number, package, settings, created, "
                 "created_by, approval) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE ?3 = 1 + "
                 "(SELECT COALESCE(MAX(number), 0) FROM versions WHERE tenant = ?1 AND slug = ?2) "
                 "AND EXISTS (SELECT 1 FROM packages WHERE tenant = ?1 AND digest = ?4) "
                 "RETURNING number");
  add.bind(tenant).bind(slug).bind(int64_t(version.number)).bind(version.package);
  add.bind(version.settings).bind(version.created);
  return hasRow(add.bind(version.createdBy).bind(version.approval));
}

llvm::Expected<bool> VersionTable::uses(llvm::StringRef tenant, llvm::StringRef digest) {
  Database::Statement find(database_,
                           "SELECT 1 FROM versions WHERE tenant = ? AND package = ? LIMIT 1");
  return hasRow(find.bind(tenant).bind(digest));
}

} // namespace agentc::store
