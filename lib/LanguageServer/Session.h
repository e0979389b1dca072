#ifndef AGENTC_LIB_LANGUAGESERVER_SESSION_H
#define AGENTC_LIB_LANGUAGESERVER_SESSION_H

#include "Replies.h"
#include "Rounds.h"

namespace agentc::lsp {

/// One client's dialogue, whatever carries it: messages in, messages out.
class Session {
public:
  using Send = std::function<void(const Json &message)>;
  /// `send` is called from within `take`, `refuse` and `step`. `env` and `options` must outlive
  /// this.
  Session(DriverEnv &env, const ServerOptions &options, Send send);

  /// Obeys one message's text.
  void take(llvm::StringRef body);
  /// Answers what is not a message.
  void refuse(const RpcFault &fault) { send_(errorMessage(nullptr, fault)); }
  /// Goes on with what runs or is due.
  void step();
  const Rounds &rounds() const { return rounds_; }

  /// True once the client has sent `exit`.
  bool hasEnded() const { return state_ == State::Ended; }
  /// 0 if it has sent `shutdown` before, as the protocol asks for, or nothing at all.
  int exitCode() const { return isShutDown_ || state_ == State::New ? 0 : 1; }

private:
  enum class State { New, Initialized, Ended };
  /// A request that waits until its document was read.
  struct Waiting {
    Json id;
    Reply reply;
    std::string uri;
    Json params;
  };

  void answer(const RpcMessage &message);
  void notice(const RpcMessage &message);
  void fail(const Json &id, const RpcFault &fault) { send_(errorMessage(id, fault)); }
  void initialize(const RpcMessage &message);
  void addFolders(const Json &params);
  void changeFolders(const Json &params);
  void watchFiles();
  void edit(const RpcMessage &message);
  void changeFile(const std::string &path);
  void ask(const RpcMessage &message, Reply reply);
  void reply(const Waiting &request);
  void cancel(const Json &params);
  void dropWaiting(const std::string &uri);
  void log(const std::string &text);
  void publish();
  void publishFile(const std::string &path, const Json &diagnostics);
  void refresh();

  Send send_;
  State state_ = State::New;
  bool isShutDown_ = false, traces_ = false;
  ClientAbilities client_;
  World world_;
  Rounds rounds_;
  std::vector<Waiting> waiting_;
  std::map<std::string, Json, std::less<>> published_; ///< what clients still show, by path
  uint64_t requests_ = 0;                              ///< that were sent
};

} // namespace agentc::lsp

#endif
