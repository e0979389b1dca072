#include "SchemaCheck.h"
#include "ServiceQuestion.h"

// The services of the base class: history, retrieval, model.

namespace agentc {

/// True if a question is about the call's own conversation or company, or does not say which.
bool Services::isOurs(const Question &question, const char *member, const std::string &own) const {
  std::string asked = question.text(member);
  return asked.empty() || own.empty() || asked == own;
}

/// The call's conversation by whom and which; each part ends where it ends.
std::string Services::historyKey() const {
  Json key = Json::array({company_, conversation_});
  // Input may name any company, but no tenant.
  if (const std::string &tenant = request_.context.tenant; !tenant.empty())
    key.push_back(tenant);
  return printJson(key, /*indented=*/false);
}

std::optional<Services::End> Services::getHistory(const Question &question) {
  if (!isOurs(question, "conversationId", conversation_))
    return question.refuse("the conversation is not this call's", /*isDenied=*/true);
  uint64_t most = std::min<uint64_t>(question.number("maxMessages", 50), 1000);
  llvm::Expected<Room *> room = platform_.roomOf(request_.context.tenant);
  llvm::Expected<Json> kept =
      room ? (*room)->history.get(historyKey(), most, question.number("ttl", 0))
           : llvm::Expected<Json>(room.takeError());
  if (!kept) {
    fail(kept.takeError());
    return question.refuse("the history cannot be read");
  }
  Json messages = Json::array();
  for (const PlatformScript::Message &message : script_.history)
    messages.push_back({{"role", message.role}, {"content", message.content}});
  messages.insert(messages.end(), kept->begin(), kept->end());
  if (messages.size() > most)
    messages.erase(messages.begin(), messages.end() - static_cast<ptrdiff_t>(most));
  return question.give(std::move(messages));
}

std::optional<Services::End> Services::appendHistory(const Question &question) {
  if (!isOurs(question, "conversationId", conversation_))
    return question.refuse("the conversation is not this call's", /*isDenied=*/true);
  auto messages = question.with.find("messages");
  bool isList = messages != question.with.end() && messages->is_array();
  auto isMessage = [](const Json &message) {
    return message.is_object() && message.contains("role") && message["role"].is_string() &&
           message.contains("content") && message["content"].is_string();
  };
  if (!isList || !llvm::all_of(*messages, isMessage))
    return question.refuse("the history takes a list of messages with `role` and `content`");
  llvm::Expected<Room *> room = platform_.roomOf(request_.context.tenant);
  if (llvm::Error error =
          room ? (*room)->history.append(historyKey(), *messages) : room.takeError()) {
    fail(std::move(error));
    return question.refuse("the history cannot be written");
  }
  return question.give(nullptr);
}

std::optional<Services::End> Services::search(const Question &question) {
  if (!isOurs(question, "companyId", company_))
    return question.refuse("the company is not this call's", /*isDenied=*/true);
  uint64_t limit = std::min<uint64_t>(question.number("limit", 5), 50);
  if (!script_.results.empty() || script_.knowledgeFolder.empty()) {
    Json results = parseJson(script_.results).value_or(Json::array());
    if (results.size() > limit)
      results.erase(results.begin() + static_cast<ptrdiff_t>(limit), results.end());
    return question.give(std::move(results));
  }
  Knowledge::Question asked{question.text("query"), {}, limit, 0};
  if (auto threshold = question.with.find("threshold");
      threshold != question.with.end() && threshold->is_number())
    asked.threshold = threshold->get<double>();
  if (auto categories = question.with.find("categoryIds");
      categories != question.with.end() && categories->is_array())
    for (const Json &category : *categories)
      if (category.is_string())
        asked.categories.push_back(category.get<std::string>());
  double begin = cpuMs();
  llvm::Expected<Knowledge *> knowledge = platform_.knowledgeOf(script_.knowledgeFolder);
  // Whoever asks first does not pay for the folder.
  spentMs_ -= cpuMs() - begin;
  llvm::Expected<Json> results =
      knowledge ? (*knowledge)->search(asked) : llvm::Expected<Json>(knowledge.takeError());
  if (!results) {
    fail(results.takeError());
    return question.refuse("the knowledge base cannot be read");
  }
  return question.give(std::move(*results));
}

std::optional<Services::End> Services::checkArguments(const Question &question) {
  auto arguments = question.with.find("arguments");
  std::optional<std::string> fault =
      findInvalidArguments(request_, question.text("tool"),
                           arguments == question.with.end() ? Json(nullptr) : Json(*arguments));
  return question.give(fault ? Json(*fault) : Json(nullptr));
}

/// The text of a message, if it has one.
static std::string contentOf(const Json &messages) {
  if (!messages.is_array() || messages.empty() || !messages.back().is_object())
    return {};
  auto content = messages.back().find("content");
  const auto *text =
      content == messages.back().end() ? nullptr : content->get_ptr<const std::string *>();
  return text ? *text : std::string();
}

const PlatformScript::ModelAnswer *Services::nextAnswer(const Json &messages) {
  const std::vector<PlatformScript::ModelAnswer> &answers = *script_.answers;
  std::string last = contentOf(messages);
  given_.resize(answers.size());
  for (const PlatformScript::ModelAnswer &answer : answers)
    if (answer.when && llvm::StringRef(last).contains_insensitive(*answer.when))
      return &answer;
  for (size_t i = 0; i < answers.size(); ++i)
    if (!answers[i].when && !given_[i]) {
      given_[i] = true;
      return &answers[i];
    }
  return nullptr;
}

std::optional<Services::End> Services::chat(const Question &question) {
  if (!script_.answers)
    return question.refuse("the sandbox has no model; a platform file gives its answers");
  auto messages = question.with.find("messages");
  Json nothing;
  const PlatformScript::ModelAnswer *answer =
      nextAnswer(messages == question.with.end() ? nothing : *messages);
  if (!answer)
    return question.refuse("the platform file has no answer left for this message");
  if (answer->error)
    return question.refuse(*answer->error);
  if (answer->deltas.empty() && !answer->content.empty())
    question.answer({{"part", answer->content}});
  for (const std::string &delta : answer->deltas)
    question.answer({{"part", delta}});
  Json response = {{"content", answer->content}};
  for (const PlatformScript::ToolCall &call : answer->toolCalls)
    response["toolCalls"].push_back(
        {{"id", call.id.empty() ? "call_" + std::to_string(++toolCalls_) : call.id},
         {"name", call.name},
         {"arguments", parseJson(call.arguments).value_or(Json::object())}});
  if (!answer->usage.empty())
    response["usage"] = parseJson(answer->usage).value_or(Json());
  response["stopReason"] = answer->toolCalls.empty() ? "end_turn" : "tool_use";
  return question.give(std::move(response));
}

} // namespace agentc
