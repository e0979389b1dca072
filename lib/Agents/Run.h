#ifndef AGENTC_LIB_AGENTS_RUN_H
#define AGENTC_LIB_AGENTS_RUN_H

#include "agentc/Agents/AgentLoop.h"

#include <deque>

namespace agentc::agents {

/// One run in this process: takes the steps that its state asks for, one after the other.
class AgentLoop::Run : public std::enable_shared_from_this<Run> {
public:
  Run(AgentLoop &loop, store::RunRecord record, LoopAgent agent)
      : loop_(loop), record_(std::move(record)), agent_(std::move(agent)) {}

  const store::RunRecord &record() const { return record_; }
  RunState &state() { return state_; }
  bool isCalling() const { return !calls_.empty() || !kept_.empty(); }

  void stepSoon();
  /// Like `stepSoon`, after settling what a process that died has left.
  void recover();
  void cancel(llvm::StringRef by);
  /// Takes no further step until it is released; false if it is held already.
  bool hold(llvm::StringRef by);
  bool release(llvm::StringRef by);
  /// Decides an open question; false if it is not open.
  bool decide(uint64_t approval, const Decision &decision);
  /// Ends the run with an event of its own.
  void fail(llvm::StringRef code, llvm::StringRef message);
  /// Drops what is under way; none of its functions is called any more.
  void drop();

private:
  class Code;
  void step();
  void ask();
  void takeDeltas(const std::vector<models::ModelDelta> &deltas);
  void takeAnswer(const models::ModelAnswer &answer);
  void takeFailure(const models::ModelFailure &failure);
  void takeCalls();
  void takeCall(RunState::Call &call);
  void startCall(RunState::Call &call, bool isRepeated);
  void askForApproval(const RunState::Call &call, const LoopTool &tool);
  void awaitDecision(const RunState::Call &call);
  void endCall(const std::string &id, llvm::StringRef status, Json result);
  void refuseCall(const RunState::Call &call, llvm::StringRef status, const std::string &why);
  const LoopTool *findTool(llvm::StringRef name) const;
  Json answerData(const models::ModelAnswer &answer, const models::ModelName &asked) const;
  /// The data of a `model.retry` after a failure; std::nullopt if no model is left to ask.
  std::optional<Json> retryAfter(const models::ModelFailure &failure, unsigned attempts,
                                 size_t place, llvm::ArrayRef<models::ModelName> models) const;
  /// Adds events for the signals of an answer, and begins the runs that they ask for; false if the
  /// run does nothing more here.
  bool settleSignals(llvm::StringRef answer);
  void settleInterrupted();
  void complete();
  void end(llvm::StringRef kind, store::RunStatus status, Json data);
  /// The course of a run whose journal is out of reach: the run is dropped here and resumed later;
  /// or it stands still, and takes the step again; or it stands still, and the event is kept.
  enum class WhileAway { Drop, Wait, Keep };
  /// Adds an event to the journal, then to the state, then reports it; false on failure, after
  /// which the run does nothing more here, or pauses for a while.
  bool append(llvm::StringRef kind, const Json &data,
              store::Durability durability = store::Durability::Machine,
              store::RunStatus status = store::RunStatus::Running,
              WhileAway whileAway = WhileAway::Wait);
  bool append(const store::RunEvent &event, store::Durability durability, store::RunStatus status,
              WhileAway whileAway);
  /// The same for an event that has happened already and cannot be repeated.
  bool appendFact(llvm::StringRef kind, const Json &data) {
    return append(kind, data, store::Durability::Machine, store::RunStatus::Running,
                  WhileAway::Keep);
  }
  void appendKept();

  AgentLoop &loop_;
  store::RunRecord record_;
  LoopAgent agent_;
  RunState state_;
  std::unique_ptr<models::ModelClient::Question> question_;
  std::unique_ptr<http::EventLoop::Timer> timer_;     ///< until the next attempt
  std::unique_ptr<http::EventLoop::Timer> awayTimer_; ///< until the journal is tried again
  std::deque<std::pair<store::RunEvent, store::Durability>> kept_; ///< to be added then
  std::map<std::string, std::unique_ptr<ToolHost::Call>> calls_;
  std::map<uint64_t, std::unique_ptr<http::EventLoop::Timer>> expiries_; ///< of open questions
  std::shared_ptr<Code> code_;  ///< once the agent's own code runs
  bool hasInterrupted_ = false; ///< calls of a process that died wait to be settled
  bool isDropped_ = false;
};

} // namespace agentc::agents

#endif
