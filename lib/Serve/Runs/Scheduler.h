#ifndef AGENTC_LIB_SERVE_SCHEDULER_H
#define AGENTC_LIB_SERVE_SCHEDULER_H

#include "agentc/Http/EventLoop.h"
#include "agentc/Store/Schedules.h"

namespace agentc::serve {

class App;

/// Begins the runs that are due. The id of a run is derived from its schedule and time, so that a
/// crash neither loses nor doubles it.
class Scheduler {
public:
  Scheduler(App &app, std::unique_ptr<store::Schedules> schedules)
      : app_(app), schedules_(std::move(schedules)) {}

  store::Schedules &schedules() { return *schedules_; }
  /// Begins what is due, and waits for what is next: once when the server does, and after changes.
  void work();
  void stop() { timer_ = nullptr; }

private:
  /// False if the state cannot be reached, and nothing was done.
  bool begin(store::Schedule schedule, int64_t now);
  /// Records that a run was refused and may begin soon; false if that failed.
  bool putOff(store::Schedule schedule, int64_t due, int64_t now, llvm::StringRef why);
  void note(const store::Schedule &schedule, llvm::StringRef why);

  App &app_;
  const std::unique_ptr<store::Schedules> schedules_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
  bool isAway_ = false; ///< the schedules could not be read the last time
};

} // namespace agentc::serve

#endif
