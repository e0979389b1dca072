#ifndef AGENTC_LIB_RUNTIME_PACKAGEPROCESS_H
#define AGENTC_LIB_RUNTIME_PACKAGEPROCESS_H

#include "Watch.h"

#include <deque>
#include <functional>
#include <memory>
#include <vector>

namespace agentc {

class PackageProcess;

/// One request on its way. Stays where it is: the watch points into it.
struct Call {
  Call(ToolRequest asked, Platform &platform)
      : request(std::move(asked)), watch(request, report, platform) {}
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;

  enum class State {
    Waiting, ///< for a package's process
    Loading, ///< that process for it
    Forking, ///< waits for its own process
    Running,
    Ended
  };

  ToolRequest request;
  ToolReport report;
  Watch watch;
  std::function<void(ToolReport)> done;
  std::string key; ///< of its package's process
  State state = State::Waiting;
  std::shared_ptr<PackageProcess> package;
  GuestProcess process;
  unsigned attempts = 0;
};

/// The process that evaluated a package's top level, from which calls are copied; never waits.
class PackageProcess {
public:
  using Clock = Watch::Clock;

  PackageProcess(GuestProcess process, std::string key)
      : process_(std::move(process)), key_(std::move(key)), group_(process_.pid()) {}

  const std::string &key() const { return key_; }
  /// The process group that it and its copies are in.
  pid_t group() const { return group_; }
  Channel &channel() { return process_.channel(); }
  bool isLoading() const { return state_ == State::Loading; }
  bool isGone() const { return state_ == State::Gone; }
  /// True if no call holds the process.
  bool isIdle() const { return state_ == State::Ready && waiting_.empty() && calls_ == 0; }
  Clock::time_point lastUse() const { return lastUse_; }
  /// When `advance` has to look at the clock.
  Clock::time_point deadline() const;
  void addDescriptors(std::vector<pollfd> &descriptors) const {
    if (loader_)
      loader_->watch.addDescriptors(descriptors);
  }
  bool isBehind() const { return state_ == State::Loading && loader_->watch.isBehind(); }

  /// Loads the image of the call, whose report gets what the load says.
  void load(Call &call);
  /// Gives the call a process, which it then runs in.
  void start(Call &call);
  /// Forgets a call, and ends its process if it has one. What is loaded for it is loaded in vain.
  void cancel(Call &call);
  /// Obeys what the process has sent; `polled` as Watch takes it.
  void advance(llvm::ArrayRef<pollfd> polled);
  /// A call that ran in a copy has ended; `bury` looks after its process, if that still runs.
  void release(GuestProcess ended);
  /// Kills what was released since. Taking its memory apart takes as long as a call, so it is
  /// waited for the next time that there is something to kill.
  void bury();

private:
  enum class State { Loading, Ready, Gone };
  void finishLoad(Watch::State state);
  void takeCopy();
  void askForSpare(const ToolRequest &like);
  void run(Call &call, GuestProcess process);
  void fail();

  GuestProcess process_;
  std::string key_;
  pid_t group_;
  State state_ = State::Loading;
  Call *loader_ = nullptr;
  Placeholders placeholders_; ///< that its code found as it was loaded
  std::deque<Call *> waiting_;
  GuestProcess spare_; ///< a copy for the next call
  std::vector<GuestProcess> released_;
  std::vector<GuestProcess> killed_;
  Clock::time_point forkDeadline_ = Clock::time_point::max();
  Clock::time_point lastUse_ = Clock::now();
  unsigned calls_ = 0;      ///< that run
  bool isMeasured_ = false; ///< as the last call's request says
  unsigned started_ = 0;    ///< in all
  unsigned rehearsals_ = 0;
};

} // namespace agentc

#endif
