#ifndef AGENTC_LIB_SERVE_RUNSTREAM_H
#define AGENTC_LIB_SERVE_RUNSTREAM_H

#include "Call.h"
#include "Runs/RunViews.h"

namespace agentc::serve {

/// A run as one client follows it: first the events in the journal, then each new one to the end of
/// the run, as its view shows them. When the client goes, the stream ends, and the run does not.
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
  /// True if most of what was written has been sent to the client.
  bool hasRoom() const;
  void endCall();
  void keepAlive();

  App &app_;
  SharedCall call_;
  const std::string run_;
  const std::unique_ptr<RunView> view_;
  uint64_t sent_;         ///< the sequence of the last event that the client got
  bool hasEnded_ = false; ///< the run
  bool isOver_ = false;
  std::unique_ptr<http::EventLoop::Timer> timer_;
};

} // namespace agentc::serve

#endif
