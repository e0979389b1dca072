#include "InputRequests.h"

#include "StateSeal.h"

#include "agentc/Support/Text.h"

namespace agentc {

namespace {

/// The limits on the requests of one answer, on a key of theirs, on the bytes of all, and of the
/// bundle's state.
constexpr size_t mostRequests = 32, mostKeyBytes = 128, mostBytes = 256 << 10,
                 mostStateBytes = 64 << 10;

RpcFault malformed(const std::string &why) {
  return {RpcError::Internal, "it asks the client for input, but " + why};
}

const Json *object(const Json &json, const char *name) {
  const Json *found = member(json, name);
  return found && found->is_object() ? found : nullptr;
}

const std::string *text(const Json &json, const char *name) {
  const Json *found = member(json, name);
  return found ? found->get_ptr<const std::string *>() : nullptr;
}

/// One request as it is passed on, and the capability that it needs.
struct Request {
  Json json;
  Json needs;
  bool isDeclared;
};

std::optional<Request> readPage(const Json &params, const Json &capabilities) {
  const std::string *message = text(params, "message"), *url = text(params, "url");
  if (!message || !url || escapeForTerminal(*url) != *url ||
      !(llvm::StringRef(*url).starts_with("https://") ||
        llvm::StringRef(*url).starts_with("http://")))
    return std::nullopt;
  const Json *kinds = object(capabilities, "elicitation");
  return Request{{{"mode", "url"},
                  {"message", escapeForTerminal(*message, /*keepLayout=*/true)},
                  {"url", *url}},
                 {{"elicitation", {{"url", Json::object()}}}},
                 kinds && object(*kinds, "url")};
}

/// A form whose fields are simple values.
std::optional<Request> readForm(const Json &params, const Json &capabilities) {
  const std::string *message = text(params, "message");
  const Json *schema = object(params, "requestedSchema");
  const Json *fields = schema ? object(*schema, "properties") : nullptr;
  if (!message || !fields || schema->value("type", Json()) != Json("object"))
    return std::nullopt;
  for (const auto &[name, field] : fields->items())
    if (!field.is_object() || field.contains("properties"))
      return std::nullopt;
  return Request{{{"mode", "form"},
                  {"message", escapeForTerminal(*message, /*keepLayout=*/true)},
                  {"requestedSchema", *schema}},
                 {{"elicitation", {{"form", Json::object()}}}},
                 asksPeople(capabilities)};
}

std::optional<Request> readSampling(const Json &params, const Json &capabilities) {
  const Json *messages = member(params, "messages"), *most = member(params, "maxTokens");
  if (!messages || !messages->is_array() || !most || !most->is_number())
    return std::nullopt;
  for (const Json &message : *messages)
    if (!text(message, "role") || !member(message, "content"))
      return std::nullopt;
  Json needs = Json::object();
  if (params.contains("tools") || params.contains("toolChoice"))
    needs["tools"] = Json::object();
  if (const Json *context = member(params, "includeContext"); context && *context != Json("none"))
    needs["context"] = Json::object();
  const Json *kinds = object(capabilities, "sampling");
  bool isDeclared = kinds != nullptr;
  for (const auto &[kind, _] : needs.items())
    isDeclared = isDeclared && object(*kinds, kind.c_str());
  return Request{params, {{"sampling", std::move(needs)}}, isDeclared};
}

std::optional<Request> readRequest(const Json &request, const Json &capabilities) {
  const Json none = Json::object();
  const std::string *method = text(request, "method");
  const Json *params = request.is_object() ? object(request, "params") : nullptr;
  std::optional<Request> read;
  if (!method)
    return std::nullopt;
  if (*method == "roots/list")
    read = {none, {{"roots", none}}, object(capabilities, "roots") != nullptr};
  else if (params && *method == "sampling/createMessage")
    read = readSampling(*params, capabilities);
  else if (params && *method == "elicitation/create")
    read = params->value("mode", Json()) == Json("url") ? readPage(*params, capabilities)
                                                        : readForm(*params, capabilities);
  if (read)
    read->json = {{"method", *method}, {"params", std::move(read->json)}};
  return read;
}

/// The requests of an answer, checked.
std::variant<Json, RpcFault> readRequests(const Json &requests, const Json &capabilities) {
  if (!requests.is_object() || requests.size() > mostRequests)
    return malformed("`inputRequests` is not an object of at most " + std::to_string(mostRequests) +
                     " requests");
  Json all = Json::object(), missing = Json::object();
  for (const auto &[key, value] : requests.items()) {
    if (key.empty() || key.size() > mostKeyBytes || escapeForTerminal(key) != key)
      return malformed("a key of `inputRequests` is not a readable text of at most " +
                       std::to_string(mostKeyBytes) + " bytes");
    std::optional<Request> request = readRequest(value, capabilities);
    if (!request)
      return malformed("`" + key + "` is not one of the protocol's requests");
    if (!request->isDeclared)
      missing.merge_patch(request->needs);
    all[key] = std::move(request->json);
  }
  if (!missing.empty())
    return RpcFault{missingCapability,
                    "the client did not declare what this call asks it for",
                    {{"requiredCapabilities", std::move(missing)}}};
  if (printJson(all, /*indented=*/false).size() > mostBytes)
    return malformed("`inputRequests` has more than " + std::to_string(mostBytes) + " bytes");
  return all;
}

} // namespace

bool asksPeople(const Json &capabilities) {
  const Json *kinds = object(capabilities, "elicitation");
  return kinds && (kinds->empty() || kinds->contains("form"));
}

bool asksForInput(const Json &answer) {
  const Json *type = member(answer, "resultType");
  return type && *type == Json("input_required");
}

std::variant<InputAnswers, RpcFault> readAnswers(const Json &params, llvm::StringRef subject) {
  auto invalid = [](const char *why) { return RpcFault{RpcError::InvalidParams, why}; };
  InputAnswers answers;
  if (const Json *responses = member(params, "inputResponses")) {
    if (!responses->is_object())
      return invalid("`inputResponses` is not an object");
    for (const Json &response : *responses)
      if (!response.is_object())
        return invalid("a response in `inputResponses` is not an object");
    answers.responses = *responses;
  }
  if (const Json *state = member(params, "requestState")) {
    const std::string *given = state->get_ptr<const std::string *>();
    std::optional<SealedState> opened = given ? openState(*given, subject) : std::nullopt;
    if (!opened)
      return invalid("`requestState` is not one that was given for this request");
    answers.state = std::move(opened->state);
    answers.isApproved = opened->isApproved;
  }
  return answers;
}

void addClient(CallContext &context, const Json &capabilities, const InputAnswers &answers) {
  Json agent = parseJson(context.agent).value_or(Json::object());
  Json &client = agent["mcp"] = {{"capabilities", capabilities}};
  if (!answers.responses.is_null())
    client["inputResponses"] = answers.responses;
  if (answers.state)
    client["requestState"] = *answers.state;
  context.agent = printJson(agent, /*indented=*/false);
}

std::variant<Json, RpcFault> inputRequired(const Json &answer, const Json &capabilities,
                                           bool isApproved, llvm::StringRef subject) {
  const Json *requests = member(answer, "inputRequests"), *state = member(answer, "requestState");
  if (!requests && !state)
    return malformed("it has neither `inputRequests` nor `requestState`");
  Json result = Json::object();
  if (requests) {
    std::variant<Json, RpcFault> read = readRequests(*requests, capabilities);
    if (std::holds_alternative<RpcFault>(read))
      return read;
    result["inputRequests"] = std::move(std::get<Json>(read));
  }
  SealedState sealed{std::nullopt, isApproved};
  if (state) {
    const std::string *own = state->get_ptr<const std::string *>();
    if (!own || own->size() > mostStateBytes)
      return malformed("`requestState` is not a string of at most " +
                       std::to_string(mostStateBytes) + " bytes");
    sealed.state = *own;
  }
  if (sealed.state || isApproved)
    result["requestState"] = sealState(sealed, subject);
  return result;
}

} // namespace agentc
