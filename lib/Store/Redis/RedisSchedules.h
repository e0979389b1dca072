#ifndef AGENTC_LIB_STORE_REDIS_REDISSCHEDULES_H
#define AGENTC_LIB_STORE_REDIS_REDISSCHEDULES_H

#include "agentc/Redis/Client.h"
#include "agentc/Store/Schedules.h"

namespace agentc::store {

/// Schedules in Redis: each a text of JSON, and a sorted set of the times at which they are due.
/// Several nodes may find the same one due: its run has one id, and its next time never goes back.
class RedisSchedules : public Schedules {
public:
  explicit RedisSchedules(std::shared_ptr<redis::Client> client) : client_(std::move(client)) {}

  llvm::Error add(const Schedule &schedule) override;
  llvm::Expected<std::vector<Schedule>> list(llvm::StringRef tenant) override;
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) override;
  llvm::Expected<std::optional<Schedule>> first() override;
  llvm::Error update(const Schedule &schedule) override;

private:
  /// `known`: the text that it replaces; empty: it is new.
  llvm::Error put(const Schedule &schedule, llvm::StringRef known);

  std::shared_ptr<redis::Client> client_;
};

} // namespace agentc::store

#endif
