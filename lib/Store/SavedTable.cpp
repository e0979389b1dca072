#include "Tables.h"

namespace agentc::store {

llvm::Error SavedTable::add(llvm::StringRef tenant, const SavedFile &file) {
  Database::Statement add(database_,
                          "INSERT OR REPLACE INTO saved (tenant, id, file, filename, mime, size, "
                          "agent, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  add.bind(tenant).bind(file.id).bind(file.file).bind(file.filename).bind(file.mime);
  add.bind(int64_t(file.size)).bind(file.agent).bind(file.created);
  return hasRow(add).takeError();
}

llvm::Expected<std::optional<SavedFile>> SavedTable::find(llvm::StringRef tenant,
                                                          llvm::StringRef id) {
  Database::Statement find(database_, "SELECT id, file, filename, mime, size, agent, created FROM "
                                      "saved WHERE tenant = ? AND id = ?");
  find.bind(tenant).bind(id);
  std::optional<SavedFile> file;
  if (find.step())
    file = SavedFile{find.text(0),  find.text(1), find.text(2),
                     find.text(3),  find.text(5), static_cast<uint64_t>(find.number(4)),
                     find.number(6)};
  if (llvm::Error error = find.finish())
    return error;
  return file;
}

llvm::Expected<uint64_t> SavedTable::bytes(llvm::StringRef tenant) {
  Database::Statement sum(database_, "SELECT coalesce(sum(size), 0) FROM saved WHERE tenant = ?");
  sum.bind(tenant);
  const uint64_t bytes = sum.step() ? static_cast<uint64_t>(sum.number(0)) : 0;
  if (llvm::Error error = sum.finish())
    return error;
  return bytes;
}

} // namespace agentc::store
