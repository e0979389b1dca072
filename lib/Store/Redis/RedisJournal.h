#ifndef AGENTC_LIB_STORE_REDIS_REDISJOURNAL_H
#define AGENTC_LIB_STORE_REDIS_REDISJOURNAL_H

#include "Replies.h"

#include "agentc/Redis/Client.h"
#include "agentc/Store/Journal.h"

#include "llvm/ADT/StringMap.h"

namespace agentc::store {

/// A run that this node has.
struct Ownership {
  std::string tenant;
  std::string entry;  ///< the id of the run's entry in the queue, whose pending state is the lease
  uint64_t epoch = 0; ///< how many times the run was taken; the journal compares it
};
using Ownerships = llvm::StringMap<Ownership>; ///< by run

/// A journal in Redis: a hash for each run, a stream for its events, whose ids are their sequences,
/// and sorted sets to find them by. Each change is one script.
class RedisJournal : public Journal {
public:
  RedisJournal(std::shared_ptr<redis::Client> client, std::shared_ptr<Ownerships> owned)
      : client_(std::move(client)), owned_(std::move(owned)) {}

  /// Adds the run to the queue as well; a run that has begun already is left as it is.
  llvm::Error begin(const RunRecord &run, const RunEvent &first) override;
  /// Also false if this node does not have the run. An event that is there already, because the
  /// answer to it was lost, counts as added.
  llvm::Expected<bool> append(llvm::StringRef run, const RunEvent &event, Durability durability,
                              RunStatus status) override;
  llvm::Expected<std::optional<RunRecord>> find(llvm::StringRef tenant,
                                                llvm::StringRef run) override;
  llvm::Expected<std::vector<RunRecord>>
  runs(llvm::StringRef tenant, std::optional<llvm::StringRef> conversation, unsigned most) override;
  llvm::Expected<std::vector<RunRecord>> unfinished() override;
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef run) override;
  llvm::Expected<unsigned> removeEnded(int64_t before, unsigned most) override;
  llvm::Expected<DecisionCounts> decisions(llvm::StringRef tenant, llvm::StringRef alike) override;
  llvm::Error addSession(const SessionRecord &session, llvm::StringRef token) override;
  llvm::Expected<std::optional<SessionRecord>> findSession(llvm::StringRef tenant,
                                                           llvm::StringRef id) override;
  llvm::Expected<std::optional<SessionRecord>> sessionOf(llvm::StringRef token) override;
  llvm::Expected<std::vector<RunEvent>> read(llvm::StringRef run, uint64_t after,
                                             unsigned most) override;

private:
  llvm::Expected<std::vector<RunRecord>> readRuns(llvm::Expected<redis::Reply> ids);
  llvm::Expected<std::optional<SessionRecord>> readSession(llvm::StringRef id);

  std::shared_ptr<redis::Client> client_;
  std::shared_ptr<Ownerships> owned_;
};

/// The command that reads a run as `readRun` takes it.
redis::Command runCommand(llvm::StringRef id);
/// The run of that command's answer; std::nullopt if there is none.
llvm::Expected<std::optional<RunRecord>> readRun(llvm::StringRef id, const redis::Reply &reply);
/// The event of a stream's entry.
llvm::Expected<RunEvent> readEvent(const StreamEntry &entry);

} // namespace agentc::store

#endif
