#include "Runs/ResponseView.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Models/Members.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc::serve {

using namespace agents;
using models::textOf;

std::string responseId(llvm::StringRef run) {
  run.consume_front("run_");
  return ("resp_" + run).str();
}

std::string runOfResponse(llvm::StringRef response) {
  return response.consume_front("resp_") ? ("run_" + response).str() : std::string();
}

ResponseView::ResponseView(const store::RunRecord &run, std::optional<int64_t> after)
    : id_(run.id), after_(after) {
  head_ = {{"id", responseId(run.id)},
           {"object", "response"},
           {"created_at", run.created / 1000},
           {"completed_at", nullptr},
           {"status", "queued"},
           {"background", false},
           {"error", nullptr},
           {"incomplete_details", nullptr},
           {"instructions", nullptr},
           {"max_output_tokens", nullptr},
           {"max_tool_calls", nullptr},
           {"metadata", Json::object()},
           {"model", run.agent},
           {"parallel_tool_calls", true},
           {"previous_response_id", nullptr},
           {"prompt_cache_key", nullptr},
           {"reasoning", nullptr},
           {"safety_identifier", nullptr},
           {"service_tier", "default"},
           {"store", true},
           {"temperature", nullptr},
           {"text", {{"format", {{"type", "text"}}}}},
           {"tool_choice", "auto"},
           {"tools", Json::array()},
           {"top_logprobs", 0},
           {"top_p", nullptr},
           {"presence_penalty", 0},
           {"frequency_penalty", 0},
           {"truncation", "disabled"},
           {"usage", nullptr}};
}

Json ResponseView::whole() const {
  Json whole = head_;
  Json &output = whole["output"] = Json::array();
  for (const Item &item : items_)
    if (!item.isVoid)
      output.push_back(item.json);
  return whole;
}

void ResponseView::emit(llvm::StringRef type, Json members) {
  const int64_t number = sequence_++;
  if (!after_ || number <= *after_)
    return;
  members["type"] = type.str();
  members["sequence_number"] = number;
  out_ += "event: " + type.str() + "\ndata: " + printJson(members, /*indented=*/false) + "\n\n";
}

void ResponseView::emitResponse(llvm::StringRef type) {
  // No events are made for a client that wants none.
  emit(type, after_ ? Json({{"response", whole()}}) : Json::object());
}

void ResponseView::start(const store::RunEvent &event, const Json &data) {
  const Json told = data.value("response", Json::object());
  head_.update(told);
  head_["created_at"] = event.time / 1000;
  head_["status"] = "in_progress";
  emitResponse("response.created");
  emitResponse("response.in_progress");
}

size_t ResponseView::add(Json item) {
  const size_t place = items_.size();
  emit("response.output_item.added", {{"output_index", place}, {"item", item}});
  items_.push_back({std::move(item)});
  return place;
}

void ResponseView::close(size_t place) {
  emit("response.output_item.done", {{"output_index", place}, {"item", items_[place].json}});
}

void ResponseView::closeUnfinished(size_t place) {
  items_[place].json["status"] = "incomplete";
  close(place);
}

static Json partOf(const Json &item) {
  return item["content"].empty() ? Json::object() : item["content"][0];
}

void ResponseView::addText(llvm::StringRef type, llvm::StringRef text) {
  const bool isMessage = type == "message";
  hasText_ |= isMessage;
  if (text_ && items_[*text_].json["type"] != type.str())
    closeText(/*isVoid=*/false);
  if (!text_) {
    const std::string id =
        (isMessage ? "msg_" : "rs_") + id_.substr(4) + "_" + std::to_string(items_.size());
    Json item = {
        {"id", id}, {"type", type.str()}, {"status", "in_progress"}, {"content", Json::array()}};
    if (isMessage)
      item["role"] = "assistant";
    else
      item["summary"] = Json::array();
    text_ = add(std::move(item));
    Json part = {{"type", isMessage ? "output_text" : "reasoning_text"}, {"text", ""}};
    if (isMessage) {
      part["annotations"] = Json::array();
      part["logprobs"] = Json::array();
    }
    emit("response.content_part.added",
         {{"item_id", id}, {"output_index", *text_}, {"content_index", 0}, {"part", part}});
    items_[*text_].json["content"].push_back(std::move(part));
  }
  Json &item = items_[*text_].json;
  item["content"][0]["text"].get_ref<std::string &>() += text;
  Json delta = {{"item_id", item["id"]},
                {"output_index", *text_},
                {"content_index", 0},
                {"delta", text.str()}};
  if (isMessage)
    delta["logprobs"] = Json::array();
  emit(isMessage ? "response.output_text.delta" : "response.reasoning_text.delta",
       std::move(delta));
}

llvm::StringRef ResponseView::lastText() const {
  for (const Item &item : llvm::reverse(items_))
    if (item.json["type"] == "message" && !item.isVoid)
      return item.json["content"][0]["text"].get_ref<const std::string &>();
  return "";
}

void ResponseView::closeText(bool isVoid) {
  if (!text_)
    return;
  const size_t place = *std::exchange(text_, std::nullopt);
  Json &item = items_[place].json;
  item["status"] = isVoid ? "incomplete" : "completed";
  items_[place].isVoid = isVoid;
  const bool isMessage = item["type"] == "message";
  const Json part = partOf(item);
  Json done = {{"item_id", item["id"]},
               {"output_index", place},
               {"content_index", 0},
               {"text", part["text"]}};
  if (isMessage)
    done["logprobs"] = Json::array();
  emit(isMessage ? "response.output_text.done" : "response.reasoning_text.done", std::move(done));
  emit("response.content_part.done",
       {{"item_id", item["id"]}, {"output_index", place}, {"content_index", 0}, {"part", part}});
  close(place);
}

