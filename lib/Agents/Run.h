#ifndef AGENTC_LIB_AGENTS_RUN_H
#define AGENTC_LIB_AGENTS_RUN_H

#include "agentc/Agents/AgentLoop.h"

namespace agentc::agents {

/// One run in this process: takes each next step that its state asks for.
class AgentLoop::Run : public std::enable_shared_from_this<Run> {
public:
  Run(AgentLoop &loop, store::RunRecord record, LoopAgent agent)
      : loop_(loop), record_(std::move(record)), agent_(std::move(agent)) {}

  const store::RunRecord &record() const { return record_; }
  RunState &state() { return state_; }
  bool isCalling() const { return !calls_.empty(); }

  void stepSoon();
  /// As `stepSoon`, after what a process that died has left is settled.
  void recover();
  void cancel(llvm::StringRef by);
  /// Takes a decision about a question that is open; false if it is not.
  bool decide(uint64_t approval, llvm::StringRef decision, llvm::StringRef by,
              llvm::StringRef reason);
  /// Ends the run with an event of its own.
  void fail(llvm::StringRef code, llvm::StringRef message);
  /// Drops what is under way, of which nothing is told any more.
  void drop();

private:
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
  void complete();
  void end(llvm::StringRef kind, store::RunStatus status, Json data);
  /// Adds an event to the journal, then to the state, then tells it; false if that failed, after
  /// which the run does nothing more here.
  bool append(llvm::StringRef kind, const Json &data,
              store::Durability durability = store::Durability::Machine,
              store::RunStatus status = store::RunStatus::Running);

  AgentLoop &loop_;
  store::RunRecord record_;
  LoopAgent agent_;
  RunState state_;
  std::unique_ptr<models::ModelClient::Question> question_;
  std::unique_ptr<http::EventLoop::Timer> timer_; ///< until the next attempt
  std::map<std::string, std::unique_ptr<ToolHost::Call>> calls_;
  std::map<uint64_t, std::unique_ptr<http::EventLoop::Timer>> expiries_; ///< of open questions
  bool isDropped_ = false;
};

} // namespace agentc::agents

#endif
