#ifndef AGENTC_REDIS_CLIENT_H
#define AGENTC_REDIS_CLIENT_H

#include "agentc/Redis/Connection.h"

namespace agentc::redis {

/// A script in Lua, which Redis carries out as one step. Its `KEYS` are given by each call.
struct Script {
  const char *text;
};

/// A client of one thread that never waits for a server that is away: a command that finds no
/// connection fails at once, while another thread connects anew.
class Client {
public:
  /// Longest wait for an answer; a thread that serves clients waits for no more.
  static constexpr std::chrono::milliseconds answerLimit{1000};

  /// Fails if the server cannot be reached now.
  static llvm::Expected<std::unique_ptr<Client>> open(const Address &address);
  ~Client();

  llvm::Expected<Reply> ask(const Command &command);
  llvm::Expected<std::vector<Reply>> askAll(llvm::ArrayRef<Command> commands);
  /// Carries out a script, which is sent once for each start of the server.
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