void ResponseView::takeAnswer(const Json &data) {
  inputs_.clear();
  // Code may ask a model without showing the answer.
  const bool hadText =
      hasText_ || data.contains("question"); // some APIs do not stream a short answer
  for (const Json &block : data.value("content", Json::array())) {
    if (textOf(block, "type") == "tool_use")
      inputs_[textOf(block, "id").str()] = block.value("input", Json::object());
    else if (!hadText && !textOf(block, "text").empty() && textOf(block, "type") == "text")
      addText("message", textOf(block, "text"));
  }
  closeText(/*isVoid=*/false);
  hasText_ = false;
}

void ResponseView::takeCall(const Json &data) {
  const std::string id = textOf(data, "id").str();
  if (calls_.count(id)) // repeated after a crash
    return;
  calls_[id] = add({{"id", "tc_" + id_.substr(4) + "_" + std::to_string(items_.size())},
                    {"type", "agentc:tool_call"},
                    {"status", "in_progress"},
                    {"call_id", id},
                    {"name", textOf(data, "tool").str()},
                    {"arguments", printJson(inputs_[id], /*indented=*/false)}});
}

void ResponseView::endCall(const Json &data) {
  takeCall(data); // refused before it began
  const auto found = calls_.find(textOf(data, "id").str());
  const size_t place = found->second;
  calls_.erase(found);
  Json &item = items_[place].json;
  const Json result = data.value("result", Json::object());
  const bool isOk = textOf(data, "status") == "ok";
  item["status"] = isOk ? "completed" : "incomplete";
  item["outcome"] = textOf(data, "status").str();
  item["output"] = result.value("content", Json(""));
  close(place);
}

void ResponseView::ask(uint64_t approval, const Json &data) {
  Json item = data;
  item["call_id"] = data.value("id", "");
  item["id"] = "apr_" + id_.substr(4) + "_" + std::to_string(approval);
  item["type"] = "agentc:approval_request";
  item["status"] = "in_progress";
  item["approval"] = approval;
  questions_[approval] = add(std::move(item));
}

void ResponseView::takeDecision(const Json &data) {
  const auto found = questions_.find(data.value("approval", uint64_t(0)));
  if (found == questions_.end())
    return;
  const size_t place = found->second;
  questions_.erase(found);
  items_[place].json["status"] = "completed";
  items_[place].json["decision"] = textOf(data, "decision").str();
  close(place);
}

static Json usageOf(const Json &data) {
  const models::ModelUsage usage = models::usageFromJson(data.value("usage", Json::object()));
  const uint64_t input = usage.input + usage.cacheRead + usage.cacheWritten;
  return {{"input_tokens", input},
          {"input_tokens_details",
           {{"cached_tokens", usage.cacheRead}, {"cache_write_tokens", usage.cacheWritten}}},
          {"output_tokens", usage.output},
          {"output_tokens_details", {{"reasoning_tokens", 0}}},
          {"total_tokens", input + usage.output}};
}

void ResponseView::finish(const store::RunEvent &event, const Json &data) {
  const bool isDone = event.kind == events::completed;
  if (isDone && data.contains("result") && textOf(data, "content") != lastText()) {
    closeText(/*isVoid=*/false);
    addText("message", textOf(data, "content"));
  }
  closeText(/*isVoid=*/!isDone);
  // Calls and questions that were under way when the run failed or was cancelled.
  for (const auto &[id, place] : calls_)
    closeUnfinished(place);
  for (const auto &[approval, place] : questions_)
    closeUnfinished(place);
  head_["usage"] = usageOf(data);
  const llvm::StringRef reason = textOf(data, "stopReason"), code = textOf(data, "code");
  if (isDone && (reason == "max_tokens" || reason == "refusal")) {
    head_["status"] = "incomplete";
    head_["incomplete_details"] = {
        {"reason", reason == "refusal" ? "content_filter" : "max_output_tokens"}};
    emitResponse("response.incomplete");
  } else if (isDone) {
    head_["status"] = "completed";
    head_["completed_at"] = event.time / 1000;
    emitResponse("response.completed");
  } else {
    const bool isCancelled = event.kind == events::cancelled;
    head_["status"] = isCancelled ? "cancelled" : "failed";
    // The API's own codes; the message says more.
    if (!isCancelled)
      head_["error"] = {{"code", code == "rate_limited"      ? "rate_limit_exceeded"
                                 : code == "invalid_request" ? "invalid_prompt"
                                                             : "server_error"},
                        {"message", (textOf(data, "message") + " (" + code + ")").str()}};
    emitResponse("response.failed");
  }
  if (after_)
    out_ += "data: [DONE]\n\n";
}

std::string ResponseView::show(const store::RunEvent &event) {
  out_.clear();
  const llvm::StringRef kind = event.kind;
  const Json data = parseJson(event.data).value_or(Json::object());
  if (kind == events::started)
    start(event, data);
  else if (kind == events::delta)
    addText("message", textOf(data, "text"));
  else if (kind == events::thought)
    addText("reasoning", textOf(data, "text"));
  else if (kind == events::answered)
    takeAnswer(data);
  else if (kind == events::retried || kind == events::resumed)
    closeText(/*isVoid=*/true), hasText_ = false;
  else if (kind == events::callStarted)
    takeCall(data);
  else if (kind == events::callEnded)
    endCall(data);
  else if (kind == events::approvalAsked)
    ask(event.sequence, data);
  else if (kind == events::approvalGiven)
    takeDecision(data);
  else if (endsRun(event))
    finish(event, data);
  return std::move(out_);
}

} // namespace agentc::serve
