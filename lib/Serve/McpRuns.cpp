#include "McpRuns.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"

namespace agentc::serve {

using namespace agents;
using models::textOf;

llvm::Expected<Json> readAgentCall(const SharedCall &call, llvm::StringRef input) {
  const Json given = parseJson(input).value_or(Json::object());
  for (const auto &[name, value] : given.items())
    if ((name != "message" && name != "conversationId" && name != "agentName") ||
        !value.is_string())
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "`message`, `conversationId` and `agentName` are texts, and "
                                     "there is nothing else");
  if (textOf(given, "message").empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "`message` is missing");
  call->conversation = textOf(given, "conversationId").str();
  Json start = {{"message", given["message"]}};
  if (given.contains("agentName"))
    start["agentName"] = given["agentName"];
  return start;
}

ToolReport failedRun(llvm::StringRef message) {
  ToolReport report;
  report.outcome = Outcome::Threw;
  report.error = ToolError{"Error", message.str(), ""};
  return report;
}

/// An event in words; empty if it is not a step, such as a part of the answer.
static std::string stepOf(const store::RunEvent &event) {
  const llvm::StringRef kind = event.kind;
  if (kind == events::delta || kind == events::thought)
    return "";
  const Json data = parseJson(event.data).value_or(Json::object());
  const auto text = [&](const char *name) { return textOf(data, name).str(); };
  if (kind == events::asked)
    return "round " + std::to_string(models::countOf(data, "round"));
  if (kind == events::codeStepped)
    return text("step");
  if (kind == events::callStarted)
    return text("tool") + ": running";
  if (kind == events::callEnded)
    return text("tool") + ": " + text("status");
  if (kind == events::approvalAsked)
    return "waits for a person: " + text("message");
  if (kind == events::approvalGiven)
    return text("tool") + ": " + text("decision");
  if (kind == events::retried)
    return "the model is asked again: " + text("message");
  if (kind == events::paused || kind == events::unpaused)
    return kind == events::paused ? "paused" : "goes on";
  return kind == events::warned ? text("text") : "";
}

namespace {

class ProgressView final : public RunView {
public:
  ProgressView(std::string run, ToolCaller::OnEvent onEvent, ToolCaller::OnReport onReport)
      : run_(std::move(run)), onEvent_(std::move(onEvent)), onReport_(std::move(onReport)) {}

  bool answersCall() const override { return false; }
  void leave() override {
    onReport_(failedRun("the server is stopping; the run goes on after its next start"));
  }
  std::string show(const store::RunEvent &event) override {
    if (endsRun(event))
      onReport_(reportOf(event));
    else if (const std::string step = stepOf(event); !step.empty())
      onEvent_({"progress", printJson({{"message", step}}, /*indented=*/false)});
    return "";
  }

private:
  ToolReport reportOf(const store::RunEvent &event) const {
    const Json data = parseJson(event.data).value_or(Json::object());
    if (event.kind == events::cancelled)
      return failedRun("the run was cancelled");
    if (event.kind != events::completed)
      return failedRun((textOf(data, "code") + ": " + textOf(data, "message")).str());
    ToolReport report;
    report.outcome = Outcome::Ok;
    const Json text = {{"type", "text"}, {"text", textOf(data, "content").str()}};
    report.result = printJson({{"content", Json::array({text})}, {"_meta", {{"agentc/run", run_}}}},
                              /*indented=*/false);
    return report;
  }

  const std::string run_;
  const ToolCaller::OnEvent onEvent_;
  const ToolCaller::OnReport onReport_;
};

} // namespace

std::unique_ptr<RunView> progressView(std::string run, ToolCaller::OnEvent onEvent,
                                      ToolCaller::OnReport onReport) {
  return std::make_unique<ProgressView>(std::move(run), std::move(onEvent), std::move(onReport));
}

} // namespace agentc::serve
