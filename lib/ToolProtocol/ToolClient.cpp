#include "agentc/ToolProtocol/ToolClient.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <sys/socket.h>

namespace agentc {

/// Of one line of the sandbox, which is a report at most.
static constexpr size_t mostLineBytes = 4 * maxRequestBytes;

static ToolReport crashed(llvm::StringRef why) {
  ToolReport report;
  report.outcome = Outcome::Crashed;
  report.error = ToolError{"Error", why.str(), ""};
  return report;
}

/// The common part of a request, without the input and whose call it is.
static ToolRequest commonPartOf(const ToolRequest &request) {
  ToolRequest part;
  part.image = request.image;
  part.platform = request.platform;
  part.asks = request.asks;
  part.grant = request.grant;
  part.limits = request.limits;
  return part;
}

uint64_t ToolClient::call(ToolRequest request, OnEvent onEvent, OnReport onReport) {
  const uint64_t number = ++last_;
  request.id = std::to_string(number);
  Call &call = calls_[number];
  request.isBrief = true;
  call.request = std::move(request);
  call.onEvent = std::move(onEvent);
  call.onReport = std::move(onReport);
  waiting_.push_back(number);
  return number;
}

void ToolClient::cancel(uint64_t number) {
  auto call = calls_.find(number);
  if (call == calls_.end())
    return;
  if (!call->second.request)
    out_ += printJson({{"cancel", std::to_string(number)}}, /*indented=*/false) + "\n";
  else
    llvm::erase(waiting_, number);
  calls_.erase(call);
}

void ToolClient::hearQuestions(uint64_t number, OnQuestion onQuestion) {
  if (auto call = calls_.find(number); call != calls_.end())
    call->second.onQuestion = std::move(onQuestion);
}

void ToolClient::answer(uint64_t number, uint32_t question, const Json &answer) {
  if (calls_.count(number))
    out_ += printJson(answerToJson(std::to_string(number), question, answer), /*indented=*/false) +
            "\n";
}

pollfd ToolClient::descriptor() const {
  const bool hasMore = written_ < out_.size();
  return {process_.channel(), static_cast<short>(hasMore ? POLLIN | POLLOUT : POLLIN), 0};
}

void ToolClient::sendImage(const std::string &digest) {
  // The images that the process still has are known by doing as it does.
  auto found = llvm::find(sent_, digest);
  if (found != sent_.end()) {
    std::rotate(found, found + 1, sent_.end());
    return;
  }
  auto image = images_.find(digest);
  if (image == images_.end())
    return;
  out_ += image->second;
  sent_.push_back(digest);
  if (sent_.size() > mostImagesAhead)
    sent_.erase(sent_.begin());
}

void ToolClient::sendCall(const ToolRequest &request) {
  auto say = [this](const Json &line) { out_ += printJson(line, /*indented=*/false) + "\n"; };
  sendImage(request.image->digest);
  if (request.image->digest.empty())
    return say(requestToJson(request));
  auto found = llvm::find_if(
      commons_, [&](const CommonPart &part) { return haveInCommon(part.request, request); });
  if (found != commons_.end()) {
    std::rotate(found, found + 1, commons_.end());
  } else {
    commons_.push_back({std::to_string(++lastCommon_), commonPartOf(request)});
    say(commonToJson(commons_.back()));
    if (commons_.size() > mostCommonParts)
      commons_.erase(commons_.begin());
  }
  say(requestToJson(request, commons_.back().name));
}

void ToolClient::send() {
  if (written_ > out_.size() / 2) {
    out_.erase(0, written_);
    written_ = 0;
  }
  if (!waiting_.empty() && !process_.running()) {
    llvm::Expected<ToolProcess> started = ToolProcess::start(flags_);
    if (!started)
      return end(llvm::toString(started.takeError()));
    process_ = std::move(*started);
    ++starts_;
  }
  while (!waiting_.empty() && calls_.size() - waiting_.size() < mostAtOnce) {
    Call &call = calls_[waiting_.front()];
    waiting_.pop_front();
    sendCall(*std::exchange(call.request, std::nullopt));
  }
}

bool ToolClient::write() {
  while (written_ < out_.size()) {
    ssize_t size = ::send(process_.channel(), out_.data() + written_, out_.size() - written_,
                          MSG_NOSIGNAL | MSG_DONTWAIT);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0)
      return errno == EAGAIN;
    written_ += static_cast<size_t>(size);
  }
  out_.clear();
  written_ = 0;
  return true;
}

bool ToolClient::read() {
  char bytes[65536];
  for (;;) {
    ssize_t size = recv(process_.channel(), bytes, sizeof bytes, MSG_DONTWAIT);
    if (size < 0 && errno == EINTR)
      continue;
    if (size < 0)
      return errno == EAGAIN;
    if (size == 0 || in_.size() > mostLineBytes)
      return false;
    in_.append(bytes, static_cast<size_t>(size));
    for (size_t end; (end = in_.find('\n', searched_)) != std::string::npos; searched_ = 0) {
      const std::string line = in_.substr(0, end);
      in_.erase(0, end + 1);
      take(line);
    }
    searched_ = in_.size();
  }
}

void ToolClient::take(llvm::StringRef line) {
  std::optional<Json> json = parseJson(line);
  if (!json || !json->is_object())
    return;
  uint64_t number = 0;
  const Json id = json->value("id", Json());
  auto call = id.is_string() && llvm::to_integer(id.get_ref<const std::string &>(), number, 10)
                  ? calls_.find(number)
                  : calls_.end();
  if (call == calls_.end()) // cancelled
    return;
  // Whoever is told may cancel the call.
  if (std::optional<CallEvent> event = eventFromJson(*json)) {
    const OnEvent tell = call->second.onEvent;
    return tell(*event);
  }
  if (std::optional<CallQuestion> question = questionFromJson(*json)) {
    const OnQuestion tell = call->second.onQuestion;
    return tell ? tell(*question) : void();
  }
  llvm::Expected<ToolReport> report = reportFromJson(*json);
  OnReport done = std::move(call->second.onReport);
  calls_.erase(call);
  done(report ? *report : crashed(llvm::toString(report.takeError())));
}

void ToolClient::end(llvm::StringRef why) {
  process_ = ToolProcess::adopt({-1, -1});
  sent_.clear();
  commons_.clear();
  out_.clear();
  in_.clear();
  written_ = searched_ = 0;
  // Those that wait for a sandbox that could not be started have waited in vain, too.
  const bool isDead = calls_.size() == waiting_.size();
  std::vector<OnReport> lost;
  for (auto call = calls_.begin(); call != calls_.end();)
    if (isDead || !call->second.request) {
      lost.push_back(std::move(call->second.onReport));
      call = calls_.erase(call);
    } else {
      ++call;
    }
  if (isDead)
    waiting_.clear();
  for (OnReport &done : lost)
    done(crashed(why));
}

void ToolClient::step() {
  send();
  if (process_.running() && (!write() || !read()))
    end("the sandbox ended unexpectedly");
  send();
  if (process_.running() && !write())
    end("the sandbox ended unexpectedly");
}

} // namespace agentc
