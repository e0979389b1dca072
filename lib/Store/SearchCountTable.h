#ifndef AGENTC_LIB_STORE_SEARCHCOUNTTABLE_H
#define AGENTC_LIB_STORE_SEARCHCOUNTTABLE_H

#include "agentc/Database/Database.h"
#include "agentc/Store/Knowledge.h"

#include <chrono>

namespace agentc::store {

/// How long a search is remembered, so that uses of its results can be counted.
inline constexpr std::chrono::hours searchLife{24 * 30};

/// Counted searches in the database of knowledge. None of its functions begins a transaction.
class SearchCountTable {
public:
  /// The tables, as a step of that database's schema.
  static const char *const schema;

  explicit SearchCountTable(Database &database) : database_(database) {}
  llvm::Error add(llvm::StringRef tenant, llvm::StringRef id,
                  llvm::ArrayRef<std::string> collections, llvm::ArrayRef<std::string> found);
  llvm::Expected<bool> use(llvm::StringRef tenant, llvm::StringRef id, llvm::StringRef collection,
                           bool isSuccess);
  llvm::Expected<std::map<std::string, SearchCounts>> list(llvm::StringRef tenant);

private:
  Database &database_;
};

} // namespace agentc::store

#endif
