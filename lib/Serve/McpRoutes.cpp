#include "Handlers.h"

#include "agentc/Mcp/SingleRequest.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

namespace {

/// The exchange of a call, told to the log as other answers are.
class CallExchange final : public http::Exchange {
public:
  explicit CallExchange(SharedCall call) : call_(std::move(call)) {}

  void answer(http::Response response) override { call_->answer(std::move(response)); }
  void begin(http::Response head) override { call_->begin(std::move(head)); }
  void write(llvm::StringRef bytes) override { call_->exchange->write(bytes); }
  void end() override { call_->end(); }
  size_t pending() const override { return call_->exchange->pending(); }
  void onDrained(std::function<void()> function) override {
    call_->exchange->onDrained(std::move(function));
  }
  bool isGone() const override { return call_->exchange->isGone(); }
  void onGone(std::function<void()> function) override {
    call_->exchange->onGone(std::move(function));
  }

private:
  SharedCall call_;
};

/// One message to an agent and its call, until it is answered or its client goes.
class Dialogue final : public ToolCaller, public std::enable_shared_from_this<Dialogue> {
public:
  Dialogue(App &app, SharedCall call, SharedPackage package, Json settings)
      : app_(app), call_(std::move(call)), package_(std::move(package)),
        settings_(std::move(settings)),
        request_(package_->offer, *this, std::make_shared<CallExchange>(call_)) {}

  void take() {
    self_ = shared_from_this();
    call_->exchange->onGone([self = weak_from_this()] {
      if (std::shared_ptr<Dialogue> dialogue = self.lock())
        dialogue->forgetSoon();
    });
    request_.take(call_->request, readMessage(call_->request.body));
    endIfDone();
  }

  uint64_t call(ToolRequest request, OnEvent onEvent, OnReport onReport) override {
    describeCaller(request, call_, settings_);
    if (request.tool)
      call_->tools = {*request.tool};
    auto ticket =
        app_.run(call_, package_, std::move(request), std::move(onEvent),
                 [self = weak_from_this(), done = std::move(onReport)](const ToolReport &report) {
                   std::shared_ptr<Dialogue> dialogue = self.lock();
                   if (!dialogue)
                     return;
                   dialogue->ticket_.reset();
                   done(report);
                   dialogue->endIfDone();
                 });
    ticket_ = ticket;
    if (!ticket)
      forgetSoon(); // the call was refused, and answered so
    return 1;
  }

  void cancel(uint64_t) override {
    if (ticket_)
      app_.brokers().cancel(*std::exchange(ticket_, std::nullopt));
  }

private:
  void endIfDone() {
    if (request_.isDone())
      forgetSoon();
  }
  /// Not at once: whoever calls is still within.
  void forgetSoon() {
    if (std::shared_ptr<Dialogue> self = std::exchange(self_, nullptr))
      app_.loop().post([self] {});
  }

  App &app_;
  SharedCall call_;
  SharedPackage package_;
  Json settings_;
  std::optional<Brokers::Ticket> ticket_;
  std::shared_ptr<Dialogue> self_; ///< while it is on its way
  SingleRequest request_;
};

} // namespace

void speakMcp(App &app, const SharedCall &call) {
  if (std::optional<http::Response> refused = refuseMedia(call->request))
    return call->answer(std::move(*refused));
  std::optional<ResolvedAgent> agent = resolveAgent(app, call, call->parameters.front());
  if (!agent)
    return;
  withPackage(app, call, agent->package, preparationOf(agent->settings),
              [&app, call, settings = agent->settings](const SharedPackage &package) {
                std::make_shared<Dialogue>(app, call, package, settings)->take();
              });
}

} // namespace agentc::serve
