#include "Handlers.h"
#include "Runs/ResponseView.h"
#include "Runs/RunAnswers.h"
#include "Runs/Runs.h"

#include "agentc/Models/Members.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::serve {

using models::memberOf;
using models::textOf;

namespace {

/// A request for a response on its way to the first event of its run.
struct ResponseRequest {
  Json start = Json::object();
  std::string agent;
  bool isStreamed = false, isBackground = false;
};

/// The fault of one, for the client.
using Fault = std::optional<std::string>;

Fault readFlag(const Json &body, const char *name, bool &into) {
  const Json *value = memberOf(body, name);
  if (!value || value->is_null())
    return std::nullopt;
  if (!value->is_boolean())
    return "`" + std::string(name) + "` is not true or false";
  into = value->get<bool>();
  return std::nullopt;
}

/// The content of an input's message as the Messages API has it; null if it is of another kind.
Json contentOf(const Json &content) {
  if (content.is_string() && !content.get_ref<const std::string &>().empty())
    return content;
  Json blocks = Json::array();
  for (const Json &part : content.is_array() ? content : Json::array()) {
    const llvm::StringRef type = textOf(part, "type");
    if (type != "input_text" && type != "output_text" && type != "text")
      return Json();
    if (!textOf(part, "text").empty())
      blocks.push_back({{"type", "text"}, {"text", textOf(part, "text").str()}});
  }
  return blocks.empty() ? Json() : blocks;
}

/// Adds an item of the input to the messages, or to the system's words.
Fault addItem(const Json &item, Json &messages, std::string &system) {
  const llvm::StringRef type = textOf(item, "type"), role = textOf(item, "role");
  // They belong to an earlier answer, whose text follows.
  if (type == "reasoning" || type.starts_with("agentc:"))
    return std::nullopt;
  if (type == "function_call" || type == "function_call_output")
    return "an agent's tools run here; calls of a client's own are not taken";
  const Json *given = memberOf(item, "content");
  const Json content = given ? contentOf(*given) : Json();
  if ((!type.empty() && type != "message") || content.is_null())
    return "`input` is a text, or messages whose content is text";
  if (role == "system" || role == "developer") {
    const auto add = [&](llvm::StringRef text) {
      system += (system.empty() ? "" : "\n\n") + text.str();
    };
    if (const auto *text = content.get_ptr<const std::string *>())
      add(*text);
    else
      for (const Json &block : content)
        add(textOf(block, "text"));
    return std::nullopt;
  }
  if (role != "user" && role != "assistant")
    return "the `role` of a message is `user`, `assistant`, `system` or `developer`";
  messages.push_back({{"role", role.str()}, {"content", content}});
  return std::nullopt;
}

Fault readInput(const Json &body, ResponseRequest &request) {
  const Json *input = memberOf(body, "input");
  Json messages = Json::array();
  std::string system = textOf(body, "instructions").str();
  if (input && input->is_string()) {
    messages.push_back({{"role", "user"}, {"content", contentOf(*input)}});
  } else {
    for (const Json &item : input && input->is_array() ? *input : Json::array())
      if (Fault fault = addItem(item, messages, system))
        return fault;
  }
  if (messages.empty() || messages.back()["role"] != "user" || messages.back()["content"].is_null())
    return "`input` does not end with a message of the user";
  request.start["message"] = messages.back()["content"];
  messages.erase(messages.end() - 1);
  if (!messages.empty())
    request.start["history"] = std::move(messages);
  if (!system.empty())
    request.start["system"] = system;
  return std::nullopt;
}

Fault readTools(const Json &body, ResponseRequest &request) {
  const Json *tools = memberOf(body, "tools");
  if (!tools || tools->is_null())
    return std::nullopt;
  Json names = Json::array();
  if (!tools->is_array())
    return "`tools` is not a list";
  for (const Json &tool : *tools) {
    if (textOf(tool, "type") != "function" || textOf(tool, "name").empty())
      return "`tools` names functions of the agent's; it has no others";
    names.push_back(textOf(tool, "name").str());
  }
  if (!names.empty())
    request.start["tools"] = std::move(names);
  return std::nullopt;
}

/// Members that would change the answer, which is up to the sealed agent alone.
Fault readRest(const Json &body, ResponseRequest &request) {
  if (Fault fault = readFlag(body, "stream", request.isStreamed))
    return fault;
  if (Fault fault = readFlag(body, "background", request.isBackground))
    return fault;
  const Json *text = memberOf(body, "text"), *metadata = memberOf(body, "metadata");
  const Json *format = text ? memberOf(*text, "format") : nullptr;
  if (format && !format->is_null() && textOf(*format, "type") != "text")
    return "`text.format` is `text`; an agent's answers have no schema";
  if (metadata && !metadata->is_null() && !metadata->is_object())
    return "`metadata` is not an object";
  Json told = {{"background", request.isBackground},
               {"metadata", metadata && metadata->is_object() ? *metadata : Json::object()}};
  if (const llvm::StringRef words = textOf(body, "instructions"); !words.empty())
    told["instructions"] = words.str();
  if (const llvm::StringRef before = textOf(body, "previous_response_id"); !before.empty())
    told["previous_response_id"] = before.str();
  request.start["response"] = std::move(told);
  if (const llvm::StringRef user = textOf(body, "user"); !user.empty())
    request.start["userId"] = user.str();
  return std::nullopt;
}

std::variant<ResponseRequest, std::string> readRequest(const Json &body) {
  ResponseRequest request;
  request.agent = textOf(body, "model").str();
  if (request.agent.empty())
    return "`model` is not an agent's slug";
  for (const auto read : {readInput, readTools, readRest})
    if (Fault fault = read(body, request))
      return *fault;
  return request;
}

/// Prepends the messages of the previous response; false after refusing the call.
bool addPrevious(App &app, const SharedCall &call, ResponseRequest &request) {
  const llvm::StringRef before = textOf(request.start["response"], "previous_response_id");
  if (before.empty())
    return true;
  const std::optional<store::RunRecord> run =
      call->orMissing(app.runs().journal().find(call->key.tenant, runOfResponse(before)),
                      "there is no response `previous_response_id`");
  if (!run)
    return false;
  if (run->status != store::RunStatus::Completed) {
    call->refuse(400, "the response `previous_response_id` is not completed");
    return false;
  }
  std::optional<agents::RunState> state =
      call->orFail(agents::readState(app.runs().journal(), run->id));
  if (!state)
    return false;
  for (Json &message : request.start.value("history", Json::array()))
    state->messages.push_back(std::move(message));
  request.start["history"] = std::move(state->messages);
  if (call->conversation.empty())
    call->conversation = run->conversation;
  return true;
}

/// Answers with the current response of a run.
void answerNow(App &app, const SharedCall &call, const store::RunRecord &run) {
  static constexpr unsigned batch = 1000;
  ResponseView view(run, std::nullopt);
  for (uint64_t last = 0;;) {
    const auto events = call->orFail(app.runs().journal().read(run.id, last, batch));
    if (!events)
      return;
    for (const store::RunEvent &event : *events) {
      view.show(event);
      last = event.sequence;
    }
    if (events->size() < batch)
      return call->answer(200, view.whole(), {{"x-run-id", run.id}});
  }
}

} // namespace

