#include "Tables.h"

#include <ctime>

namespace agentc::store {

llvm::Error AuditTable::add(const Actor &actor, llvm::StringRef action, llvm::StringRef subject,
                            llvm::StringRef detail) {
  Database::Statement add(database_, "INSERT INTO audit (time, tenant, key, action, subject, "
                                     "detail) VALUES (?, ?, ?, ?, ?, ?)");
  add.bind(std::time(nullptr)).bind(actor.tenant).bind(actor.key);
  add.bind(action).bind(subject).bind(detail);
  add.step();
  return add.finish();
}

llvm::Expected<std::vector<AuditEntry>> AuditTable::list(llvm::StringRef tenant, int64_t after,
                                                         unsigned most) {
  Database::Statement list(database_, "SELECT id, time, key, action, subject, detail FROM audit "
                                      "WHERE tenant = ? AND id > ? ORDER BY id LIMIT ?");
  list.bind(tenant).bind(after).bind(int64_t(most));
  std::vector<AuditEntry> found;
  while (list.step())
    found.push_back(
        {list.number(0), list.number(1), list.text(2), list.text(3), list.text(4), list.text(5)});
  if (llvm::Error error = list.finish())
    return error;
  return found;
}

} // namespace agentc::store
