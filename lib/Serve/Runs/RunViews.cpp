#include "Runs/RunViews.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"

namespace agentc::serve {

using namespace agents;

/// The chat's word for an event; null if it has none.
static Json chatData(const store::RunEvent &event) {
  const llvm::StringRef kind = event.kind;
  const Json data = parseJson(event.data).value_or(Json::object());
  const auto text = [&](const char *name) { return models::textOf(data, name).str(); };
  if (kind == events::delta)
    return {{"type", "token"}, {"text", text("text")}};
  if (kind == events::callStarted)
    return {{"type", "tool_start"}, {"tool", text("tool")}};
  if (kind == events::callEnded)
    return {{"type", "tool_complete"}, {"tool", text("tool")}, {"status", text("status")}};
  if (kind == events::approvalAsked)
    return {{"type", "approval"},
            {"approval", event.sequence},
            {"status", "waiting"},
            {"tool", text("tool")},
            {"input", data.value("input", Json())},
            {"message", text("message")},
            {"expires", data.value("expires", Json())}};
  if (kind == events::approvalGiven)
    return {{"type", "approval"},
            {"approval", data.value("approval", Json())},
            {"status", text("decision")},
            {"tool", text("tool")}};
  if (kind == events::completed)
    return {{"type", "done"}, {"signals", nullptr}, {"fullResponse", text("content")}};
  // The requirements have no word for these; their client passes over types that it does not know.
  if (kind == events::retried || kind == events::resumed)
    return {{"type", "retry"}};
  if (kind == events::failed)
    return {{"type", "error"}, {"message", text("message")}, {"code", text("code")}};
  if (kind == events::cancelled)
    return {{"type", "error"}, {"message", "the run was cancelled"}, {"code", "cancelled"}};
  return nullptr;
}

std::string viewOf(RunView view, const store::RunEvent &event) {
  const std::string id = "id: " + std::to_string(event.sequence) + "\n";
  if (view == RunView::Journal)
    return id + "event: " + event.kind + "\ndata: " + event.data + "\n\n";
  const Json data = chatData(event);
  if (data.is_null())
    return "";
  // The requirements' own client takes a block that begins with another line for none.
  return (view == RunView::Replay ? id : "") + "data: " + printJson(data, /*indented=*/false) +
         "\n\n";
}

} // namespace agentc::serve
