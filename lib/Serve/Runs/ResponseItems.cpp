#include "Handlers.h"
#include "Runs/ResponseView.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include <algorithm>

namespace agentc::serve {

using models::textOf;

void removeResponse(App &app, const SharedCall &call) {
  const std::optional<store::RunRecord> run = namedResponse(app, call);
  if (!run)
    return;
  const std::optional<bool> removed =
      call->orFail(app.runs().journal().remove(call->key.tenant, run->id));
  if (!removed)
    return;
  if (!*removed)
    return call->refuse(409, "the response has not ended; it can be cancelled");
  call->answer(200,
               {{"id", responseId(run->id)}, {"object", "response.deleted"}, {"deleted", true}});
}

/// A message as an item of the Responses API.
static Json itemOf(const Json &message, const std::string &id) {
  const bool isUser = textOf(message, "role") == "user";
  Json parts = Json::array();
  const auto add = [&](llvm::StringRef text) {
    Json part = {{"type", isUser ? "input_text" : "output_text"}, {"text", text.str()}};
    if (!isUser)
      part["annotations"] = Json::array();
    parts.push_back(std::move(part));
  };
  const Json content = message.value("content", Json());
  if (const auto *text = content.get_ptr<const std::string *>())
    add(*text);
  else
    for (const Json &block : content)
      if (textOf(block, "type") == "text")
        add(textOf(block, "text"));
  return {{"id", id},
          {"type", "message"},
          {"role", textOf(message, "role").str()},
          {"status", "completed"},
          {"content", std::move(parts)}};
}

void listInputItems(App &app, const SharedCall &call) {
  const std::optional<store::RunRecord> run = namedResponse(app, call);
  const auto first = run ? call->orFail(app.runs().journal().read(run->id, 0, 1)) : std::nullopt;
  if (!first)
    return;
  const Json start =
      first->empty() ? Json::object() : parseJson(first->front().data).value_or(Json::object());
  Json messages = start.value("history", Json::array());
  messages.push_back({{"role", "user"}, {"content", start.value("message", Json(""))}});
  Json items = Json::array();
  for (const Json &message : messages)
    if (Json item =
            itemOf(message, "msg_" + run->id.substr(4) + "_in" + std::to_string(items.size()));
        !item["content"].empty())
      items.push_back(std::move(item));
  // Newest first, which is the API's default.
  if (call->query("order").value_or("desc") != "asc")
    std::reverse(items.begin(), items.end());
  call->answer(200, {{"object", "list"},
                     {"first_id", items.empty() ? Json() : items.front()["id"]},
                     {"last_id", items.empty() ? Json() : items.back()["id"]},
                     {"has_more", false},
                     {"data", std::move(items)}});
}

} // namespace agentc::serve
