#ifndef AGENTC_LIB_STORE_REDIS_REDISNODES_H
#define AGENTC_LIB_STORE_REDIS_REDISNODES_H

#include "Listener.h"
#include "RedisJournal.h"

namespace agentc::store {

/// Nodes that share a queue of Redis: a stream with one consumer group, in which each node is a
/// consumer, and a lease is a pending entry, whose idle time is the time since it was renewed.
class RedisNodes : public Nodes {
public:
  RedisNodes(std::shared_ptr<redis::Client> client, std::shared_ptr<Ownerships> owned,
             std::string name, std::chrono::milliseconds lease)
      : client_(std::move(client)), owned_(std::move(owned)), name_(std::move(name)), lease_(lease),
        listener_(client_->address(), name_) {}

  /// Makes the queue, if it is not there.
  llvm::Error join();

  llvm::Expected<std::vector<TakenRun>> take(unsigned most) override;
  llvm::Expected<std::vector<std::string>> renew() override;
  bool owns(llvm::StringRef run) const override { return owned_->count(run) != 0; }
  llvm::Error giveBack(llvm::StringRef run) override;
  void leave() override;

  llvm::Expected<uint64_t> underWay(llvm::StringRef tenant) override;
  llvm::Expected<uint64_t> countRequest(llvm::StringRef key) override;
  llvm::Expected<QueueState> queue() override;
  llvm::Expected<bool> claim(llvm::StringRef name) override;

  llvm::Expected<std::string> order(llvm::StringRef run, llvm::StringRef text,
                                    llvm::StringRef unless) override;
  void follow(llvm::StringRef run, uint64_t after) override;
  void unfollow(llvm::StringRef run) override { listener_.unfollow(run); }
  int newsDescriptor() const override { return listener_.descriptor(); }
  News takeNews() override { return listener_.take(); }

private:
  llvm::Expected<std::vector<StreamEntry>> reclaim(unsigned most);
  llvm::Expected<std::vector<StreamEntry>> fetch(unsigned most);
  llvm::Expected<std::optional<TakenRun>> own(const StreamEntry &entry);
  /// Handles a run that this node has lost while alive.
  void tellAlive(llvm::StringRef run);

  std::shared_ptr<redis::Client> client_;
  std::shared_ptr<Ownerships> owned_;
  const std::string name_;
  const std::chrono::milliseconds lease_;
  Listener listener_;
  std::string cursor_ = "0-0"; ///< where the next search for expired leases begins
};

} // namespace agentc::store

#endif
