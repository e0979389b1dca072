#include "Runs/RunViews.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"

namespace agentc::serve {

using namespace agents;

/// The one signal that the requirements' chat reports: the first, or null.
static Json firstSignal(const Json &end) {
  const Json *signals = models::memberOf(end, "signals");
  return signals && !signals->empty() ? signals->front() : Json();
}

/// The chat's name for an event; null if it has none.
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
  if (kind == events::approvalAsked) {
    Json told = {{"type", "approval"},
                 {"approval", event.sequence},
                 {"status", "waiting"},
                 {"tool", text("tool")}};
    for (const char *member : {"input", "message", "expires", "before", "suggestion"})
      if (const Json *found = models::memberOf(data, member))
        told[member] = *found;
    return told;
  }
  if (kind == events::approvalGiven)
    return {{"type", "approval"},
            {"approval", data.value("approval", Json())},
            {"status", text("decision")},
            {"tool", text("tool")}};
  if (kind == events::completed)
    return {{"type", "done"}, {"signals", firstSignal(data)}, {"fullResponse", text("content")}};
  // The requirements do not name these; their client ignores unknown types.
  if (kind == events::retried || kind == events::resumed)
    return {{"type", "retry"}};
  if (kind == events::failed)
    return {{"type", "error"}, {"message", text("message")}, {"code", text("code")}};
  if (kind == events::cancelled)
    return {{"type", "error"}, {"message", "the run was cancelled"}, {"code", "cancelled"}};
  return nullptr;
}

RunView::~RunView() = default;

static std::string idOf(const store::RunEvent &event) {
  return "id: " + std::to_string(event.sequence) + "\n";
}

namespace {

class JournalView final : public RunView {
public:
  std::string show(const store::RunEvent &event) override {
    return idOf(event) + "event: " + event.kind + "\ndata: " + event.data + "\n\n";
  }
};

class ChatView final : public RunView {
public:
  explicit ChatView(bool hasIds) : hasIds_(hasIds) {}
  std::string show(const store::RunEvent &event) override {
    const Json data = chatData(event);
    if (data.is_null())
      return "";
    return (hasIds_ ? idOf(event) : "") + "data: " + printJson(data, /*indented=*/false) + "\n\n";
  }

private:
  const bool hasIds_;
};

} // namespace

std::unique_ptr<RunView> journalView() { return std::make_unique<JournalView>(); }
std::unique_ptr<RunView> chatView(bool hasIds) { return std::make_unique<ChatView>(hasIds); }

} // namespace agentc::serve
