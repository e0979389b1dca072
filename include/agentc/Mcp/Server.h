#ifndef AGENTC_MCP_SERVER_H
#define AGENTC_MCP_SERVER_H

#include "agentc/Mcp/Offer.h"
#include "agentc/Rpc/JsonRpc.h"
#include "agentc/ToolProtocol/ToolCaller.h"

#include <functional>
#include <list>

namespace agentc {

/// A line for a client, with its kind.
struct McpOutput {
  std::string line; ///< with its end
  /// The request that it answers or reports on; null: none.
  Json request;
  enum class Kind {
    Answer,
    Refusal, ///< of a message that is not a request for a method
    Notice
  };
  Kind kind = Kind::Answer;
  std::optional<RpcError> error = std::nullopt; ///< of an answer that is an error, or of a refusal
};

/// One client's dialogue in the Model Context Protocol, whatever carries it: messages in, messages
/// out. Speaks 2025-11-25 and 2025-06-18, which begin with `initialize`, and 2026-07-28, whose
/// requests each say their version; a client may mix them. What it offers and the sandbox must
/// outlive it.
class McpServer {
public:
  using Send = std::function<void(McpOutput)>;
  /// `send` is called from within `take`, and by the sandbox.
  McpServer(const Offer &offer, ToolCaller &sandbox, Send send);
  ~McpServer();
  McpServer(const McpServer &) = delete;
  McpServer &operator=(const McpServer &) = delete;

  /// The dialogue began elsewhere: `initialize` is not awaited.
  void resume() { isInitialized_ = true; }
  /// Handles one line, or what was read of it.
  void take(llvm::StringRef line);
  void take(const std::variant<RpcMessage, RpcRefusal> &read);
  /// Answers a line that was not read to its end.
  void refuseLine(const std::string &message);
  /// While false, notifications are dropped, because the client does not read.
  void setHeard(bool isHeard) { isHeard_ = isHeard; }

private:
  struct Running;
  struct Era;
  using Result = std::variant<Json, RpcFault>;

  void refuse(const Json &id, const RpcFault &fault);
  void fail(const Json &id, const RpcFault &fault);
  void answer(const RpcMessage &message);
  void notice(const RpcMessage &message);
  std::variant<Era, RpcFault> eraOf(const RpcMessage &message) const;
  Result dispatch(const RpcMessage &message, const Era &era);
  Result initialize(const Json &params);
  Result discover() const;
  Result setLevel(const Json &params);
  /// Tools, and what else the offer lists; std::nullopt for another method.
  std::optional<Result> listSealed(const RpcMessage &message) const;
  Json capabilities() const;
  bool answersByBundle(llvm::StringRef method) const;
  void callTool(const RpcMessage &message, const Era &era);
  void start(std::list<Running>::iterator call);
  void awaitApproval(std::list<Running>::iterator call);
  void hearApproval(std::list<Running>::iterator call, const Json &answer);
  void endRefused(std::list<Running>::iterator call, llvm::StringRef why);
  void hear(const RpcMessage &response);
  void callMethod(const RpcMessage &message, const Era &era);
  bool isFull() const;
  std::list<Running>::iterator begin(const RpcMessage &message, const Era &era,
                                     const OfferedTool *tool);
  std::optional<RpcFault> refuseCall(const RpcMessage &message, const OfferedTool *tool) const;
  /// Takes the client's answers to what the same request, `subject`, asked before.
  std::optional<RpcFault> takeAnswers(Running &call, const Json &params, llvm::StringRef subject);
  /// Answers a call by what the bundle asks the client for.
  void ask(std::list<Running>::iterator call, const Json &asked);
  void end(std::list<Running>::iterator call, Json result);
  void end(std::list<Running>::iterator call, const RpcFault &fault);
  void tell(const Running &call, llvm::StringRef method, Json params);
  void tellEvent(Running &call, const CallEvent &event);
  void finish(std::list<Running>::iterator call, const ToolReport &report);
  void finishMethod(std::list<Running>::iterator call, const std::string &method,
                    const ToolReport &report);
  Json complete(Json result, const Era &era) const;

  const Offer &offer_;
  ToolCaller &sandbox_;
  Send send_;
  bool isInitialized_ = false, isHeard_ = true;
  bool canAsk_ = false; ///< as `initialize` said of the client
  uint64_t questions_ = 0;
  int level_ = 1; ///< of the log messages that a client of before 2026-07-28 gets
  std::list<Running> running_;
  size_t runningBytes_ = 0; ///< of the inputs of calls
};

} // namespace agentc

#endif
