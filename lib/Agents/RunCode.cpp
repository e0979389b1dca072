// The part of a run that is an agent's own code: answers its questions and reports its events.
// After a crash the code runs again from its beginning, and gets the answers that the journal
// has.

#include "RunCode.h"

#include "CodeQuestion.h"

#include "agentc/Models/Members.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::agents {

using models::textOf;

void AgentLoop::Run::Code::start(bool isRepeated) {
  skippedCalls_ = isRepeated ? run_.state_.codeCalls : 0;
  known_ = run_.state_.questions.size();
  knownSearches_ = run_.state_.searches.size();
  const Json input = run_.state_.calls.front().input;
  if (!run_.append(events::codeStarted, {{"changesNothing", run_.agent_.code->changesNothing},
                                         {"isRepeated", isRepeated}}))
    return;
  const std::string id = codeCall.str();
  ToolHost::CodeListener listener;
  listener.onEvent = [this](const CallEvent &event) {
    const auto self = run_.shared_from_this();
    takeEvent(event);
  };
  listener.onQuestion = [this](const CallQuestion &question) {
    const auto self = run_.shared_from_this();
    takeQuestion(question);
  };
  listener.onReport = [this, id](const ToolReport &report) {
    const auto self = run_.shared_from_this();
    const auto ended = std::move(run_.calls_[id]);
    run_.calls_.erase(id);
    finish(report);
    run_.loop_.checkIdle();
  };
  run_.calls_[id] = run_.agent_.host->callCode(input, std::move(listener));
}

void AgentLoop::Run::Code::reply(uint32_t question, const Json &answer) {
  if (const auto call = run_.calls_.find(codeCall.str()); call != run_.calls_.end() && call->second)
    call->second->answer(question, answer);
}

static Json refusal(llvm::StringRef code, llvm::StringRef message) {
  return {{"error", {{"code", code.str()}, {"message", message.str()}}}};
}

void AgentLoop::Run::Code::refuse(uint32_t question, llvm::StringRef code,
                                  const std::string &message) {
  lastFailure_ = models::ModelFailure{code.str(), message};
  reply(question, refusal(code, message));
}

void AgentLoop::Run::Code::takeQuestion(const CallQuestion &question) {
  const Json with = parseJson(question.with).value_or(Json::object());
  if (question.service == "llm.chat")
    return takeChat(question.number, with);
  if (question.service == "history.get")
    return tellHistory(question.number, with);
  if (question.service == "history.append")
    return remember(question.number, with);
  if (question.service == "rag.search")
    return takeSearch(question.number, with);
  refuse(question.number, "no_service", "runs have no service `" + question.service + "`");
}

void AgentLoop::Run::Code::tellHistory(uint32_t question, const Json &with) {
  Json messages = run_.state_.history;
  for (size_t i = 0; i < appends_ && i < run_.state_.appends.size(); ++i)
    for (const Json &message : run_.state_.appends[i])
      messages.push_back(message);
  // The code sees a client's messages as texts, in the form of its own history.
  for (Json &message : messages)
    if (message["content"].is_array())
      message["content"] = textOfContent(message["content"]);
  const uint64_t most = with.contains("maxMessages") ? models::countOf(with, "maxMessages") : 0;
  if (most > 0 && messages.size() > most)
    messages.erase(messages.begin(), messages.end() - static_cast<ptrdiff_t>(most));
  reply(question, {{"value", std::move(messages)}});
}

void AgentLoop::Run::Code::remember(uint32_t question, const Json &with) {
  const Json messages = with.value("messages", Json());
  const auto isMessage = [](const Json &message) {
    const llvm::StringRef role = textOf(message, "role");
    const Json *content = models::memberOf(message, "content");
    return (role == "user" || role == "assistant") && content && content->is_string();
  };
  if (!messages.is_array() || !llvm::all_of(messages, isMessage))
    return refuse(question, "bad_messages",
                  "the history takes a list of messages with "
                  "`role` and `content`");
  // One that was appended before a crash is in the journal.
  if (appends_ >= run_.state_.appends.size() &&
      !run_.append(events::remembered, {{"messages", messages}}))
    return;
  ++appends_;
  reply(question, {{"value", nullptr}});
}

