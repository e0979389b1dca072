#include "Runs/RunStream.h"

#include "App.h"
#include "Runs/Runs.h"

namespace agentc::serve {

/// Unsent bytes at which reading of the journal waits for the client.
static constexpr size_t mostPending = 256 << 10;
static constexpr unsigned eventsAtOnce = 256;
/// Proxies close silent connections.
static constexpr std::chrono::seconds silence{15};

bool RunStream::hasRoom() const {
  return !view_->answersCall() || call_->exchange->pending() < mostPending;
}

void RunStream::begin() {
  if (!view_->answersCall())
    return pump();
  if (view_->isStreamed())
    call_->begin({200, {{"content-type", "text/event-stream"}, {"x-run-id", run_}}, ""});
  // The exchange may outlive the stream.
  const std::weak_ptr<RunStream> weak = weak_from_this();
  call_->exchange->onDrained([weak] {
    if (const auto self = weak.lock())
      self->pump();
  });
  call_->exchange->onGone([weak] {
    if (const auto self = weak.lock())
      self->end();
  });
  if (isOver_)
    return;
  keepAlive();
  pump();
}

void RunStream::keepAlive() {
  if (!view_->isStreamed())
    return;
  timer_ = app_.loop().after(silence, [this] {
    call_->exchange->write(": still there\n\n");
    keepAlive();
  });
}

void RunStream::send(const store::RunEvent &event) {
  sent_ = event.sequence;
  hasEnded_ |= agents::endsRun(event);
  if (const std::string text = view_->show(event); !text.empty()) {
    call_->exchange->write(text);
    keepAlive();
  }
}

void RunStream::take(const store::RunEvent &event) {
  // Nodes also report events that this node has shown already.
  if (isOver_ || event.sequence <= sent_)
    return;
  if (event.sequence != sent_ + 1 || !hasRoom())
    return pump();
  send(event);
  if (agents::endsRun(event))
    end();
}

void RunStream::pump() {
  while (!isOver_ && hasRoom()) {
    llvm::Expected<std::vector<store::RunEvent>> events =
        app_.runs().journal().read(run_, sent_, eventsAtOnce);
    if (!events) {
      app_.noteFailure(*call_, llvm::toString(events.takeError()));
      return end();
    }
    for (const store::RunEvent &event : *events) {
      send(event);
      if (agents::endsRun(event))
        return end();
    }
    if (events->size() < eventsAtOnce)
      return;
  }
}

void RunStream::endCall() {
  if (view_->isStreamed())
    call_->end();
  else if (hasEnded_)
    call_->answer(200, view_->whole(), {{"x-run-id", run_}});
  else
    call_->refuse(503, "the server is stopping; the run goes on after its next start");
}

void RunStream::end() {
  if (std::exchange(isOver_, true))
    return;
  timer_ = nullptr;
  if (view_->answersCall())
    endCall();
  else if (!hasEnded_)
    view_->leave();
  app_.runs().forget(*this);
}

} // namespace agentc::serve
