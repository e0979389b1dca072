#ifndef AGENTC_HTTP_EVENTLOOP_H
#define AGENTC_HTTP_EVENTLOOP_H

#include "llvm/ADT/ArrayRef.h"

#include <chrono>
#include <functional>
#include <memory>

namespace agentc::http {

/// Everything that a server waits for, on the one thread that calls `run`. What is made of a loop
/// must end before it; functions are called from within `run` alone.
class EventLoop {
public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop &) = delete;
  EventLoop &operator=(const EventLoop &) = delete;

  /// Works until `stop`.
  void run();
  void stop();
  /// Calls a function soon, not from within this call.
  void post(std::function<void()> function);

  /// A call that is due once; it is not made if this ends before.
  class Timer {
  public:
    virtual ~Timer();
  };
  [[nodiscard]] std::unique_ptr<Timer> after(std::chrono::milliseconds time,
                                             std::function<void()> function);

  /// A descriptor that is waited for; it stays its owner's, who keeps it open for as long as this
  /// lives.
  class Watch {
  public:
    virtual ~Watch();
    /// Calls the function once when one of these (POLLIN, POLLOUT) may be done, or the other side
    /// has gone. While that is waited for, another call only adds to what is.
    virtual void await(short events) = 0;
  };
  [[nodiscard]] std::unique_ptr<Watch> watch(int descriptor, std::function<void()> onReady);

  /// Calls a function at each of these signals, instead of what they would do.
  void onSignals(llvm::ArrayRef<int> signals, std::function<void(int)> function);

  struct Parts;
  Parts &parts() { return *parts_; }

private:
  std::unique_ptr<Parts> parts_;
};

} // namespace agentc::http

#endif