void AgentLoop::Run::Code::takeChat(uint32_t question, const Json &with) {
  for (const CodeQuestion &known : run_.state_.questions) {
    if (known.number > known_ || known.with != with || !taken_.insert(known.number).second)
      continue;
    asks_[known.number].question = question;
    return known.answer ? giveAnswer(known.number, /*isShown=*/false) : ask(known.number);
  }
  if (taken_.size() < known_ && !std::exchange(hasDiverged_, true)) {
    skippedCalls_ = 0;
    if (!run_.append(events::codeDiverged, {{"answers", known_ - taken_.size()}}))
      return;
  }
  if (run_.state_.questions.size() - (hasDiverged_ ? known_ : 0) >= run_.agent_.rounds)
    return refuse(question, "rounds_used_up",
                  "the agent has asked models " + std::to_string(run_.agent_.rounds) +
                      " times, which is all it may");
  auto request = readCodeQuestion(with, run_.state_, run_.loop_.services_.settings.maxTokens);
  if (const auto *fault = std::get_if<std::string>(&request))
    return refuse(question, "invalid_request", *fault);
  const std::string word = textOf(with, "model").str();
  const std::vector<models::ModelName> models = modelsFor(with);
  if (models.empty())
    return refuse(question, "model_not_found",
                  word.empty() ? "no model is named, and the server has no `default`"
                               : "the server has no model `" + word + "`");
  const uint64_t number = run_.state_.questions.size() + 1;
  if (!run_.append(events::asked,
                   {{"question", number},
                    {"model", models.front().text()},
                    {"round", number},
                    {"of", run_.agent_.rounds},
                    {"request", with}},
                   store::Durability::Process))
    return;
  asks_[number].question = question;
  ask(number);
}

std::vector<models::ModelName> AgentLoop::Run::Code::modelsFor(const Json &with) const {
  const llvm::StringRef word = textOf(with, "model");
  if (word.empty())
    return run_.agent_.models;
  const std::optional<models::ModelName> found = run_.loop_.services_.settings.find("", word);
  return found ? run_.loop_.services_.settings.withFallbacks(*found)
               : std::vector<models::ModelName>();
}

bool AgentLoop::Run::Code::isStreamed(uint64_t number) const {
  return run_.state_.questions[number - 1].with.value("stream", Json()) == Json(true);
}

/// Shows text, unless it was shown before a crash; false if the run does nothing more here.
bool AgentLoop::Run::Code::show(llvm::StringRef text) {
  if (skippedCalls_ > 0 || text.empty())
    return true;
  shown_ += text;
  return run_.append(events::delta, {{"text", text.str()}}, store::Durability::Process);
}

void AgentLoop::Run::Code::release() {
  for (const uint64_t number : std::exchange(held_, {}))
    ask(number);
}

void AgentLoop::Run::Code::ask(uint64_t number) {
  if (run_.state_.isPaused) {
    held_.push_back(number);
    return;
  }
  const models::ModelSettings &settings = run_.loop_.services_.settings;
  const CodeQuestion &asked = run_.state_.questions[number - 1];
  const std::vector<models::ModelName> models = modelsFor(asked.with);
  auto request = readCodeQuestion(asked.with, run_.state_, settings.maxTokens);
  const models::ModelName name =
      models.empty() ? models::ModelName() : models[std::min(asked.model, models.size() - 1)];
  const auto provider = settings.providers.find(name.provider);
  if (provider == settings.providers.end() || std::holds_alternative<std::string>(request))
    return failAnswer(number,
                      {"model_not_found", "there is no model `" + name.text() + "` any more"});
  auto &body = std::get<models::ModelRequest>(request);
  body.model = name.model;
  asks_[number].shown = shown_.size();
  asks_[number].asked = run_.loop_.services_.models.ask(
      provider->second, settings.timeouts, body,
      [this, number](const std::vector<models::ModelDelta> &deltas) {
        const auto self = run_.shared_from_this();
        for (const models::ModelDelta &delta : deltas)
          if (delta.kind == models::ModelDelta::Kind::Text && isStreamed(number)) {
            asks_[number].isShown = true;
            if (!show(delta.text))
              return;
          }
      },
      [this, number](std::variant<models::ModelAnswer, models::ModelFailure> end) {
        const auto self = run_.shared_from_this();
        const auto asked = std::move(asks_[number].asked);
        if (const auto *answer = std::get_if<models::ModelAnswer>(&end))
          takeAnswer(number, *answer);
        else
          takeFailure(number, std::get<models::ModelFailure>(end));
      });
}

void AgentLoop::Run::Code::takeAnswer(uint64_t number, const models::ModelAnswer &answer) {
  const CodeQuestion &asked = run_.state_.questions[number - 1];
  const std::vector<models::ModelName> models = modelsFor(asked.with);
  Json data = run_.answerData(answer, models[std::min(asked.model, models.size() - 1)]);
  data["question"] = number;
  if (run_.append(events::answered, data))
    giveAnswer(number, asks_[number].isShown);
}

