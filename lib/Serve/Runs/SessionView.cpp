#include "Runs/RunViews.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"

namespace agentc::serve {

using namespace agents;

Json metadataOf(const Json &end) {
  const models::ModelUsage usage = models::usageFromJson(end.value("usage", Json::object()));
  // An agent's code says of its answer: `confidence`, `sources`, `shouldEscalate` …
  Json metadata = end.value("metadata", Json::object());
  if (!metadata.contains("toolsUsed"))
    metadata["toolsUsed"] = end.value("toolsUsed", Json::array());
  for (const Json &signal : end.value("signals", Json::array()))
    if (models::textOf(signal, "type") == "ESCALATE") {
      metadata["shouldEscalate"] = true;
      metadata["escalationReason"] = signal.value("data", Json());
    }
  metadata["tokens"] = usage.input + usage.output + usage.cacheRead + usage.cacheWritten;
  return metadata;
}

namespace {

struct Named {
  const char *name = nullptr; ///< null: the view does not show it
  Json data;
};

Named sessionEvent(const store::RunEvent &event) {
  const llvm::StringRef kind = event.kind;
  const Json data = parseJson(event.data).value_or(Json::object());
  const auto text = [&](const char *name) { return models::textOf(data, name).str(); };
  const auto count = [&](const char *name) {
    return static_cast<double>(models::countOf(data, name));
  };
  if (kind == events::codeStepped)
    return {"thinking",
            {{"step", data.value("step", Json())}, {"progress", data.value("progress", Json())}}};
  // Code reports its own steps.
  if (kind == events::asked && data.contains("question"))
    return {};
  if (kind == events::asked)
    return {"thinking",
            {{"step", "round " + std::to_string(models::countOf(data, "round"))},
             {"progress", (count("round") - 1) / std::max(count("of"), 1.0)}}};
  if (kind == events::callStarted)
    return {"tool_call", {{"tool", text("tool")}, {"status", "running"}}};
  if (kind == events::callEnded)
    return {"tool_call", {{"tool", text("tool")}, {"status", text("status")}}};
  if (kind == events::delta)
    return {"delta", {{"content", text("text")}}};
  if (kind == events::approvalAsked)
    return {"approval",
            {{"approval", event.sequence},
             {"status", "waiting"},
             {"tool", text("tool")},
             {"message", text("message")}}};
  if (kind == events::approvalGiven)
    return {"approval",
            {{"approval", data.value("approval", Json())},
             {"status", text("decision")},
             {"tool", text("tool")}}};
  if (kind == events::completed)
    return {"complete", {{"content", text("content")}, {"metadata", metadataOf(data)}}};
  // Deltas of an attempt that broke off are void.
  if (kind == events::retried || kind == events::resumed)
    return {"retry", Json::object()};
  if (kind == events::failed)
    return {"error", {{"message", text("message")}, {"code", text("code")}}};
  if (kind == events::cancelled)
    return {"error", {{"message", "the run was cancelled"}, {"code", "cancelled"}}};
  return {};
}

class SessionView final : public RunView {
public:
  explicit SessionView(std::string run) : run_(std::move(run)) {}
  std::string show(const store::RunEvent &event) override {
    const Named named = sessionEvent(event);
    if (!named.name)
      return "";
    return "id: " + run_ + ":" + std::to_string(event.sequence) + "\nevent: " + named.name +
           "\ndata: " + printJson(named.data, /*indented=*/false) + "\n\n";
  }

private:
  const std::string run_;
};

} // namespace

std::unique_ptr<RunView> sessionView(std::string run) {
  return std::make_unique<SessionView>(std::move(run));
}

} // namespace agentc::serve
