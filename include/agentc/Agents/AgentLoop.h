#ifndef AGENTC_AGENTS_AGENTLOOP_H
#define AGENTC_AGENTS_AGENTLOOP_H

#include "agentc/Agents/RunState.h"
#include "agentc/Models/ModelClient.h"
#include "agentc/ToolProtocol/CallQuestion.h"
#include "agentc/ToolProtocol/ToolReport.h"

namespace agentc::agents {

/// A tool that a model may ask for.
struct LoopTool {
  Json definition; ///< `name`, `description`, `input_schema`
  /// True if a call provably changes nothing outside the sandbox, so that it may be repeated after
  /// an interruption.
  bool changesNothing = false;
  bool needsApproval = false; ///< a person is asked before each call
  std::string reach;          ///< hosts and folders that a call can reach, in words for that person
};

/// Calls an agent's tools, for one run.
class ToolHost {
public:
  virtual ~ToolHost();
  /// A call under way; destroying this cancels it.
  class Call {
  public:
    virtual ~Call();
    /// Answers a question of the agent's code, or a part of it, as QuestionAnswer has it.
    virtual void answer(uint32_t question, const Json &answer);
  };
  /// Functions for the caller of an agent's code, called from within the loop.
  struct CodeListener {
    std::function<void(const CallEvent &)> onEvent;
    std::function<void(const CallQuestion &)> onQuestion;
    std::function<void(const ToolReport &)> onReport; ///< once, last
  };
  /// Calls the agent's tool at an index. `onReport` is called once, from within the loop, and never
  /// before this function returns.
  [[nodiscard]] virtual std::unique_ptr<Call>
  call(size_t tool, const Json &input, std::function<void(const ToolReport &)> onReport) = 0;
  /// Calls the agent's own code; only hosts of agents that have some need it.
  [[nodiscard]] virtual std::unique_ptr<Call> callCode(const Json &input, CodeListener listener);
  /// Begins another agent's run for the signal of a run at an index, unless it has begun already.
  /// Returns `agent` and `run`, or `error`.
  virtual Json delegate(const store::RunRecord &run, size_t signal, llvm::StringRef agent,
                        const Json &data);
  /// The list of passages that answers `rag.search`, or the reason why there are none.
  using Passages = std::variant<Json, std::string>;
  /// Searches what the agent may know, as its own code asks (`query`, `categoryIds`, `limit`,
  /// `threshold`); `then` comes from within the loop, once, maybe from within this function.
  virtual void search(const Json &question, std::function<void(Passages)> then);
};

/// An agent as a run needs it: a configured one, or one that is code of its own.
struct LoopAgent {
  /// The version of its deployment, and which agent of the package it is.
  std::string identity;
  std::string instructions;
  std::vector<models::ModelName> models; ///< the agent's own, then the fallbacks in order
  std::optional<double> temperature;
  std::optional<uint32_t> maxTokens; ///< of an answer, if fewer than the operator allows
  std::vector<LoopTool> tools;
  /// The agent's own code, which asks models itself and calls its tools; it has no `tools` then.
  std::optional<LoopTool> code;
  /// Signals that are read from its answers besides the standard ones, with the agents whose runs
  /// they begin, if any.
  std::map<std::string, std::string> signals;
  unsigned rounds = 15;                             ///< most answers of the model
  unsigned warnAt = 12;                             ///< the answer after which the model is told
  std::chrono::milliseconds approvalTime{86400000}; ///< after which silence counts as denied
  std::shared_ptr<ToolHost> host;
};

/// The first event of a run, with its input.
store::RunEvent firstEvent(const Json &start, int64_t time);

/// Most bytes of a tool's result that a model gets; a longer one is cut and marked.
inline constexpr size_t mostResultBytes = 64 << 10;

/// Runs of agents: a model, the tools that it asks for, the model again, until there is an answer.
/// Each step is written to the journal before it takes effect, so that a run can be resumed after
/// the process has died.
class AgentLoop {
public:
  /// Called with each event once it is in the journal.
  using Observer = std::function<void(const store::RunRecord &run, const store::RunEvent &event)>;
  /// Called with the reason why a run has stalled: its journal failed.
  using OnFailure = std::function<void(const store::RunRecord &run, llvm::Error error)>;

  /// All of these must outlive the loop.
  struct Services {
    http::EventLoop &loop;
    store::Journal &journal;
    models::ModelClient &models;
    const models::ModelSettings &settings;
  };
  AgentLoop(Services services, Observer observer, OnFailure onFailure);
  ~AgentLoop();

  /// Begins a run with its first event. `start`: an object with `message`, a text or blocks of the
  /// Messages API, and maybe `history`, earlier messages, and `system`; other members are kept as
  /// they are. The first step is taken from within the loop.
  llvm::Error begin(store::RunRecord run, const Json &start, LoopAgent agent);
  /// Resumes a run that another process began.
  llvm::Error resume(store::RunRecord run, LoopAgent agent);
  /// Ends a run that cannot go on.
  llvm::Error abandon(store::RunRecord run, llvm::StringRef code, llvm::StringRef message);
  /// Drops a run that now belongs to another process, with all that is under way for it.
  void lose(llvm::StringRef run);
  /// Pauses a run after the steps that are under way, or lets it go on; false if it does not run
  /// here, or is in that state already.
  bool hold(llvm::StringRef run, llvm::StringRef by);
  bool release(llvm::StringRef run, llvm::StringRef by);
  /// True if the run runs here.
  bool runs(llvm::StringRef run) const { return runs_.count(run) != 0; }
  /// True if the run runs here, and is held.
  bool isHeld(llvm::StringRef run) const;
  /// Ends a run, with all that is under way for it; false if it does not run here.
  bool cancel(llvm::StringRef run, llvm::StringRef by);
  /// Answers a run's question for approval, named by its sequence; false if the run does not run
  /// here, or the question is not open.
  bool decide(llvm::StringRef run, uint64_t approval, const Decision &decision);
  /// True if the run runs here, and waits for a person.
  bool awaitsApproval(llvm::StringRef run) const;

  /// Begins no more steps, and calls the function once no tool call is under way. Runs are left as
  /// they are.
  void pause(std::function<void()> onIdle);
  size_t running() const { return runs_.size(); }

private:
  class Run;
  std::shared_ptr<Run> find(llvm::StringRef run) const;
  void forget(llvm::StringRef run);
  void checkIdle();

  const Services services_;
  const Observer observer_;
  const OnFailure onFailure_;
  std::map<std::string, std::shared_ptr<Run>, std::less<>> runs_;
  std::function<void()> onIdle_;
  bool isPaused_ = false;
};

} // namespace agentc::agents

#endif
