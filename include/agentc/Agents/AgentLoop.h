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
  /// True if it is proven that a call changes nothing outside the sandbox, so that one that was
  /// interrupted may be repeated.
  bool changesNothing = false;
  bool needsApproval = false; ///< a person is asked before each call
  std::string reach;          ///< hosts and folders that a call can reach, in words for that person
};

/// Calls an agent's tools, for one run.
class ToolHost {
public:
  virtual ~ToolHost();
  /// A call under way, which ends with this.
  class Call {
  public:
    virtual ~Call();
    /// Answers a question of the agent's code, or a part of it, as QuestionAnswer has it.
    virtual void answer(uint32_t question, const Json &answer);
  };
  /// Whoever calls an agent's code is told of it, from within the loop.
  struct CodeListener {
    std::function<void(const CallEvent &)> onEvent;
    std::function<void(const CallQuestion &)> onQuestion;
    std::function<void(const ToolReport &)> onReport; ///< once, last
  };
  /// Calls one of the agent's tools, by its place among them; `onReport` comes from within the
  /// loop, once, and not from within this function.
  [[nodiscard]] virtual std::unique_ptr<Call>
  call(size_t tool, const Json &input, std::function<void(const ToolReport &)> onReport) = 0;
  /// Calls the agent's own code, for a host of an agent that has some.
  [[nodiscard]] virtual std::unique_ptr<Call> callCode(const Json &input, CodeListener listener);
  /// Begins a run of another agent for a signal of a run's, counted from 0, unless that has begun:
  /// `agent` and `run`, or `error`.
  virtual Json delegate(const store::RunRecord &run, size_t signal, llvm::StringRef agent,
                        const Json &data);
  /// The passages that `rag.search` is answered, a list, or why there are none.
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
  std::vector<models::ModelName> models; ///< the agent's own, then those asked after it failed
  std::optional<double> temperature;
  std::optional<uint32_t> maxTokens; ///< of an answer, if these are fewer than the operator's
  std::vector<LoopTool> tools;
  /// The agent's own code, which asks models itself and calls its tools; it has no `tools` then.
  std::optional<LoopTool> code;
  /// Signals beside the requirements' that are read from its answers; the agents whose runs they
  /// begin, if they do.
  std::map<std::string, std::string> signals;
  unsigned rounds = 15;                             ///< answers of the model, at most
  unsigned warnAt = 12;                             ///< the answer after which the model is told
  std::chrono::milliseconds approvalTime{86400000}; ///< after which a question counts as denied
  std::shared_ptr<ToolHost> host;
};

/// The first event of a run, of what it was begun with.
store::RunEvent firstEvent(const Json &start, int64_t time);

/// Bytes of a tool's result that a model is told; what is longer is cut, and says so.
inline constexpr size_t mostResultBytes = 64 << 10;

/// Runs of agents: a model, the tools that it asks for, the model again, until there is an answer.
/// Each step is in the journal before anything comes of it, so that a run goes on from there after
/// the process has died.
class AgentLoop {
public:
  /// Told of each event once it is in the journal.
  using Observer = std::function<void(const store::RunRecord &run, const store::RunEvent &event)>;
  /// Told why a run stands still though it has not ended: its journal failed.
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
  /// Messages API, and maybe `history`, messages before it, and `system`; what else is in it is
  /// kept. Its first step comes from within the loop.
  llvm::Error begin(store::RunRecord run, const Json &start, LoopAgent agent);
  /// Goes on with a run that another process began.
  llvm::Error resume(store::RunRecord run, LoopAgent agent);
  /// Ends a run that cannot go on.
  llvm::Error abandon(store::RunRecord run, llvm::StringRef code, llvm::StringRef message);
  /// Drops a run that is another process' now, with all that is under way for it.
  void lose(llvm::StringRef run);
  /// Has a run take no step after those that are under way, or go on; false if it does not run
  /// here, or is as it is to be.
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

  /// Begins no more steps; calls the function once no tool is being called any more. Runs are left
  /// as they are.
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
