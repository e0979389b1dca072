#include "Loop.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <poll.h>

namespace agentc::http {

namespace asio = boost::asio;
using boost::system::error_code;

EventLoop::Timer::~Timer() = default;
EventLoop::Watch::~Watch() = default;

EventLoop::EventLoop() : parts_(std::make_unique<Parts>()) {}
EventLoop::~EventLoop() = default;

void EventLoop::run() {
  auto work = asio::make_work_guard(parts_->context);
  parts_->context.run();
}

void EventLoop::stop() { parts_->context.stop(); }

void EventLoop::post(std::function<void()> function) {
  asio::post(parts_->context, std::move(function));
}

namespace {

class LoopTimer : public EventLoop::Timer {
public:
  LoopTimer(asio::io_context &context, std::chrono::milliseconds time,
            std::function<void()> function)
      : function_(std::make_shared<std::function<void()>>(std::move(function))), timer_(context) {
    timer_.expires_after(time);
    // A call that is under way when this ends finds nothing to call.
    timer_.async_wait([weak = std::weak_ptr(function_)](error_code error) {
      if (auto kept = weak.lock(); kept && !error)
        (*kept)();
    });
  }

private:
  std::shared_ptr<std::function<void()>> function_;
  asio::steady_timer timer_;
};

class LoopWatch : public EventLoop::Watch {
public:
  LoopWatch(asio::io_context &context, int descriptor, std::function<void()> onReady)
      : state_(std::make_shared<State>(std::move(onReady))), descriptor_(context, descriptor) {}
  ~LoopWatch() override { descriptor_.release(); }

  void await(short events) override {
    if ((events & POLLIN) && !std::exchange(state_->reads, true))
      wait(asio::posix::stream_descriptor::wait_read, &State::reads);
    if ((events & POLLOUT) && !std::exchange(state_->writes, true))
      wait(asio::posix::stream_descriptor::wait_write, &State::writes);
  }

private:
  struct State {
    explicit State(std::function<void()> function) : onReady(std::move(function)) {}
    std::function<void()> onReady;
    bool reads = false, writes = false; ///< are waited for
  };

  void wait(asio::posix::stream_descriptor::wait_type type, bool State::*kind) {
    descriptor_.async_wait(type, [weak = std::weak_ptr(state_), kind](error_code error) {
      auto state = weak.lock();
      if (!state || error == asio::error::operation_aborted)
        return;
      (*state).*kind = false;
      state->onReady();
    });
  }

  std::shared_ptr<State> state_;
  asio::posix::stream_descriptor descriptor_;
};

} // namespace

std::unique_ptr<EventLoop::Timer> EventLoop::after(std::chrono::milliseconds time,
                                                   std::function<void()> function) {
  return std::make_unique<LoopTimer>(parts_->context, time, std::move(function));
}

std::unique_ptr<EventLoop::Watch> EventLoop::watch(int descriptor, std::function<void()> onReady) {
  return std::make_unique<LoopWatch>(parts_->context, descriptor, std::move(onReady));
}

void EventLoop::onSignals(llvm::ArrayRef<int> signals, std::function<void(int)> function) {
  auto set = std::make_shared<asio::signal_set>(parts_->context);
  for (int signal : signals)
    set->add(signal);
  struct Waiting {
    std::shared_ptr<asio::signal_set> set;
    std::function<void(int)> function;
    void operator()(error_code error, int signal) {
      if (error)
        return;
      function(signal);
      asio::signal_set &again = *set;
      again.async_wait(std::move(*this));
    }
  };
  asio::signal_set &first = *set;
  first.async_wait(Waiting{std::move(set), std::move(function)});
}

} // namespace agentc::http
