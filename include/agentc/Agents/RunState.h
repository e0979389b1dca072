#ifndef AGENTC_AGENTS_RUNSTATE_H
#define AGENTC_AGENTS_RUNSTATE_H

#include "agentc/Models/Message.h"
#include "agentc/Store/Journal.h"

#include <set>

namespace agentc::agents {

/// The kinds of a run's events; docs/runs.md has their members.
namespace events {
inline constexpr llvm::StringLiteral started = "run.start", resumed = "run.resume",
                                     warned = "run.warning", completed = "run.complete",
                                     failed = "run.fail", cancelled = "run.cancel",
                                     asked = "model.start", delta = "model.delta",
                                     thought = "model.thinking", retried = "model.retry",
                                     answered = "model.answer", callStarted = "tool.start",
                                     callEnded = "tool.end", approvalAsked = "approval.request",
                                     approvalGiven = "approval.answer", codeStarted = "code.start",
                                     codeStepped = "code.step", codeDiverged = "code.diverge",
                                     remembered = "history.append", searched = "knowledge.search",
                                     unanswered = "model.fail", signalled = "run.signal",
                                     delegated = "run.delegate", paused = "run.pause",
                                     unpaused = "run.continue";
} // namespace events

/// Words of an answer to a request for approval.
namespace decisions {
inline constexpr llvm::StringLiteral approved = "approved", denied = "denied", expired = "expired";
} // namespace decisions

/// An answer to a request for approval.
struct Decision {
  std::string word; ///< one of `decisions`
  std::string by, reason;
  /// A client decided by a rule of its own; no person has looked at the call.
  bool isAutomatic = false;
};

/// True of the last event of a run.
bool endsRun(const store::RunEvent &event);

/// A question to a model that an agent's own code has asked.
struct CodeQuestion {
  uint64_t number = 0;        ///< from 1, in the order in which they were asked
  Json with;                  ///< as the code asked it
  std::optional<Json> answer; ///< the data of its `model.answer` or `model.fail`
  unsigned attempts = 0;      ///< that failed, of the model that is asked
  size_t model = 0;           ///< its place among those that may be asked
};

/// The id and the name that stand for the call of an agent's own code where a tool's are expected.
inline constexpr llvm::StringLiteral codeCall = "code", codeName = "processMessage";

/// The state of a run, derived from its events alone: reading them again gives the same state.
struct RunState {
  struct Call {
    enum class Stage { Waiting, Asked, Decided, Started, Ended };
    std::string id, tool;
    Json input;
    std::optional<std::string> badInput; ///< what the model wrote instead of an object
    Stage stage = Stage::Waiting;
    /// The sequence of the event that asks a person to approve the call; 0: nobody is asked.
    uint64_t approval = 0;
    Json question;                ///< that event's data
    std::string decision, reason; ///< of the person, once decided
    Json result;                  ///< the `tool_result` block, once it has ended
  };

  Json messages = Json::array(); ///< of the Messages API, for the next question
  std::string system;            ///< that the caller adds to the agent's own
  std::string user;              ///< whom it works for, as the client says
  std::vector<Call> calls;       ///< of the last answer
  std::vector<std::string> toolsUsed;
  models::ModelUsage usage;
  std::optional<double> cost = 0.0; ///< dollars; std::nullopt if the price of an answer is unknown
  std::string text;                 ///< of the last answer
  std::string stopReason;           ///< of the last answer
  unsigned rounds = 0;              ///< answers so far
  unsigned attempts = 0;            ///< failed attempts of the open question
  size_t model = 0; ///< the place of the agent's model that is asked, among its fallbacks
  bool isWarned = false;
  bool isAnswered = false; ///< the last answer asks for nothing
  bool isOver = false;
  bool isPaused = false;               ///< by a client, until one lets it go on
  std::vector<Json> signals;           ///< that its answer has given: `type`, `data`
  std::set<size_t> delegated;          ///< indices of those whose runs were begun or cannot be
  bool isCode = false;                 ///< the agent is code of its own, which asks models itself
  std::vector<CodeQuestion> questions; ///< of that code
  Json history = Json::array();        ///< messages before the run's first one
  std::vector<Json> appends;           ///< lists of messages that the code has remembered
  std::vector<Json> searches;          ///< of the code: `request` and the `results` it got
  unsigned codeCalls = 0;              ///< starts and ends of tools that the code has reported
  uint64_t last = 0;                   ///< the sequence of the last event
  std::map<uint64_t, std::string> decided; ///< each decision, by the sequence of its question

  void apply(const store::RunEvent &event);
  /// True if a call has not ended.
  bool hasOpenCalls() const;
  /// True if a person has yet to approve a call.
  bool awaitsApproval() const;
  /// True if a call of the last answer waits for that decision.
  bool asks(uint64_t approval) const;

private:
  void start(const Json &data);
  void applyCode(llvm::StringRef kind, const Json &data);
  void countAnswer(const Json &data);
  void answer(const Json &data);
  void endCall(const Json &data);
  void ask(uint64_t sequence, const Json &data);
  void decide(const Json &data);
};

/// The state that a run's events in a journal make.
llvm::Expected<RunState> readState(store::Journal &journal, llvm::StringRef run);

} // namespace agentc::agents

#endif
