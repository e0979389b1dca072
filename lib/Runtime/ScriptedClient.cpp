#include "ScriptedClient.h"

#include "agentc/Support/JsonMatch.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

class ScriptedClient::Exchange final : public HttpExchange {
public:
  Exchange(HttpRequest given, HttpSink &itsSink)
      : sink(itsSink), timeout(Clock::now() + given.timeout), request(std::move(given)) {
    isWhole = request.kind != HttpRequest::Body::Streamed;
    keep(request.body);
  }

  void pause(bool paused) override { isPaused = paused; }
  void supply(llvm::StringRef bytes, bool last) override {
    keep(bytes);
    isWhole = isWhole || last;
    if (!bytes.empty())
      sink.onTaken(bytes.size());
  }
  std::string address() const override { return ""; }

  HttpSink &sink;
  Clock::time_point timeout;
  HttpRequest request;
  std::string body; ///< what was sent, as far as it is kept
  bool isCut = false;
  bool isWhole = false; ///< all of the request is here
  bool isPaused = false;
  bool isChosen = false;                  ///< `answer` is what there is
  const ScriptedAnswer *answer = nullptr; ///< null: nothing answers
  Clock::time_point due;                  ///< when the answer begins
  std::optional<size_t> sent;             ///< of the answer's body, once its head is out

private:
  void keep(llvm::StringRef bytes) {
    size_t room = maxScriptedBody - body.size();
    isCut = isCut || bytes.size() > room;
    body += bytes.take_front(room);
  }
};

ScriptedClient::ScriptedClient(const std::vector<ScriptedAnswer> &answers,
                               std::vector<ScriptedExchange> &exchanges)
    : answers_(answers), exchanges_(exchanges), used_(answers.size()) {}

ScriptedClient::~ScriptedClient() = default;

HttpExchange &ScriptedClient::start(HttpRequest request, HttpSink &sink) {
  open_.push_back(std::make_unique<Exchange>(std::move(request), sink));
  return *open_.back();
}

void ScriptedClient::stop(HttpExchange &exchange) {
  llvm::erase_if(open_, [&](const auto &each) { return each.get() == &exchange; });
}

std::optional<ScriptedClient::Clock::time_point> ScriptedClient::deadline() const {
  std::optional<Clock::time_point> next;
  for (const std::unique_ptr<Exchange> &exchange : open_) {
    // Zero has passed long ago.
    Clock::time_point at = {};
    if (!exchange->isWhole || exchange->isPaused)
      at = exchange->timeout;
    else if (exchange->isChosen)
      at = std::min(exchange->due, exchange->timeout);
    next = next ? std::min(*next, at) : at;
  }
  return next;
}

/// A pattern without a path means the root, as in a request.
static bool fits(const ScriptedAnswer &answer, llvm::StringRef method, const std::string &url) {
  return answer.method == method &&
         (isLike(answer.url, url) ||
          (!llvm::StringRef(answer.url).contains('*') && answer.url + "/" == url));
}

/// As the URL standard writes it: without the scheme's own port.
static std::string textOf(const RequestUrl &url) {
  std::string text = url.text();
  bool isDefault = url.origin.port == (url.origin.scheme == "https" ? 443 : 80);
  std::string port = ":" + std::to_string(url.origin.port);
  size_t at = text.find(port + url.target);
  return isDefault && at != std::string::npos ? text.erase(at, port.size()) : text;
}

const ScriptedAnswer *ScriptedClient::choose(Exchange &exchange) {
  ScriptedExchange &noted = exchanges_.emplace_back();
  noted.method = exchange.request.method;
  noted.url = textOf(exchange.request.url);
  noted.headers = exchange.request.headers;
  noted.body = std::move(exchange.body);
  noted.isCut = exchange.isCut;
  for (uint32_t i = 0; i < answers_.size(); ++i)
    if (const ScriptedAnswer &answer = answers_[i];
        (answer.times == 0 || used_[i] < answer.times) && fits(answer, noted.method, noted.url)) {
      ++used_[i];
      noted.answer = i;
      return &answer;
    }
  return nullptr;
}

bool ScriptedClient::advance(Exchange &exchange, Clock::time_point now) {
  HttpEnd end;
  if (exchange.isWhole && !exchange.isChosen) {
    exchange.isChosen = true;
    exchange.answer = choose(exchange);
    exchange.due = now + std::chrono::milliseconds(exchange.answer ? exchange.answer->delayMs : 0);
  }
  const ScriptedAnswer *answer = exchange.answer;
  if (now >= exchange.timeout) {
    end = {false, false, exchange.sent ? "UND_ERR_BODY_TIMEOUT" : "UND_ERR_HEADERS_TIMEOUT",
           "the answer takes too long"};
  } else if (!exchange.isChosen || now < exchange.due) {
    return true;
  } else if (!answer || !answer->failure.empty()) {
    end = {false, false, answer ? answer->failure : "ECONNREFUSED",
           answer ? "fails as the test says" : "nothing in the test answers"};
  } else {
    if (!exchange.sent) {
      exchange.sent = 0;
      exchange.sink.onResponse({answer->status, "", answer->headers});
    }
    bool hasBody =
        exchange.request.method != "HEAD" && answer->status != 204 && answer->status != 304;
    constexpr size_t piece = 65536;
    while (hasBody && *exchange.sent < answer->body.size()) {
      if (exchange.isPaused)
        return true;
      llvm::StringRef bytes = llvm::StringRef(answer->body).substr(*exchange.sent, piece);
      *exchange.sent += bytes.size();
      if (!exchange.sink.onBody(bytes))
        return false;
    }
  }
  exchange.sink.onEnd(end);
  return false;
}

void ScriptedClient::step(llvm::ArrayRef<pollfd>) {
  Clock::time_point now = Clock::now();
  llvm::erase_if(open_, [&](const auto &exchange) { return !advance(*exchange, now); });
}

} // namespace agentc
