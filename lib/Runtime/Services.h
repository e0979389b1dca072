#ifndef AGENTC_LIB_RUNTIME_SERVICES_H
#define AGENTC_LIB_RUNTIME_SERVICES_H

#include "Channel.h"
#include "Platform.h"

#include "agentc/ToolProtocol/PlatformScript.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <map>
#include <set>

namespace agentc {

/// The platform's side of one call: keeps what the call saves, answers its questions, takes its
/// events. Judges everything that comes; a call may ask only about its own conversation and
/// company. Answers at once.
class Services {
public:
  /// Sends the call a message.
  using Reply = llvm::function_ref<void(const GuestMessage &)>;
  /// Why the call ends.
  struct End {
    Outcome outcome;
    std::string message;
  };

  Services(const ToolRequest &request, ToolReport &report, Platform &platform);

  /// Takes a message of the topics Service and Event. While a package loads, its process is not
  /// the call's alone: it is told nothing then.
  std::optional<End> take(const GuestMessage &message, bool isLoading, Reply reply);
  /// Takes a client's answer to a question, or a part of it; one that is not open is passed over.
  void answer(const QuestionAnswer &answer, Reply reply);
  /// True while the client has a question of the call's.
  bool awaitsClient() const { return !open_.empty(); }
  std::set<uint32_t> openQuestions() const { return open_; }
  /// Adds how `processMessage` ended to the events, by the report. Call once, last.
  void finish();
  /// Tells a line of the logs while the call runs.
  void tellLog(const LogLine &line);
  /// Returns the machine's first failure during the call, if there was one.
  llvm::Error takeFailure() const;

private:
  struct Question;
  std::optional<End> takeEvent(const Json &json);
  std::optional<End> takeBytes(const Question &question);
  std::optional<End> ask(llvm::StringRef service, const Question &question);
  std::optional<End> forward(llvm::StringRef service, const Question &question);
  std::optional<End> countSaved(uint64_t bytes);
  llvm::Expected<std::string> keep(llvm::StringRef folder, llvm::StringRef name,
                                   llvm::StringRef bytes, Json line);

  std::optional<End> saveBuffer(const Question &question);
  std::optional<End> createDeliverable(const Question &question);
  std::optional<End> getHistory(const Question &question);
  std::optional<End> appendHistory(const Question &question);
  std::optional<End> search(const Question &question);
  std::optional<End> chat(const Question &question);
  std::optional<End> checkArguments(const Question &question);

  const PlatformScript::ModelAnswer *nextAnswer(const Json &messages);
  std::string historyKey() const;
  bool isOurs(const Question &question, const char *member, const std::string &own) const;
  void tell(CallEvent event);
  void fail(llvm::Error error);

  const ToolRequest &request_;
  ToolReport &report_;
  Platform &platform_;
  PlatformScript script_;
  std::vector<bool> given_; ///< which of the script's answers
  unsigned toolCalls_ = 0;
  std::string conversation_, company_;
  uint64_t messages_ = 0, messageBytes_ = 0, savedBytes_ = 0, answerBytes_ = 0;
  std::set<uint32_t> open_;               ///< numbers of questions that the client has
  std::map<uint64_t, std::string> parts_; ///< of buffers that are on their way
  double spentMs_ = 0;                    ///< of the broker's time, on answers
  std::string failure_;
};

/// True if a request calls an agent's `processMessage`.
bool callsAgent(const ToolRequest &request);
/// The conversation that a call belongs to.
std::string conversationOf(const ToolRequest &request);

} // namespace agentc

#endif
