#include "ServiceQuestion.h"

#include <array>
#include <ctime>

namespace agentc {

/// Of all answers to one call.
static constexpr uint64_t mostAnswerBytes = 64 << 20;
/// Questions of one call that the client has at once.
static constexpr size_t mostOpen = 64;

double cpuMs() {
  timespec now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

bool callsAgent(const ToolRequest &request) {
  return request.image->style == BundleStyle::BaseAgent && !request.tool &&
         request.mode == ToolRequest::Mode::Call;
}

/// A member of the input that is a string.
static std::string inputText(const ToolRequest &request, const char *member) {
  std::optional<Json> input = callsAgent(request) ? parseJson(request.input) : std::nullopt;
  if (!input || !input->is_object() || !input->contains(member) || !(*input)[member].is_string())
    return {};
  return (*input)[member].get<std::string>();
}

std::string conversationOf(const ToolRequest &request) {
  std::string conversation = inputText(request, "conversationId");
  if (conversation.empty())
    conversation = request.context.conversationId;
  return conversation.empty() ? "conversation" : conversation;
}

Services::Services(const ToolRequest &request, ToolReport &report, Platform &platform)
    : request_(request), report_(report), platform_(platform),
      conversation_(conversationOf(request)), company_(inputText(request, "companyId")) {
  if (company_.empty())
    company_ = request.context.organizationSlug;
  if (std::optional<Json> json = parseJson(request.platform)) {
    // A request's platform was checked when it was read.
    if (llvm::Expected<PlatformScript> script = platformFromJson(*json))
      script_ = std::move(*script);
    else
      fail(script.takeError());
  }
}

std::optional<Services::End> Services::take(const GuestMessage &message, bool isLoading,
                                            Reply send) {
  // Answers are kept until the call reads them.
  if (answerBytes_ > mostAnswerBytes)
    return End{Outcome::OutputLimit,
               "services answered more than " + std::to_string(mostAnswerBytes) + " bytes"};
  auto reply = [&](const GuestMessage &answer) {
    answerBytes_ += answer.json.size();
    send(answer);
  };
  const CallLimits &limits = request_.limits;
  std::optional<Json> json = parseJson(message.json);
  bool isEvent = message.topic == Topic::Event;
  bool isBytes = !isEvent && !message.bytes.empty();
  // Saved bytes are counted separately.
  if (!isBytes)
    messageBytes_ += message.json.size();
  if (++messages_ > limits.messages || messageBytes_ > limits.eventBytes)
    return End{Outcome::OutputLimit, "more events and questions to services than " +
                                         std::to_string(limits.messages) + " or " +
                                         std::to_string(limits.eventBytes) + " bytes"};
  Json nothing = Json::object();
  auto with = json && json->is_object() ? json->find("with") : Json::iterator();
  bool isQuestion = json && json->is_object() && with != json->end() && with->is_object();
  Question question{isQuestion ? *with : nothing, message, reply};
  if (isLoading)
    return isEvent || isBytes
               ? std::nullopt
               : question.refuse("services answer only while a tool is called", /*isDenied=*/true);
  if (isEvent)
    return json ? takeEvent(*json) : std::nullopt;
  if (!json)
    return question.refuse("what was asked is not plain JSON, or nested too deeply");
  auto service = isQuestion ? json->find("service") : json->end();
  if (!isQuestion || service == json->end() || !service->is_string())
    return End{Outcome::Crashed, "the process broke the protocol"};
  return isBytes ? takeBytes(question) : ask(service->get_ref<const std::string &>(), question);
}

std::optional<Services::End> Services::forward(llvm::StringRef service, const Question &question) {
  if (!isOurs(question, "conversationId", conversation_) ||
      !isOurs(question, "companyId", company_))
    return question.refuse("what is asked about is not this call's", /*isDenied=*/true);
  if (open_.size() >= mostOpen || !open_.insert(question.message.number).second)
    return question.refuse("more questions are open than " + std::to_string(mostOpen));
  platform_.onQuestion(request_.id, {question.message.number, service.str(),
                                     printJson(question.with, /*indented=*/false)});
  return std::nullopt;
}

void Services::answer(const QuestionAnswer &answer, Reply reply) {
  if (!open_.count(answer.number))
    return;
  if (answer.isLast)
    open_.erase(answer.number);
  answerBytes_ += answer.answer.size();
  reply({Topic::Service, answer.number, answer.answer, {}});
}

std::optional<Services::End> Services::ask(llvm::StringRef service, const Question &question) {
  using Answer = std::optional<End> (Services::*)(const Question &);
  static constexpr std::array<std::pair<llvm::StringLiteral, Answer>, 7> services = {
      {{"assets.saveBuffer", &Services::saveBuffer},
       {"deliverables.create", &Services::createDeliverable},
       {"history.append", &Services::appendHistory},
       {"history.get", &Services::getHistory},
       {"llm.chat", &Services::chat},
       {"rag.search", &Services::search},
       {"tools.check", &Services::checkArguments}}};
  for (const auto &[name, answer] : services) {
    if (service != name)
      continue;
    if (platform_.onQuestion && llvm::is_contained(request_.asks, service))
      return forward(service, question);
    double begin = cpuMs();
    std::optional<End> end = (this->*answer)(question);
    spentMs_ += cpuMs() - begin;
    if (!end && spentMs_ > static_cast<double>(request_.limits.serviceMs))
      return End{Outcome::CpuLimit, "its questions to services took more than " +
                                        std::to_string(request_.limits.serviceMs) +
                                        " ms of CPU time"};
    return end;
  }
  return End{Outcome::Crashed, "the process broke the protocol"};
}

std::optional<Services::End> Services::takeEvent(const Json &json) {
  static constexpr std::array<llvm::StringLiteral, 6> names = {"thinking", "tool_call", "delta",
                                                               "complete", "error",     "progress"};
  if (json.is_object() && json.contains("metrics") && json["metrics"].is_object()) {
    report_.metrics.push_back(printJson(json["metrics"], /*indented=*/false));
    return std::nullopt;
  }
  bool isWhole = json.is_object() && json.contains("event") && json["event"].is_string() &&
                 json.contains("data") && json["data"].is_object();
  if (!isWhole || !llvm::is_contained(names, json["event"].get<std::string>()))
    return End{Outcome::Crashed, "the process broke the protocol"};
  tell({json["event"].get<std::string>(), printJson(json["data"], /*indented=*/false)});
  return std::nullopt;
}

void Services::tell(CallEvent event) {
  if (platform_.onEvent && request_.streamEvents)
    platform_.onEvent(request_.id, event);
  report_.events.push_back(std::move(event));
}

void Services::tellLog(const LogLine &line) {
  Json data = {{"level", line.level}, {"text", line.text}};
  if (platform_.onEvent)
    platform_.onEvent(request_.id, {"log", printJson(data, /*indented=*/false)});
}

void Services::finish() {
  if (!callsAgent(request_))
    return;
  bool isOk = report_.outcome == Outcome::Ok;
  if (!report_.events.empty() && report_.events.back().name == (isOk ? "complete" : "error"))
    return;
  if (!isOk) {
    Json data = {{"message", report_.error ? report_.error->message : ""},
                 {"code", outcomeName(report_.outcome).str()}};
    return tell({"error", printJson(data, /*indented=*/false)});
  }
  std::optional<Json> result = parseJson(report_.result);
  Json data = Json::object();
  for (const char *member : {"content", "metadata"})
    if (result && result->is_object() && result->contains(member))
      data[member] = (*result)[member];
  tell({"complete", printJson(data, /*indented=*/false)});
}

void Services::fail(llvm::Error error) {
  if (failure_.empty())
    failure_ = llvm::toString(std::move(error));
  else
    llvm::consumeError(std::move(error));
}

llvm::Error Services::takeFailure() const {
  if (failure_.empty())
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(), llvm::StringRef(failure_));
}

} // namespace agentc
