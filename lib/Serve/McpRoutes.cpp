#include "AgentOffers.h"
#include "McpRuns.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Mcp/SingleRequest.h"
#include "agentc/Models/Members.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

namespace {

/// The exchange of a call, which is logged like other answers.
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
  Dialogue(App &app, SharedCall call, SharedPackage package, ResolvedAgent agent,
           std::shared_ptr<const Offer> offer)
      : app_(app), call_(std::move(call)), package_(std::move(package)), agent_(std::move(agent)),
        offer_(std::move(offer)), request_(*offer_, *this, std::make_shared<CallExchange>(call_)) {}

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
    if (request.tool == agentToolId) {
      begin(request.input, std::move(onEvent), std::move(onReport));
      return 1;
    }
    describeCaller(request, call_, agent_.settings);
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
    if (!run_.id.empty())
      app_.runs().ordered(
          call_, std::exchange(run_, {}), {{"what", "cancel"}, {"by", call_->key.name}},
          [](const agents::RunState &state) { return state.isOver; }, [] {});
  }

private:
  void begin(llvm::StringRef input, OnEvent onEvent, OnReport onReport);
  void follow(const std::string &run, OnEvent onEvent, OnReport onReport);
  void endIfDone() {
    if (request_.isDone())
      forgetSoon();
  }
  /// Not at once, because the caller is one of its functions.
  void forgetSoon() {
    if (std::shared_ptr<Dialogue> self = std::exchange(self_, nullptr))
      app_.loop().post([self] {});
  }

  App &app_;
  SharedCall call_;
  SharedPackage package_;
  const ResolvedAgent agent_;
  const std::shared_ptr<const Offer> offer_;
  std::optional<Brokers::Ticket> ticket_;
  store::RunRecord run_;           ///< begun by the client; none if it has no id
  std::shared_ptr<Dialogue> self_; ///< keeps this alive while under way
  SingleRequest request_;
};

/// Begins a run of the agent itself.
void Dialogue::begin(llvm::StringRef input, OnEvent onEvent, OnReport onReport) {
  const auto tell = [onReport](llvm::StringRef why) { onReport(failedRun(why)); };
  llvm::Expected<Json> start = readAgentCall(call_, input);
  // Not at once, because the caller is one of its functions.
  if (!start)
    return app_.loop().post(
        [self = shared_from_this(), tell, fault = llvm::toString(start.takeError())] {
          tell(fault);
          self->endIfDone();
        });
  makeRun(app_, call_, agent_, *start,
          [&app = app_, weak = weak_from_this(), tell, onEvent,
           onReport](std::variant<agents::LoopAgent, Refusal> made, const Json &start) {
            auto shared = std::make_shared<decltype(made)>(std::move(made));
            app.loop().post([weak, tell, onEvent, onReport, shared, start] {
              const std::shared_ptr<Dialogue> self = weak.lock();
              if (!self)
                return;
              if (const auto *refused = std::get_if<Refusal>(shared.get())) {
                tell(models::textOf(refused->body, "error"));
                return self->endIfDone();
              }
              if (const auto id = self->app_.runs().begin(
                      self->call_, start, std::get<agents::LoopAgent>(std::move(*shared))))
                self->follow(*id, onEvent, onReport);
              else
                self->forgetSoon(); // the call was refused, and answered so
            });
          });
}

void Dialogue::follow(const std::string &run, OnEvent onEvent, OnReport onReport) {
  run_.id = run;
  const auto whileThere = [weak = weak_from_this()](auto act) {
    return [weak, act](const auto &told) {
      if (const std::shared_ptr<Dialogue> self = weak.lock())
        act(*self, told);
    };
  };
  app_.runs().follow(call_, run,
                     progressView(run, whileThere([onEvent](Dialogue &, const CallEvent &event) {
                                    onEvent(event);
                                  }),
                                  whileThere([onReport](Dialogue &self, const ToolReport &report) {
                                    self.run_ = {};
                                    onReport(report);
                                    self.endIfDone();
                                  })));
}

} // namespace

void speakMcp(App &app, const SharedCall &call) {
  if (std::optional<http::Response> refused = refuseMedia(call->request))
    return call->answer(std::move(*refused));
  std::optional<ResolvedAgent> agent = resolveAgent(app, call, call->parameters.front());
  if (!agent)
    return;
  withPackage(app, call, agent->package, preparationOf(agent->settings),
              [&app, call, agent = *agent](const SharedPackage &package) {
                auto offer = app.agentOffers().get(app, call->key.tenant, agent, package);
                if (!offer)
                  return call->fail(offer.takeError());
                std::make_shared<Dialogue>(app, call, package, agent, std::move(*offer))->take();
              });
}

} // namespace agentc::serve
