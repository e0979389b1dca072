#include "Tables.h"

namespace agentc::store {

/// The columns that `readPackage` reads, in their order.
static constexpr llvm::StringLiteral packageColumns =
    "digest, file, name, version, size, created, created_by";

static PackageRecord readPackage(const Database::Statement &row) {
  PackageRecord package;
  package.digest = row.text(0);
  package.file = row.text(1);
  package.name = row.text(2);
  package.version = row.text(3);
  package.size = static_cast<uint64_t>(row.number(4));
  package.created = row.number(5);
  package.createdBy = row.text(6);
  return package;
}

llvm::Expected<bool> PackageTable::add(llvm::StringRef tenant, const PackageRecord &package,
                                       llvm::StringRef document) {
  Database::Statement add(database_,
                          "INSERT INTO packages (tenant, digest, file, name, version, size, "
                          "created, created_by, document) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
                          "ON CONFLICT DO NOTHING RETURNING digest");
  add.bind(tenant).bind(package.digest).bind(package.file).bind(package.name);
  add.bind(package.version).bind(int64_t(package.size)).bind(package.created);
  return hasRow(add.bind(package.createdBy).bind(document));
}

llvm::Expected<std::optional<PackageRecord>> PackageTable::find(llvm::StringRef tenant,
                                                                llvm::StringRef digest) {
  Database::Statement find(
      database_,
      ("SELECT " + packageColumns + " FROM packages WHERE tenant = ? AND digest = ?").str());
  find.bind(tenant).bind(digest);
  std::optional<PackageRecord> package;
  if (find.step())
    package = readPackage(find);
  if (llvm::Error error = find.finish())
    return error;
  return package;
}

llvm::Expected<std::string> PackageTable::documentOf(llvm::StringRef tenant,
                                                     llvm::StringRef digest) {
  Database::Statement find(database_,
                           "SELECT document FROM packages WHERE tenant = ? AND digest = ?");
  find.bind(tenant).bind(digest);
  std::string document;
  if (find.step())
    document = find.text(0);
  if (llvm::Error error = find.finish())
    return error;
  return document;
}

llvm::Expected<std::vector<PackageRecord>> PackageTable::list(llvm::StringRef tenant) {
  Database::Statement list(
      database_,
      ("SELECT " + packageColumns + " FROM packages WHERE tenant = ? ORDER BY name, digest").str());
  list.bind(tenant);
  std::vector<PackageRecord> found;
  while (list.step())
    found.push_back(readPackage(list));
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

llvm::Expected<std::optional<std::string>> PackageTable::remove(llvm::StringRef tenant,
                                                                llvm::StringRef digest) {
  Database::Statement remove(database_,
                             "DELETE FROM packages WHERE tenant = ? AND digest = ? RETURNING file");
  remove.bind(tenant).bind(digest);
  std::optional<std::string> file;
  if (remove.step())
    file = remove.text(0);
  if (llvm::Error error = remove.finish())
    return error;
  return file;
}

llvm::Expected<bool> PackageTable::names(llvm::StringRef file) {
  Database::Statement find(database_, "SELECT 1 FROM packages WHERE file = ? LIMIT 1");
  return hasRow(find.bind(file));
}

} // namespace agentc::store
