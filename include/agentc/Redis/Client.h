#ifndef AGENTC_REDIS_CLIENT_H
#define AGENTC_REDIS_CLIENT_H

#include "agentc/Redis/Connection.h"

namespace agentc::redis {

/// A Lua script, which Redis executes atomically. Each call gives its `KEYS`.
struct Script {
  const char *text;
};

/// A client for one thread that never waits for an unreachable server: without a connection, a
/// command fails at once, while another thread reconnects.
class Client {
public:
  /// Longest wait for an answer, short enough for a thread that serves clients.
  static constexpr std::chrono::milliseconds answerLimit{1000};

  /// Fails if the server cannot be reached now.
  static llvm::Expected<std::unique_ptr<Client>> open(const Address &address);
  ~Client();

  llvm::Expected<Reply> ask(const Command &command);
  llvm::Expected<std::vector<Reply>> askAll(llvm::ArrayRef<Command> commands);
  /// Executes a script, which is sent once for each start of the server.
  llvm::Expected<Reply> run(const Script &script, llvm::ArrayRef<std::string> keys,
                            llvm::ArrayRef<std::string> arguments);
  const Address &address() const;

private:
  class Connector;
  explicit Client(std::unique_ptr<Connector> connector);
  template <class Ask> auto use(Ask ask) -> decltype(ask(std::declval<Connection &>()));

  std::unique_ptr<Connector> connector_;
  std::unique_ptr<Connection> connection_;
};

} // namespace agentc::redis

#endif
