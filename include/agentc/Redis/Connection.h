#ifndef AGENTC_REDIS_CONNECTION_H
#define AGENTC_REDIS_CONNECTION_H

#include "agentc/Redis/Address.h"
#include "agentc/Redis/Reply.h"

#include "llvm/ADT/ArrayRef.h"

#include <chrono>
#include <memory>

namespace agentc::redis {

/// The words of a command; each may hold any bytes.
using Command = std::vector<std::string>;

/// One connection to a Redis server, of one thread at a time. Waits are bounded; after an
/// `Unreachable` the connection cannot be used any more.
class Connection {
public:
  /// Connects, authenticates and selects the database.
  static llvm::Expected<std::unique_ptr<Connection>> open(const Address &address,
                                                          std::chrono::milliseconds limit);
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  /// The answer to a command; a refusal is an error with the server's words.
  llvm::Expected<Reply> ask(const Command &command);
  /// Sends all commands before it waits for the first answer; the first refusal is the error.
  llvm::Expected<std::vector<Reply>> askAll(llvm::ArrayRef<Command> commands);
  /// Bounds each wait for an answer from now on.
  llvm::Error setLimit(std::chrono::milliseconds limit);

private:
  struct Context;
  explicit Connection(std::unique_ptr<Context> context);

  std::unique_ptr<Context> context_;
};

} // namespace agentc::redis

#endif
