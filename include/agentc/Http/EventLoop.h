#ifndef AGENTC_HTTP_EVENTLOOP_H
#define AGENTC_HTTP_EVENTLOOP_H

#include "llvm/ADT/ArrayRef.h"

#include <chrono>
#include <functional>
#include <memory>

namespace agentc::http {

/// All that a server waits for, on the one thread that calls `run`. A loop must outlive what it has
/// made; functions are only called from within `run`.
class EventLoop {
public:
  EventLoop();
  ~EventLoop();
  EventLoop(const EventLoop &) = delete;
  EventLoop &operator=(const EventLoop &) = delete;

  /// Works until `stop`.
  void run();
  void stop();
  /// Calls a function soon, after this call has returned.
  void post(std::function<void()> function);

  /// A single call at a time to come; destroying this cancels it.
  class Timer {
  public:
    virtual ~Timer();
  };
  [[nodiscard]] std::unique_ptr<Timer> after(std::chrono::milliseconds time,
                                             std::function<void()> function);

  /// A descriptor that is waited for. Its owner keeps it open for as long as this
  /// lives.
  class Watch {
  public:
    virtual ~Watch();
    /// Calls the function once when the descriptor is ready for one of these (POLLIN, POLLOUT), or
    /// the other side has gone. A call in the meantime adds to these.
    virtual void await(short events) = 0;
  };
  [[nodiscard]] std::unique_ptr<Watch> watch(int descriptor, std::function<void()> onReady);

  /// Calls a function at each of these signals, in place of their default action.
  void onSignals(llvm::ArrayRef<int> signals, std::function<void(int)> function);

  struct Parts;
  Parts &parts() { return *parts_; }

private:
  std::unique_ptr<Parts> parts_;
};

} // namespace agentc::http

#endif
