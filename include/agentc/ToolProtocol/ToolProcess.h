#ifndef AGENTC_TOOLPROTOCOL_TOOLPROCESS_H
#define AGENTC_TOOLPROTOCOL_TOOLPROCESS_H

#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <sys/types.h>
#include <vector>

namespace agentc {

struct EngineOptions;

/// How the sandbox is to be set up, as flags of `agentc-tool-run`.
struct SandboxFlags {
  bool jitless = false;
  bool requireFull = false;
  std::string out; ///< the folder that keeps what calls save; empty: none
  /// It starts sooner; each call takes longer.
  bool fewCalls = true;
  /// Packages whose processes are kept though none of their calls runs; std::nullopt: its default.
  std::optional<unsigned> idlePackages = std::nullopt;
};

/// The folder in `out` of a tenant's calls: `tenants/` and a name that is made of the tenant's.
std::string folderOfTenant(llvm::StringRef tenant);

/// For bundles that are loaded and not called: what is only loaded has no hot loops, and is
/// anybody's.
inline const SandboxFlags forLoading = {
    .jitless = true, .requireFull = false, .out = {}, .fewCalls = true, .idlePackages = {}};

/// A running `agentc-tool-run`, which answers requests one by one. Start it before reading the
/// bundle: V8 gets ready meanwhile. It ends with this object, and dies with the thread that started
/// it (which Linux takes for the parent), so with this process.
class ToolProcess {
public:
  /// Starts `agentc-tool-run` found beside this program, and V8's program, which it will have as
  /// its child, at the same time.
  static llvm::Expected<ToolProcess> start(const SandboxFlags &flags = {});
  /// The output of `agentc-tool-run --explain-sandbox`; nothing if it refused, after saying why on
  /// standard error.
  static llvm::Expected<std::optional<std::string>> explainSandbox(const SandboxFlags &flags);

  ToolProcess(ToolProcess &&other);
  ToolProcess &operator=(ToolProcess &&other);
  ToolProcess(const ToolProcess &) = delete;
  ToolProcess &operator=(const ToolProcess &) = delete;
  ~ToolProcess();

  /// Ends it like the destructor, but without waiting until it has gone, so that it is left to
  /// init: for a program that ends itself.
  void abandon();

  /// The process and the channel to it, which from now on are the caller's, or those of the program
  /// that this one becomes.
  struct Parts {
    pid_t pid;
    int channel;
  };
  Parts handOver();
  static ToolProcess adopt(Parts parts) { return ToolProcess(parts.pid, parts.channel); }

  /// Sends a request and waits for its report; large data may flow in both directions. An error
  /// means that the environment failed, never that the tool did.
  /// `onEvent` gets the events of a request that streams them, while it runs.
  llvm::Expected<ToolReport> call(
      const ToolRequest &request,
      llvm::function_ref<void(const CallEvent &)> onEvent = [](const CallEvent &) {});

  bool running() const { return pid_ > 0; }
  int channel() const { return channel_; }

private:
  ToolProcess(pid_t pid, int channel) : pid_(pid), channel_(channel) {}
  static llvm::Expected<ToolProcess> start(std::vector<std::string> arguments,
                                           const EngineOptions *engine);
  llvm::Expected<std::string> exchange(std::string line, uint64_t timeoutMs,
                                       llvm::function_ref<bool(llvm::StringRef)> isLast);
  llvm::Error endedEarly();
  int takeStatus();
  void stop();

  pid_t pid_ = -1;
  int channel_ = -1;
};

/// Returns the folder of the running program's file, with symbolic links followed.
std::string folderOfProgram();

/// Returns the path of the program of that name that belongs beside the running one, or an error if
/// it is missing there or may not be started.
llvm::Expected<std::string> programBeside(llvm::StringRef name);

} // namespace agentc

#endif
