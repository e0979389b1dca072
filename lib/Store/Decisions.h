#ifndef AGENTC_LIB_STORE_DECISIONS_H
#define AGENTC_LIB_STORE_DECISIONS_H

#include "agentc/Database/Database.h"
#include "agentc/Store/Journal.h"

namespace agentc::store {

/// A person's decision in an event, with the keys that it is counted by.
struct Decision {
  std::vector<std::string> alike;
  bool isDenied = false;
};
/// The decision of an event; without keys for any other event.
Decision decisionOf(const RunEvent &event);

/// Most runs that are counted.
inline constexpr unsigned mostCountedRuns = 1000;

/// The decisions in a journal's database: an index of its events, updated in the same transactions.
class DecisionTable {
public:
  explicit DecisionTable(Database &database) : database_(database) {}
  llvm::Error add(llvm::StringRef run, const Decision &decision);
  llvm::Expected<DecisionCounts> count(llvm::StringRef tenant, llvm::StringRef alike);

private:
  Database &database_;
};

} // namespace agentc::store

#endif
