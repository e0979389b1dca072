#ifndef AGENTC_LIB_SERVE_RUNS_H
#define AGENTC_LIB_SERVE_RUNS_H

#include "Knowledge/KnowledgeBase.h"
#include "Runs/LoopAgents.h"
#include "Runs/NodeRuns.h"
#include "Runs/Orders.h"
#include "Runs/RunStream.h"
#include "Runs/Scheduler.h"

#include "agentc/Store/Journal.h"

#include <set>

namespace agentc::serve {

/// The rights of a session's token, by its hash, as a key whose id is the session's; std::nullopt
/// if there is none.
llvm::Expected<std::optional<store::Key>> sessionKey(store::Journal &journal, llvm::StringRef hash);

/// The server's runs of agents, and the clients that follow them.
class Runs {
public:
  /// The operator's models; std::nullopt: there are none, and no run can begin.
  static llvm::Expected<std::unique_ptr<Runs>>
  open(App &app, std::optional<models::ModelSettings> settings, store::SharedState state);

  store::Journal &journal() { return *journal_; }
  KnowledgeBase &knowledge() { return *knowledge_; }
  const std::optional<models::ModelSettings> &settings() const { return settings_; }

  /// Begins a run for a client; returns its id, or std::nullopt after refusing the call.
  std::optional<std::string> begin(const SharedCall &call, const Json &start,
                                   agents::LoopAgent agent);
  /// Begins a run of a deployed agent without a client, by an id of its own, unless it has begun:
  /// its id and agent (`run`, `agent`), or why it cannot (`error`). It is in the journal then.
  Json beginLater(store::RunRecord run, Json start);
  store::Schedules &schedules() { return scheduler_->schedules(); }
  /// Begins runs whenever they are due, if this node takes runs.
  void schedule() {
    if (!nodes_ || nodes_->works())
      scheduler_->work();
  }
  /// The nodes that share the state; null if only this server uses it.
  NodeRuns *nodes() { return nodes_.get(); }
  /// Resumes a run that an earlier process has left, or that this node has taken.
  void resume(const store::RunRecord &run);
  /// Goes on with a run that this node has taken, or ends it if node after node was lost with it.
  void take(const store::TakenRun &taken);
  /// Drops a run that is another node's.
  void lose(llvm::StringRef run);
  /// Shows an event of a followed run, whichever node it comes from.
  void tell(llvm::StringRef run, const store::RunEvent &event);
  /// Follows an order that another node's `ordered` has sent; false if the run does not run here.
  bool follow(const Json &order);
  /// Gives this node's runs back to other nodes, if there are any.
  void giveBack();
  /// Gives an order to a run, here or at the node that has it, and calls `then` once it is
  /// followed; refuses the call if that takes too long. `order`: `what` and what that needs.
  void ordered(const SharedCall &call, const store::RunRecord &run, const Json &order,
               std::function<bool(const agents::RunState &)> isDone, std::function<void()> then);
  bool isUnderWay(llvm::StringRef run) const { return loop_ && loop_->runs(run); }
  bool isHeld(llvm::StringRef run) const { return loop_ && loop_->isHeld(run); }
  bool awaitsApproval(llvm::StringRef run) const { return loop_ && loop_->awaitsApproval(run); }
  /// Answers a call with a run's events after a sequence.
  void follow(const SharedCall &call, const std::string &run, std::unique_ptr<RunView> view,
              uint64_t after = 0);
  void forget(const RunStream &stream);
  /// Resumes the runs that an earlier process has left.
  void resumeAll();
  /// Begins no more steps; calls the function once no tool is being called and no client follows.
  void pause(std::function<void()> onIdle);

private:
  explicit Runs(App &app) : app_(app), orders_(app) {}
  void observe(const store::RunRecord &run, const store::RunEvent &event);
  /// True if the tenant has as many runs under way as it may.
  llvm::Expected<bool> isFull(llvm::StringRef tenant);
  /// Starts a run that is in the journal, here or at the node that takes it.
  void beginSoon(const store::RunRecord &run);
  void resumeLater(const store::RunRecord &run, std::chrono::milliseconds time);
  /// Logs why a run has stalled, and resumes it later, when the disk may have room again.
  void retry(const store::RunRecord &run, llvm::StringRef what, llvm::Error error);
  void note(const store::RunRecord &run, const store::RunEvent &event);
  /// From time to time removes ended runs that are older than the settings allow.
  void removeOld();

  App &app_;
  Orders orders_;
  std::optional<models::ModelSettings> settings_;
  std::unique_ptr<store::Journal> journal_;
  std::unique_ptr<NodeRuns> nodes_; ///< null if only this server uses the state
  std::unique_ptr<KnowledgeBase> knowledge_;
  std::unique_ptr<models::ModelClient> models_;
  std::map<std::string, std::vector<std::shared_ptr<RunStream>>> streams_; ///< by run
  std::map<std::string, std::set<std::string>> running_;                   ///< runs by tenant
  std::map<std::string, std::unique_ptr<http::EventLoop::Timer>> later_; ///< until a run is resumed
  std::unique_ptr<http::EventLoop::Timer> removal_;
  std::unique_ptr<Scheduler> scheduler_;
  std::unique_ptr<agents::AgentLoop> loop_; ///< null without models
};

} // namespace agentc::serve

#endif