std::optional<store::RunRecord> namedResponse(App &app, const SharedCall &call) {
  return call->orMissing(
      app.runs().journal().find(call->key.tenant, runOfResponse(call->parameters.front())),
      "there is no such response");
}

Json responseError(unsigned status, const Json &refusal) {
  // The AI SDK does not recognize an error with null members.
  const char *type = status == 404   ? "not_found"
                     : status == 429 ? "too_many_requests"
                     : status < 500  ? "invalid_request"
                                     : "server_error";
  return {{"error",
           {{"message", textOf(refusal, "error").str()},
            {"type", type},
            {"code", type},
            {"param", ""}}}};
}

void createResponse(App &app, const SharedCall &call) {
  const std::optional<Json> body = call->object();
  if (!body)
    return;
  auto read = readRequest(*body);
  if (const auto *fault = std::get_if<std::string>(&read))
    return call->refuse(400, *fault);
  auto &request = std::get<ResponseRequest>(read);
  const Json *conversation = memberOf(*body, "conversation");
  call->conversation = conversation && conversation->is_string() ? conversation->get<std::string>()
                       : conversation                            ? textOf(*conversation, "id").str()
                                                                 : "";
  if (!addPrevious(app, call, request))
    return;
  beginRun(app, call, request.agent, std::move(request.start),
           [&app, call, isStreamed = request.isStreamed,
            isBackground = request.isBackground](const std::string &id) {
             const std::optional<store::RunRecord> run = call->orMissing(
                 app.runs().journal().find(call->key.tenant, id), "there is no such response");
             if (!run)
               return;
             if (isBackground && !isStreamed)
               return answerNow(app, call, *run);
             app.runs().follow(call, id,
                               std::make_unique<ResponseView>(
                                   *run, isStreamed ? std::optional<int64_t>(-1) : std::nullopt));
           });
}

void showResponse(App &app, const SharedCall &call) {
  const std::optional<store::RunRecord> run = namedResponse(app, call);
  if (!run)
    return;
  if (call->query("stream").value_or("false") != "true")
    return answerNow(app, call, *run);
  int64_t after = -1;
  if (const auto given = call->query("starting_after"); given && !llvm::to_integer(*given, after))
    return call->refuse(400, "`starting_after` is not the number of an event");
  app.runs().follow(call, run->id, std::make_unique<ResponseView>(*run, after));
}

void cancelResponse(App &app, const SharedCall &call) {
  const std::optional<store::RunRecord> run = namedResponse(app, call);
  if (!run)
    return;
  if (run->status != store::RunStatus::Running)
    return answerNow(app, call, *run);
  app.runs().ordered(
      call, *run, {{"what", "cancel"}, {"by", call->key.name}},
      [](const agents::RunState &state) { return state.isOver; },
      [&app, call, run = *run] { answerNow(app, call, run); });
}

void listModels(App &app, const SharedCall &call) {
  const auto agents = call->orFail(app.store().agents(call->key.tenant));
  if (!agents)
    return;
  Json list = Json::array();
  for (const store::Agent &agent : *agents)
    list.push_back({{"id", agent.slug},
                    {"object", "model"},
                    {"created", agent.current.created},
                    {"owned_by", "agentc"}});
  call->answer(200, {{"object", "list"}, {"data", std::move(list)}});
}

} // namespace agentc::serve
