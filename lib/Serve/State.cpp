#include "State.h"

namespace agentc::serve {

llvm::Expected<store::SharedState> openState(const Options &options) {
  llvm::Expected<std::unique_ptr<store::Store>> folder = store::openFolder(options.state);
  if (!folder)
    return folder.takeError();
  if (!options.redis.empty())
    return store::openRedis({options.redis, options.redisPassword, options.lease}, options.state,
                            std::move(*folder));
  llvm::Expected<std::unique_ptr<store::Journal>> journal = store::openJournal(options.state);
  if (!journal)
    return journal.takeError();
  llvm::Expected<std::unique_ptr<store::Schedules>> schedules = store::openSchedules(options.state);
  if (!schedules)
    return schedules.takeError();
  llvm::Expected<std::unique_ptr<store::Knowledge>> knowledge = store::openKnowledge(options.state);
  if (!knowledge)
    return knowledge.takeError();
  return store::SharedState{std::move(*folder),
                            std::move(*journal),
                            std::move(*schedules),
                            std::move(*knowledge),
                            nullptr,
                            ""};
}

} // namespace agentc::serve