void AgentLoop::Run::Code::giveAnswer(uint64_t number, bool isShown) {
  const CodeQuestion &asked = run_.state_.questions[number - 1];
  const uint32_t question = asks_[number].question;
  if (!asked.answer->contains("content"))
    return refuse(question, textOf(*asked.answer, "code"), textOf(*asked.answer, "message").str());
  Json answer = answerForCode(*asked.answer, asked.with);
  if (isStreamed(number) && !isShown && !show(textOf(answer, "content")))
    return;
  reply(question, {{"value", std::move(answer)}});
}

void AgentLoop::Run::Code::failAnswer(uint64_t number, const models::ModelFailure &failure) {
  lastFailure_ = failure;
  if (run_.append(events::unanswered,
                  {{"question", number}, {"code", failure.code}, {"message", failure.message}}))
    giveAnswer(number, /*isShown=*/true);
}

void AgentLoop::Run::Code::takeFailure(uint64_t number, const models::ModelFailure &failure) {
  const CodeQuestion &asked = run_.state_.questions[number - 1];
  std::optional<Json> again =
      run_.retryAfter(failure, asked.attempts, asked.model, modelsFor(asked.with));
  if (!again)
    return failAnswer(number, failure);
  (*again)["question"] = number;
  const std::chrono::milliseconds wait((*again)["waitMs"].get<int64_t>());
  if (!run_.append(events::retried, *again))
    return;
  // Clients take all text since the last tool for void; what was said before this question is not.
  Ask &open = asks_[number];
  shown_.resize(std::min(shown_.size(), open.shown));
  if (!shown_.empty() &&
      !run_.append(events::delta, {{"text", shown_}}, store::Durability::Process))
    return;
  open.isShown = false;
  open.timer = run_.loop_.services_.loop.after(wait, [this, number] {
    const auto self = run_.shared_from_this();
    const auto timer = std::move(asks_[number].timer);
    ask(number);
  });
}

void AgentLoop::Run::Code::takeEvent(const CallEvent &event) {
  const Json data = parseJson(event.data).value_or(Json::object());
  if (event.name == "tool_call")
    return takeCall(textOf(data, "tool").str(), textOf(data, "status"));
  if (skippedCalls_ > 0 || run_.isDropped_)
    return;
  if (event.name == "thinking") {
    run_.append(events::codeStepped, data, store::Durability::Process);
  } else if (const llvm::StringRef text = textOf(data, "content");
             event.name == "delta" && !text.empty()) {
    show(text);
  }
}

void AgentLoop::Run::Code::takeCall(const std::string &tool, llvm::StringRef status) {
  const bool begins = status == "running";
  if (!begins && status != "completed" && status != "failed")
    return;
  auto &open = open_;
  auto call = llvm::find_if(open, [&](const auto &one) { return one.second == tool; });
  if (begins)
    call = open.insert(open.end(), {"tool_" + std::to_string(++begun_), tool});
  else if (call == open.end())
    return;
  Json data = {{"id", call->first}, {"tool", tool}};
  if (!begins)
    open.erase(call);
  if (skippedCalls_ > 0) { // it was told before the crash
    --skippedCalls_;
    return;
  }
  shown_.clear();
  if (!begins) {
    data["status"] = status == "completed" ? "ok" : outcomeName(Outcome::Threw).str();
    data["result"] = Json::object();
  }
  run_.append(begins ? events::callStarted : events::callEnded, data);
}

void AgentLoop::Run::Code::finish(const ToolReport &report) {
  const std::string message = report.error ? report.error->message : "";
  if (report.outcome != Outcome::Ok) {
    // If the code let a model's failure pass, that is its own failure.
    const bool isModels = lastFailure_ && message == lastFailure_->message;
    return run_.fail(isModels ? llvm::StringRef(lastFailure_->code) : outcomeName(report.outcome),
                     message);
  }
  const Json result = parseJson(report.result).value_or(Json());
  const Json *content = models::memberOf(result, "content"),
             *metadata = models::memberOf(result, "metadata");
  Json data = {{"stopReason", "end_turn"}, {"rounds", run_.state_.rounds}, {"result", result}};
  data["content"] = content && content->is_string() ? *content
                    : result.is_string()            ? result
                                                    : Json(printJson(result, /*indented=*/false));
  if (metadata && metadata->is_object())
    data["metadata"] = *metadata;
  if (!run_.settleSignals(textOf(data, "content")))
    return;
  Json remembered = Json::array();
  for (const Json &messages : run_.state_.appends)
    for (const Json &each : messages)
      remembered.push_back(each);
  data["history"] = std::move(remembered);
  data["toolsUsed"] = run_.state_.toolsUsed;
  run_.end(events::completed, store::RunStatus::Completed, std::move(data));
}

} // namespace agentc::agents
