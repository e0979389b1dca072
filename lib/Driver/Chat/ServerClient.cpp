#include "ServerClient.h"

#include "Interrupts.h"

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Text.h"

#include <deque>
#include <thread>

namespace agentc {

static constexpr uint64_t mostAnswerBytes = 64 << 20;
static constexpr std::chrono::minutes answerTime{10}; // an upload is judged meanwhile
static constexpr std::chrono::hours streamTime{24};
static constexpr unsigned mostAttempts = 5;

namespace {

/// The events of a stream, kept until somebody takes them.
class EventSink final : public HttpSink {
public:
  void onResponse(const HttpResponse &response) override { head = response; }
  bool onBody(llvm::StringRef bytes) override {
    if (head.status != 200) {
      refused += bytes.take_front(4096).str();
      return true;
    }
    return reader_.feed(bytes, [&](const ServerSentEvent &event) {
      events.push_back(event);
      return true;
    });
  }
  void onTaken(uint64_t) override {}
  void onEnd(const HttpEnd &how) override { end = how; }

  HttpResponse head;
  std::string refused; ///< the body of a refusal
  std::deque<ServerSentEvent> events;
  std::optional<HttpEnd> end;

private:
  ServerSentEvents reader_;
};

} // namespace

llvm::Expected<std::unique_ptr<ServerClient>>
ServerClient::create(llvm::StringRef url, std::string key, HttpOptions options) {
  const std::optional<RequestUrl> parsed = parseRequestUrl(url);
  if (!parsed || parsed->target != "/")
    return usageError("`" + escapeForTerminal(url) +
                      "` is not the address of a server, as http://127.0.0.1:8484");
  if (parsed->origin.scheme == "http" &&
      neighborhoodOfHost(parsed->origin.host) != Neighborhood::Loopback)
    return usageError("`" + escapeForTerminal(url) +
                      "` is neither https nor this machine; the key would be sent in plain text");
  // Whoever names a server says where it is.
  options.allowPrivate = true;
  llvm::Expected<std::unique_ptr<HttpClient>> client = HttpClient::create(std::move(options));
  if (!client)
    return client.takeError();
  return std::unique_ptr<ServerClient>(
      new ServerClient(parsed->origin, std::move(key), std::move(*client)));
}

HttpRequest ServerClient::request(const char *method, const llvm::Twine &path) const {
  HttpRequest request;
  request.method = method;
  request.url = {origin_, path.str()};
  request.headers = {{"authorization", "Bearer " + key_}, {"user-agent", "agentc"}};
  request.onlyLoopback = origin_.scheme == "http";
  request.timeout = answerTime;
  return request;
}

llvm::Error ServerClient::refusal(const WholeAnswer &answer) const {
  const std::string server = RequestUrl{origin_, "/"}.text();
  if (!answer.isWhole())
    return usageError("`" + server + "` does not answer: " + escapeForTerminal(answer.end.message));
  const Json body = parseJson(answer.body).value_or(Json());
  const Json error = body.is_object() ? body.value("error", Json()) : Json();
  return usageError(error.is_string() ? escapeForTerminal(error.get_ref<const std::string &>())
                                      : "`" + server + "` answers with status " +
                                            std::to_string(answer.head.status));
}

llvm::Expected<Json> ServerClient::send(const char *method, const llvm::Twine &path,
                                        std::optional<std::string> body) {
  HttpRequest request = this->request(method, path);
  if (body) {
    request.kind = HttpRequest::Body::Whole;
    request.body = std::move(*body);
  }
  const WholeAnswer answer = exchange(*client_, std::move(request), {mostAnswerBytes, answerTime});
  std::optional<Json> json = parseJson(answer.body);
  if (!answer.isWhole() || answer.head.status / 100 != 2 || !json)
    return refusal(answer);
  return std::move(*json);
}

llvm::Error ServerClient::follow(const llvm::Twine &path,
                                 llvm::function_ref<bool(const ServerSentEvent &event)> onEvent,
                                 llvm::function_ref<bool()> onInterrupt) {
  std::string last;
  unsigned seen = Interrupts::count();
  for (unsigned attempts = 0;; ++attempts) {
    HttpRequest request = this->request("GET", path);
    request.timeout = streamTime;
    if (!last.empty())
      request.headers.emplace_back("last-event-id", last);
    EventSink sink;
    HttpExchange &stream = client_->start(std::move(request), sink);
    bool goesOn = true;
    while (goesOn && (!sink.end || !sink.events.empty())) {
      if (sink.events.empty())
        stepOnce(*client_);
      if (std::exchange(seen, Interrupts::count()) != Interrupts::count())
        goesOn = onInterrupt();
      while (goesOn && !sink.events.empty()) {
        const ServerSentEvent event = std::move(sink.events.front());
        sink.events.pop_front();
        last = event.id;
        attempts = 0;
        goesOn = onEvent(event);
      }
    }
    if (!sink.end)
      client_->stop(stream);
    if (!goesOn || sink.head.status == 204)
      return llvm::Error::success();
    const bool isRefused = sink.end->ok && sink.head.status != 200;
    if (isRefused || attempts + 1 >= mostAttempts)
      return refusal({sink.head, sink.refused, *sink.end, false, ""});
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

} // namespace agentc
