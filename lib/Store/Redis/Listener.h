#ifndef AGENTC_LIB_STORE_REDIS_LISTENER_H
#define AGENTC_LIB_STORE_REDIS_LISTENER_H

#include "Replies.h"

#include "agentc/Redis/Connection.h"
#include "agentc/Store/Nodes.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

namespace agentc::store {

/// Waits for the writes of other nodes, in a thread with a connection of its own: entries of the
/// queue, orders for this node, and events of followed runs.
class Listener {
public:
  Listener(const redis::Address &address, llvm::StringRef node);
  ~Listener();

  void follow(llvm::StringRef run, uint64_t after);
  void unfollow(llvm::StringRef run);
  int descriptor() const { return descriptor_; }
  News take();

private:
  void work();
  /// Waits once; false if the connection cannot be used any more.
  bool wait(redis::Connection &connection);
  llvm::Error begin(redis::Connection &connection);
  void hear(const redis::Reply &stream);
  void hearEntry(const std::string &stream, const StreamEntry &entry);
  void tell();

  const redis::Address address_;
  const std::string orders_; ///< the stream of this node's orders
  const int descriptor_;
  std::atomic<bool> isOver_{false};
  std::mutex mutex_;
  std::map<std::string, std::string> positions_; ///< the last id that was read, by stream
  std::map<std::string, std::string> followed_;  ///< runs, by stream
  News news_;
  std::thread thread_;
};

} // namespace agentc::store

#endif
