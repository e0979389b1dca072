#ifndef AGENTC_LIB_SERVE_RUNSTREAM_H
#define AGENTC_LIB_SERVE_RUNSTREAM_H

#include "Call.h"
#include "Runs/RunViews.h"

namespace agentc::serve {

/// A run for one client: first the events that are in the journal, then each as it is added, to the
/// run's end, as its view shows them. The client's leaving ends the stream alone.
class RunStream : public std::enable_shared_from_this<RunStream> {
public:
  RunStream(App &app, SharedCall call, std::string run, std::unique_ptr<RunView> view,
            uint64_t after)
      : app_(app), call_(std::move(call)), run_(std::move(run)), view_(std::move(view)),
        sent_(view_->startsAnew() ? 0 : after) {}

  void begin();
  /// An event was added; the last one if it ended the run.
  void take(const store::RunEvent &event);
  void end();
  /// Sends what is in the journal.
  void pump();

private:
  void send(const store::RunEvent &event);
  /// True if the client has taken most of what it was sent.
  bool hasRoom() const;
  void endCall();
  void keepAlive();

  App &app_;
  SharedCall call_;
  const std::string run_;
  const std::unique_ptr<RunView> view_;
  uint64_t sent_;         ///< the sequence up to which the client has been told
  bool hasEnded_ = false; ///< the run
  bool isOver_ = false;
  std::unique_ptr<http::EventLoop::Timer> timer_;
};

} // namespace agentc::serve

#endif
