#include "Runs/PackageHost.h"

#include "App.h"
#include "Knowledge/KnowledgeQuestions.h"
#include "Runs/CodeAgents.h"
#include "Runs/DataFolders.h"
#include "Runs/Runs.h"

#include <nlohmann/json.hpp>

namespace agentc::serve {

static constexpr std::chrono::milliseconds untilRoom{100};
/// Of an agent's code, whose answers from models are streamed.
static constexpr uint64_t mostMessages = 200000, mostEventBytes = 64 << 20;

void setCaller(ToolRequest &request, const Caller &caller, const Json &settings) {
  request.context.userId = caller.user;
  request.context.conversationId = caller.conversation;
  request.context.organizationSlug = request.context.tenant = caller.tenant;
  if (!caller.agent.empty())
    request.context.agent = printJson({{"slug", caller.agent}}, /*indented=*/false);
  const Json limits = settings.value("limits", Json::object());
  // The limits of an agent's settings can only lower those of its manifest.
  request.limits.wallMs =
      std::min(request.limits.wallMs, limits.value("timeoutMs", request.limits.wallMs));
  request.limits.cpuMs =
      std::min(request.limits.cpuMs, limits.value("cpuMs", request.limits.cpuMs));
}

namespace {

class BrokerCall : public agents::ToolHost::Call {
public:
  BrokerCall(App &app, SharedPackage package, Caller caller, ToolRequest request,
             agents::ToolHost::CodeListener listener)
      : app_(app), package_(std::move(package)), caller_(std::move(caller)),
        request_(std::move(request)), listener_(std::move(listener)) {
    start();
  }
  ~BrokerCall() override {
    if (ticket_)
      app_.brokers().cancel(*ticket_);
  }
  void answer(uint32_t question, const Json &answer) override {
    if (ticket_)
      app_.brokers().answer(*ticket_, question, answer);
  }

private:
  void start();
  void end(const ToolReport &report);

  App &app_;
  const SharedPackage package_;
  const Caller caller_;
  ToolRequest request_;
  const agents::ToolHost::CodeListener listener_;
  std::optional<Brokers::Ticket> ticket_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
  std::chrono::steady_clock::time_point begun_;
};

void BrokerCall::start() {
  begun_ = std::chrono::steady_clock::now();
  ticket_ = app_.brokers().call(
      caller_.tenant, package_->image, request_,
      [this](const CallEvent &event) {
        // The call may destroy this object, and the function with it.
        if (const auto tell = listener_.onEvent)
          tell(event);
      },
      [this](const ToolReport &report) {
        ticket_ = std::nullopt;
        end(report);
      });
  if (ticket_ && listener_.onQuestion)
    app_.brokers().hearQuestions(*ticket_, [this](const CallQuestion &question) {
      const auto tell = listener_.onQuestion;
      tell(question);
    });
  if (!ticket_)
    timer_ = app_.loop().after(untilRoom, [this] { start(); });
}

void BrokerCall::end(const ToolReport &report) {
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun_;
  app_.metrics().addExecution(caller_.tenant, caller_.agent, time.count(),
                              report.outcome == Outcome::Ok, report.usage.peakMemoryBytes);
  const std::function<void(const ToolReport &)> tell = listener_.onReport;
  llvm::Error error = app_.saved().note(caller_.tenant, caller_.agent, report);
  if (!error)
    return tell(report);
  app_.log({{"level", "error"}, {"message", llvm::toString(std::move(error))}});
  ToolReport failed;
  failed.error = {"Error", "what the call saved could not be noted", ""};
  tell(failed);
}

/// In the form of the base class' `rag.search`, which shows each after its `source`.
Json passagesForCode(llvm::ArrayRef<store::Found> found, double least) {
  // A passage that was found by words alone has no similarity.
  const bool isCompared =
      llvm::any_of(found, [](const store::Found &one) { return one.similarity > 0; });
  Json results = knowledgeResults(found, isCompared ? least : 0);
  for (Json &result : results)
    result["source"] = result["title"];
  return results;
}

} // namespace

std::unique_ptr<agents::ToolHost::Call>
PackageHost::call(size_t tool, const Json &input,
                  std::function<void(const ToolReport &)> onReport) {
  return start(*tools_[tool], input, {nullptr, nullptr, std::move(onReport)});
}

std::unique_ptr<agents::ToolHost::Call> PackageHost::callCode(const Json &input,
                                                              CodeListener listener) {
  ToolRequest request = package_->offer.entry->request;
  request.asks = {"llm.chat", "history.get", "history.append", "rag.search"};
  request.context.config = configWithTools(request.context.config, only_);
  request.streamEvents = true;
  // Each part of an answer is a message of its own.
  request.limits.messages = std::max<uint64_t>(request.limits.messages, mostMessages);
  request.limits.eventBytes = std::max<uint64_t>(request.limits.eventBytes, mostEventBytes);
  return start(std::move(request), input, std::move(listener));
}

void PackageHost::search(const Json &question, std::function<void(Passages)> then) {
  auto asked = knowledgeQuestion(question);
  if (const auto *fault = std::get_if<std::string>(&asked))
    return then(*fault);
  const Json least = question.value("threshold", Json(0));
  app_.runs().knowledge().search(
      caller_.tenant, std::get<store::Question>(std::move(asked)),
      [&app = app_, least = least.is_number() ? least.get<double>() : 0,
       then = std::move(then)](llvm::Expected<std::vector<store::Found>> found) {
        if (found)
          return then(passagesForCode(*found, least));
        app.log({{"level", "error"}, {"message", llvm::toString(found.takeError())}});
        then(std::string("the knowledge base cannot be read"));
      });
}

std::unique_ptr<agents::ToolHost::Call> PackageHost::start(ToolRequest request, const Json &input,
                                                           CodeListener listener) {
  request.input = printJson(input, /*indented=*/false);
  setCaller(request, caller_, settings_);
  if (llvm::Error error = giveData(app_.options(), caller_, request))
    app_.log({{"level", "error"}, {"message", llvm::toString(std::move(error))}});
  llvm::Expected<uint64_t> room = app_.saved().roomOf(caller_.tenant);
  if (!room)
    app_.log({{"level", "error"}, {"message", llvm::toString(room.takeError())}});
  request.limits.savedBytes = std::min(request.limits.savedBytes, room ? *room : 0);
  return std::make_unique<BrokerCall>(app_, package_, caller_, std::move(request),
                                      std::move(listener));
}

} // namespace agentc::serve
