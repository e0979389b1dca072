#ifndef AGENTC_STORE_SCHEDULES_H
#define AGENTC_STORE_SCHEDULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agentc::store {

/// Runs to be begun, once or repeatedly. Times are milliseconds since 1970.
struct Schedule {
  std::string id; ///< unique among all tenants'
  std::string tenant, agent, conversation;
  std::string cron;  ///< empty: once
  std::string start; ///< JSON text: of each run's first event, what the client has said
  int64_t next = 0;  ///< when the next run is due
  int64_t created = 0;
  std::string lastRun;   ///< the run that was begun last; empty: none
  std::string lastError; ///< why none was begun the last time it was due
  uint64_t missed = 0;   ///< times that passed without a server to begin a run
  int64_t due = 0;       ///< the original time of a refused run that is retried at `next`; 0: none
};

/// Schedules of all tenants, each change in a transaction that survives a crash of the machine.
/// Errors are those of the environment.
class Schedules {
public:
  virtual ~Schedules();
  virtual llvm::Error add(const Schedule &schedule) = 0;
  virtual llvm::Expected<std::vector<Schedule>> list(llvm::StringRef tenant) = 0;
  /// False if there is none.
  virtual llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) = 0;
  /// The one that is due first.
  virtual llvm::Expected<std::optional<Schedule>> first() = 0;
  /// Records the outcome of a due run and the next time; does nothing if the schedule was removed.
  virtual llvm::Error update(const Schedule &schedule) = 0;
};

/// Those in a folder that `openFolder` has opened, in a database of their own (`schedules.db`).
llvm::Expected<std::unique_ptr<Schedules>> openSchedules(llvm::StringRef folder);

} // namespace agentc::store

#endif
