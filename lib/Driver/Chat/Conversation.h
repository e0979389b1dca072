#ifndef AGENTC_LIB_DRIVER_CHAT_CONVERSATION_H
#define AGENTC_LIB_DRIVER_CHAT_CONVERSATION_H

#include "RunPrinter.h"
#include "ServerClient.h"

namespace agentc {

/// Who is spoken with, and how.
struct ChatOptions {
  std::string agent;        ///< the slug of its deployment
  std::string agentName;    ///< which agent of the package; empty: its only one
  std::string conversation; ///< its id
  std::string resumed;      ///< a run that is shown first; may be empty
  bool approvesAll = false;
  bool color = false;
};

/// An id that no conversation has.
std::string newConversation();

/// A conversation with an agent of a server: lines of the input are messages, each of which is
/// answered by a run, or commands, which begin with `/`.
class Conversation {
public:
  Conversation(DriverEnv &env, ServerClient &client, ChatOptions options)
      : env_(env), client_(client), options_(std::move(options)), printer_(env, options_.color) {}

  /// Speaks until the input ends. False if a run has not been completed.
  llvm::Expected<bool> speak();
  /// True if Ctrl-C has ended it.
  bool isInterrupted() const { return isInterrupted_; }
  /// Prints the runs of the conversation, or with `all` of the agent, one a line: state, steps,
  /// duration, tokens.
  llvm::Error showHistory(bool all);
  /// Prints the success rate, steps and tokens of the agent's last runs.
  llvm::Error showMetrics();

private:
  std::optional<std::string> readLine(llvm::StringRef prompt);
  /// False for the end of the conversation.
  bool takeLine(llvm::StringRef line);
  bool command(llvm::StringRef words);
  llvm::Error answer(llvm::StringRef message);
  llvm::Error resume(const std::string &run);
  llvm::Error follow(const std::string &run);
  void take(const std::string &run, const ServerSentEvent &event);
  bool interrupt(const std::string &run);
  void askForApproval(const std::string &run, llvm::StringRef approval);
  void decide(const std::string &run, const Json &question);
  /// The agent's runs with their ends, the newest first, `most` of them.
  llvm::Expected<std::vector<Json>> lastRuns(bool all, size_t most);
  void report(llvm::Error error);

  DriverEnv &env_;
  ServerClient &client_;
  ChatOptions options_;
  RunPrinter printer_;
  bool hasFailed_ = false;
  bool isOver_ = false;
  bool isInterrupted_ = false;
  unsigned cancels_ = 0; ///< of the run under way
};

} // namespace agentc

#endif
