#ifndef AGENTC_STORE_JOURNAL_H
#define AGENTC_STORE_JOURNAL_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agentc::store {

/// One thing that happened to a run. It is never changed.
struct RunEvent {
  uint64_t sequence = 0; ///< from 1, without a gap
  std::string kind;
  std::string data; ///< JSON text of an object
  int64_t time = 0; ///< milliseconds since 1970
};

/// The current time, as events and runs record it.
int64_t eventTime();

enum class RunStatus { Running, Completed, Failed, Cancelled };
/// `running`, `completed` …
llvm::StringRef statusName(RunStatus status);

/// A run of an agent, without its events.
struct RunRecord {
  std::string id;     ///< unique among all tenants'
  std::string tenant; ///< whose it is
  std::string agent;  ///< a slug
  std::string conversation;
  RunStatus status = RunStatus::Running;
  int64_t created = 0; ///< milliseconds since 1970
  uint64_t last = 0;   ///< the sequence of its last event
};

/// A conversation of one user with an agent, which has a token of its own.
struct SessionRecord {
  std::string id; ///< unique among all tenants'; the conversation of its runs
  std::string tenant, agent, user;
  int64_t created = 0;        ///< milliseconds since 1970
  std::string context = "{}"; ///< JSON text of an object: about the customer and the channel
};

/// Runs in which people have decided about calls that are alike.
struct DecisionCounts {
  uint64_t approved = 0; ///< all of those calls were approved
  uint64_t denied = 0;   ///< at least one was denied
};

/// The crash that an event survives once `append` has returned: the process killed by `kill -9`, or
/// the machine as well, which has to wait for the disk.
enum class Durability { Process, Machine };

/// All that happened to runs; every answer about them is a view of it. Events are only ever added,
/// each in a transaction. Errors are those of the environment.
class Journal {
public:
  virtual ~Journal();

  /// Adds a run with its first event, durably as `Machine` says.
  virtual llvm::Error begin(const RunRecord &run, const RunEvent &first) = 0;
  /// Adds the event whose sequence follows the run's last one. A status other than `Running` ends
  /// the run. False if the event's sequence is not the next, or the run has ended: the caller does
  /// not own the run any more, and must stop.
  virtual llvm::Expected<bool> append(llvm::StringRef run, const RunEvent &event,
                                      Durability durability,
                                      RunStatus status = RunStatus::Running) = 0;

  virtual llvm::Expected<std::optional<RunRecord>> find(llvm::StringRef tenant,
                                                        llvm::StringRef run) = 0;
  /// A tenant's runs, newest first, at most this many; with `conversation`, only those of it.
  virtual llvm::Expected<std::vector<RunRecord>>
  runs(llvm::StringRef tenant, std::optional<llvm::StringRef> conversation, unsigned most) = 0;
  /// Runs of all tenants that have not ended, the oldest first.
  virtual llvm::Expected<std::vector<RunRecord>> unfinished() = 0;
  /// Removes a run that has ended, with its events; false if there is none.
  virtual llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef run) = 0;
  /// Removes runs that ended before a time, at most this many; returns how many were
  /// removed.
  virtual llvm::Expected<unsigned> removeEnded(int64_t before, unsigned most) = 0;

  /// Counts a tenant's runs whose events `approval.answer` have this text in their list `alike`, by
  /// their `decision`, `approved` or `denied`; the first 1000 of them.
  virtual llvm::Expected<DecisionCounts> decisions(llvm::StringRef tenant,
                                                   llvm::StringRef alike) = 0;

  /// `token`: a hash of the session's token.
  virtual llvm::Error addSession(const SessionRecord &session, llvm::StringRef token) = 0;
  virtual llvm::Expected<std::optional<SessionRecord>> findSession(llvm::StringRef tenant,
                                                                   llvm::StringRef id) = 0;
  virtual llvm::Expected<std::optional<SessionRecord>> sessionOf(llvm::StringRef token) = 0;
  /// Events of a run after a sequence, in order, at most this many.
  virtual llvm::Expected<std::vector<RunEvent>> read(llvm::StringRef run, uint64_t after,
                                                     unsigned most) = 0;
};

/// The journal in a folder that `openFolder` has opened, in a database of its own (`journal.db`).
llvm::Expected<std::unique_ptr<Journal>> openJournal(llvm::StringRef folder);

} // namespace agentc::store

#endif
