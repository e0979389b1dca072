#ifndef AGENTC_LIB_RUNTIME_WATCH_H
#define AGENTC_LIB_RUNTIME_WATCH_H

#include "Channel.h"
#include "Files.h"
#include "Network.h"
#include "Services.h"

#include "agentc/ToolProtocol/ToolReport.h"
#include "agentc/ToolProtocol/ToolRequest.h"

#include <chrono>
#include <sys/types.h>

namespace agentc {

/// A process of the sandbox as the broker holds it: its own child, and the channel to it. Killed
/// and waited for when the object goes; with it, if it leads a process group, all of that group.
class GuestProcess {
public:
  GuestProcess() = default;
  GuestProcess(pid_t pid, Channel channel) : pid_(pid), channel_(std::move(channel)) {}
  /// One that this process did not make; nothing unless it is a child that leads a group.
  static std::optional<GuestProcess> adopt(pid_t pid, Channel channel);
  GuestProcess(GuestProcess &&other) { *this = std::move(other); }
  GuestProcess &operator=(GuestProcess &&other) {
    std::swap(pid_, other.pid_);
    std::swap(leads_, other.leads_);
    std::swap(channel_, other.channel_);
    std::swap(copysChannel_, other.copysChannel_);
    std::swap(status_, other.status_);
    std::swap(unasked_, other.unasked_);
    return *this;
  }
  ~GuestProcess();

  bool running() const { return pid_ > 0; }
  pid_t pid() const { return pid_; }
  /// True if it has ended by itself, or was killed, without our doing.
  bool hasEnded() const;
  /// Makes it, and the copies it will make, a process group; false if that is not possible.
  bool lead();
  Channel &channel() { return channel_; }
  /// Opens what `measure` will read, which takes as long as reading it.
  void prepareToMeasure();
  /// Leaves processor time so far out of what is measured: nobody asked for it.
  void beginUse() { unasked_ = processorTime().value_or(0); }
  /// Reads the usage of the process so far, without waiting for its end; false where /proc does
  /// not tell.
  bool measure(Usage &usage);
  /// Kills it, without waiting.
  void stop();
  /// Kills it unless it has ended, and says how it ended; adds its usage.
  int end(Usage &usage);
  /// Asks it for a copy of itself, without waiting; once until the copy is taken. Before, it
  /// goes through the call that is given, if any, but for the guest's part.
  void askForCopy(llvm::StringRef rehearsal);
  bool isCopying() const { return copysChannel_.descriptor() >= 0; }
  enum class Copying { Waits, Made, Failed };
  /// Returns the state of the copy that was asked for, without waiting; Failed if the process is
  /// gone or lies.
  Copying pollCopy(GuestProcess &copy);
  /// Has a zygote serve a package itself; false if it is gone or silent.
  bool become(std::chrono::milliseconds patience);
  /// The copy that was asked for, or is now; nothing if the process is gone, silent or lies.
  std::optional<GuestProcess> takeCopy(std::chrono::milliseconds patience);

private:
  /// Processor time of its whole life, in milliseconds; nothing if it has been waited for.
  std::optional<double> processorTime() const;
  Copying pollForked(std::string &payload);
  bool waitUntilMade(std::chrono::milliseconds patience, llvm::function_ref<Copying()> step);

  pid_t pid_ = -1;
  bool leads_ = false;
  Channel channel_;
  Channel copysChannel_; ///< while a copy is asked for
  int status_ = -1;      ///< its file of /proc, if that is open
  double unasked_ = 0;   ///< milliseconds of processor time before it was used
};

/// Follows a process through one load or call, into a report: collects logs, decides about
/// requests, ends it at its limits. What the guest settled with counts only within the broker's own
/// words. The request and the report must outlive it.
class Watch {
public:
  using Clock = std::chrono::steady_clock;

  Watch(const ToolRequest &request, ToolReport &report, Platform &platform);

  /// The clock of a phase (`load` or `call`) starts.
  void begin(llvm::StringRef phase);
  enum class State {
    Running,
    Settled, ///< with `ok`, and the process lives
    Ended    ///< the report says how
  };
  /// Obeys what the process has sent and goes on with its requests, without waiting. `polled` is
  /// what `poll` left of the descriptors that were added, others in between.
  State advance(GuestProcess &process, llvm::ArrayRef<pollfd> polled);
  void addDescriptors(std::vector<pollfd> &descriptors) const;
  /// When `advance` has to look at the clock.
  Clock::time_point deadline() const;
  /// True if more has come than has been obeyed.
  bool isBehind() const { return isBehind_; }
  /// Takes a client's answer to a question of the call's.
  void answer(GuestProcess &process, const QuestionAnswer &answer);
  void refuseQuestions(GuestProcess &process);
  /// Takes the value that the process settled with.
  std::string takeValue() { return std::move(value_); }
  Services &services() { return services_; }
  Secrets &secrets() { return secrets_; }

private:
  enum class Next { GoOn, Settled, Stopped };

  Next obey(GuestProcess &process, Frame &frame);
  Next readFrames(GuestProcess &process, bool &gone);
  Next settle(llvm::StringRef payload);
  Next log(llvm::StringRef payload);
  Next hear(GuestProcess &process, llvm::StringRef payload);
  void post(GuestProcess &process, llvm::StringRef message);
  Next checkUnheard();
  void keepTime();
  Next tell(GuestProcess &process, std::optional<Network::Breach> breach);
  void noteCompileFailure(llvm::StringRef payload);
  void noteObserved(llvm::StringRef json);
  Next stop(Outcome outcome, std::string message);
  void explainEnd(int status);

  const ToolRequest &request_;
  ToolReport &report_;
  Secrets secrets_;
  std::optional<Network> network_; ///< of the phase
  Services services_;
  Files files_;
  uint64_t logBytes_ = 0;
  uint64_t unheard_ = 0; ///< bytes of messages that the process has not taken
  Clock::time_point begin_, deadline_;
  std::optional<Clock::time_point> stopped_; ///< since when the client has a question
  std::string value_;
  bool isBehind_ = false;
};

} // namespace agentc

#endif
