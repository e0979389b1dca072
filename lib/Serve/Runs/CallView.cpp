#include "Runs/RunViews.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"

namespace agentc::serve {

using namespace agents;

namespace {

/// The view of an agent's code as `/api/execute` shows calls: events, then `done` or `error`.
class CallView final : public RunView {
public:
  std::string show(const store::RunEvent &event) override;
};

std::string event(const char *name, const Json &data) {
  return std::string("event: ") + name + "\ndata: " + printJson(data, /*indented=*/false) + "\n\n";
}

std::string CallView::show(const store::RunEvent &told) {
  const llvm::StringRef kind = told.kind;
  const Json data = parseJson(told.data).value_or(Json::object());
  const auto member = [&](const char *name) { return data.value(name, Json()); };
  if (kind == events::codeStepped)
    return event("thinking", {{"step", member("step")}, {"progress", member("progress")}});
  if (kind == events::callStarted)
    return event("tool_call", {{"tool", member("tool")}, {"status", "running"}});
  if (kind == events::callEnded)
    return event("tool_call",
                 {{"tool", member("tool")},
                  {"status", member("status") == Json("ok") ? "completed" : "failed"}});
  if (kind == events::delta)
    return event("delta", {{"content", member("text")}});
  if (kind == events::retried || kind == events::resumed)
    return event("retry", Json::object());
  if (kind == events::completed)
    // Code has a result of its own; other agents answer with their text.
    return event("complete",
                 {{"content", member("content")},
                  {"metadata", data.contains("result") ? member("metadata") : metadataOf(data)}}) +
           event("done", {{"result", data.value("result", member("content"))}});
  if (kind == events::failed)
    return event("error", {{"message", member("message")}, {"code", member("code")}});
  if (kind == events::cancelled)
    return event("error", {{"message", "the run was cancelled"}, {"code", "cancelled"}});
  return "";
}

} // namespace

std::unique_ptr<RunView> callView() { return std::make_unique<CallView>(); }

} // namespace agentc::serve
