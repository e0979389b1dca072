#include "Tables.h"

namespace agentc::store {

/// The columns that `readKey` reads, in their order.
static constexpr llvm::StringLiteral keyColumns = "id, tenant, name, scopes, created, revoked";

static Key readKey(const Database::Statement &row) {
  return {row.text(0),   row.text(1),       row.text(2), static_cast<unsigned>(row.number(3)),
          row.number(4), row.number(5) != 0};
}

llvm::Expected<std::optional<Key>> KeyTable::find(llvm::StringRef hash) {
  Database::Statement find(
      database_, ("SELECT " + keyColumns + " FROM keys WHERE hash = ? AND revoked = 0").str());
  find.bind(hash);
  std::optional<Key> key;
  if (find.step())
    key = readKey(find);
  if (llvm::Error error = find.finish())
    return error;
  return key;
}

llvm::Error KeyTable::add(const Key &key, llvm::StringRef hash) {
  Database::Statement add(database_, "INSERT INTO keys (id, tenant, hash, name, scopes, created) "
                                     "VALUES (?, ?, ?, ?, ?, ?)");
  add.bind(key.id).bind(key.tenant).bind(hash).bind(key.name);
  add.bind(int64_t(key.scopes)).bind(key.created);
  add.step();
  return add.finish();
}

llvm::Expected<std::vector<Key>> KeyTable::list(llvm::StringRef tenant) {
  Database::Statement list(
      database_,
      ("SELECT " + keyColumns + " FROM keys WHERE tenant = ? ORDER BY created, id").str());
  list.bind(tenant);
  std::vector<Key> found;
  while (list.step())
    found.push_back(readKey(list));
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

llvm::Expected<bool> KeyTable::revoke(llvm::StringRef tenant, llvm::StringRef id) {
  Database::Statement revoke(database_, "UPDATE keys SET revoked = 1 WHERE tenant = ? AND id = ? "
                                        "AND revoked = 0 RETURNING id");
  return hasRow(revoke.bind(tenant).bind(id));
}

} // namespace agentc::store
