#ifndef AGENTC_RUNTIME_BROKER_H
#define AGENTC_RUNTIME_BROKER_H

#include "agentc/ToolProtocol/CallQuestion.h"
#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace agentc {

/// A zygote that was made before the broker's program was: a child of this process, whose group it
/// leads, and the broker's end of its channel.
struct StartedZygote {
  pid_t pid;
  int channel;
};

struct SandboxOptions {
  /// V8 makes no machine code, and no page of a package's processes can be made executable.
  bool jitless = false;
  /// Starts sooner; each call takes longer.
  bool fewCalls = false;
  /// Calls that run at once; others wait.
  unsigned calls = 64;
  /// Packages whose processes are kept though none of their calls runs; at least 1.
  unsigned idlePackages = 4;
  /// The folder that keeps what calls save, and the history of conversations; empty: none.
  std::string out;
  /// For the first start; it was set up by the options above.
  std::optional<StartedZygote> zygote;
  /// Told of events of requests that stream them, as they happen.
  std::function<void(llvm::StringRef id, const CallEvent &event)> onEvent;
  /// Told of questions to services that a request leaves to the client.
  std::function<void(llvm::StringRef id, const CallQuestion &question)> onQuestion;
};

/// Runs requests, each call in a process of its own, and decides what they may use. Has no V8 in
/// its own process. One thread; many calls at once.
class Broker {
public:
  explicit Broker(SandboxOptions options = {});
  ~Broker();
  Broker(const Broker &) = delete;
  Broker &operator=(const Broker &) = delete;

  /// Opens the folder of `out`, and starts the zygote, so that V8 gets ready while a request is
  /// still being read.
  llvm::Error start();
  /// Takes a request, whose report `done` gets from within `work`.
  void submit(ToolRequest request, std::function<void(ToolReport)> done);
  /// Ends a request of that id, which gets no report; nothing where there is none.
  void cancel(llvm::StringRef id);
  /// Answers a question of a call, or a part of it; nothing where it is not open.
  void answer(const QuestionAnswer &answer);
  /// Refuses questions that are open, and has no more asked: the client cannot answer any more.
  void stopAsking();
  /// Requests that have no report yet.
  size_t pending() const;
  /// Works until a request got its report or, if that is not -1, `descriptor` can be read, and says
  /// whether it can. An error means that the machine failed, never that a tool did.
  llvm::Expected<bool> work(int descriptor);

private:
  class Processes;
  std::unique_ptr<Processes> processes_;
};

/// One wall of the sandbox, as found on this machine by going through it.
struct Wall {
  enum class State {
    Stands,
    Missing,  ///< the sandbox is less than full
    Optional, ///< helps where the machine has it, and is not there
  };
  std::string level; ///< which processes it surrounds
  std::string name;
  State state;
  std::string detail; ///< what it does, or why it is missing
};

/// Forks processes that go through all walls, and tells what they found.
llvm::Expected<std::vector<Wall>> explainSandbox(const SandboxOptions &options);

/// False where `explainSandbox` would find that system calls are not filtered, without trying.
bool filtersSystemCalls();

} // namespace agentc

#endif
