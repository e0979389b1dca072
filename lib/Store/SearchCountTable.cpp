#include "SearchCountTable.h"

#include "Tables.h"

#include "llvm/ADT/STLExtras.h"

#include <ctime>

namespace agentc::store {

const char *const SearchCountTable::schema = R"(
  CREATE TABLE search_counts (
    tenant TEXT NOT NULL, collection TEXT NOT NULL, searches INTEGER NOT NULL,
    found INTEGER NOT NULL, used INTEGER NOT NULL, succeeded INTEGER NOT NULL,
    PRIMARY KEY (tenant, collection)) STRICT, WITHOUT ROWID;
  CREATE TABLE searches (
    tenant TEXT NOT NULL, id TEXT NOT NULL, collection TEXT NOT NULL, time INTEGER NOT NULL,
    used INTEGER NOT NULL, succeeded INTEGER NOT NULL,
    PRIMARY KEY (tenant, id, collection)) STRICT, WITHOUT ROWID;
  CREATE INDEX searches_by_time ON searches (time);
)";

llvm::Error SearchCountTable::add(llvm::StringRef tenant, llvm::StringRef id,
                                  llvm::ArrayRef<std::string> collections,
                                  llvm::ArrayRef<std::string> found) {
  const int64_t now = std::time(nullptr);
  Database::Statement forget(database_, "DELETE FROM searches WHERE time < ?");
  forget.bind(now - std::chrono::seconds(searchLife).count());
  if (llvm::Error error = hasRow(forget).takeError())
    return error;
  Database::Statement count(database_,
                            "INSERT INTO search_counts VALUES (?, ?, 1, ?, 0, 0) ON CONFLICT DO "
                            "UPDATE SET searches = searches + 1, found = found + excluded.found");
  Database::Statement add(database_, "INSERT INTO searches VALUES (?, ?, ?, ?, 0, 0)");
  for (const std::string &collection : collections) {
    const bool isFound = llvm::is_contained(found, collection);
    count.bind(tenant).bind(collection).bind(int64_t(isFound));
    if (llvm::Error error = hasRow(count).takeError())
      return error;
    if (!isFound)
      continue;
    add.bind(tenant).bind(id).bind(collection).bind(now);
    if (llvm::Error error = hasRow(add).takeError())
      return error;
  }
  return llvm::Error::success();
}

llvm::Expected<bool> SearchCountTable::use(llvm::StringRef tenant, llvm::StringRef id,
                                           llvm::StringRef collection, bool isSuccess) {
  Database::Statement find(database_, "SELECT used, succeeded FROM searches WHERE tenant = ? AND "
                                      "id = ? AND collection = ?");
  find.bind(tenant).bind(id).bind(collection);
  const bool isKnown = find.step();
  const int64_t used = isKnown ? 1 - find.number(0) : 0,
                succeeded = isKnown && isSuccess ? 1 - find.number(1) : 0;
  if (llvm::Error error = find.finish())
    return error;
  Database::Statement note(database_,
                           "UPDATE searches SET used = used + ?, succeeded = succeeded + ? WHERE "
                           "tenant = ? AND id = ? AND collection = ?");
  note.bind(used).bind(succeeded).bind(tenant).bind(id).bind(collection);
  if (llvm::Error error = hasRow(note).takeError())
    return error;
  Database::Statement count(database_, "UPDATE search_counts SET used = used + ?, succeeded = "
                                       "succeeded + ? WHERE tenant = ? AND collection = ?");
  count.bind(used).bind(succeeded).bind(tenant).bind(collection);
  if (llvm::Error error = hasRow(count).takeError())
    return error;
  return isKnown;
}

llvm::Expected<std::map<std::string, SearchCounts>> SearchCountTable::list(llvm::StringRef tenant) {
  Database::Statement list(database_, "SELECT collection, searches, found, used, succeeded FROM "
                                      "search_counts WHERE tenant = ?");
  list.bind(tenant);
  std::map<std::string, SearchCounts> counts;
  const auto number = [&](int column) { return static_cast<uint64_t>(list.number(column)); };
  while (list.step())
    counts[list.text(0)] = {number(1), number(2), number(3), number(4)};
  if (llvm::Error error = list.finish())
    return error;
  return counts;
}

} // namespace agentc::store
