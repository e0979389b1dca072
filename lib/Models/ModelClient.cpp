#include "agentc/Models/ModelClient.h"

#include "Apis.h"
#include "agentc/Models/LoopClient.h"

#include "agentc/Models/Retry.h"

#include <ctime>

namespace agentc::models {

ModelClient::~ModelClient() = default;
ModelClient::Question::~Question() = default;

namespace {

/// Most bytes of an answer that is not a stream.
constexpr size_t mostErrorBytes = 64 << 10;

HttpRequest requestFor(const Provider &provider, const ModelTimeouts &timeouts,
                       const ModelRequest &request) {
  HttpRequest http;
  http.method = "POST";
  http.url = provider.url;
  http.headers = {{"content-type", "application/json"}, {"accept", "text/event-stream"}};
  if (provider.api == Api::Anthropic) {
    http.headers.emplace_back("anthropic-version", "2023-06-01");
    if (!provider.key.empty())
      http.headers.emplace_back("x-api-key", provider.key);
  } else if (!provider.key.empty()) {
    http.headers.emplace_back("authorization", "Bearer " + provider.key);
  }
  http.kind = HttpRequest::Body::Whole;
  http.body = provider.api == Api::Anthropic ? anthropicBody(request) : openAiBody(request);
  http.timeout = timeouts.total;
  return http;
}

/// Removes a provider's key from what its server wrote.
void strike(std::string &text, llvm::StringRef key) {
  static constexpr llvm::StringLiteral instead = "[key]";
  if (key.empty())
    return;
  for (size_t at = 0; (at = text.find(key.str(), at)) != std::string::npos; at += instead.size())
    text.replace(at, key.size(), instead.str());
}

class HttpQuestion final : public ModelClient::Question, HttpSink {
public:
  HttpQuestion(http::EventLoop &loop, LoopClient &client, const Provider &provider,
               const ModelTimeouts &timeouts, const ModelRequest &request,
               ModelClient::OnDeltas onDeltas, ModelClient::OnEnd onEnd);
  ~HttpQuestion() override;

private:
  using End = std::variant<ModelAnswer, ModelFailure>;

  void onResponse(const HttpResponse &response) override;
  bool onBody(llvm::StringRef bytes) override;
  void onTaken(uint64_t) override {}
  void onEnd(const HttpEnd &end) override;

  void settle(End end);
  void settleSoon();
  void flush();
  void wait(std::chrono::milliseconds time, const char *code, const char *message);
  ModelFailure failureOfConnection(const HttpEnd &end) const;
  ModelFailure failureOfStatus() const;

  http::EventLoop &loop_;
  LoopClient &client_;
  const std::string key_;
  const ModelTimeouts timeouts_;
  const ModelClient::OnDeltas onDeltas_;
  const ModelClient::OnEnd onEnd_;
  std::unique_ptr<AnswerReader> reader_;
  HttpExchange *exchange_; ///< null once it has ended
  HttpResponse response_;
  std::string error_; ///< the body of an answer that is not a stream
  bool hasByte_ = false;
  std::optional<End> end_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
  /// Checked by functions posted to the loop, since this may have been destroyed by then.
  std::shared_ptr<HttpQuestion *> self_ = std::make_shared<HttpQuestion *>(this);
  bool isPosted_ = false;
};

HttpQuestion::HttpQuestion(http::EventLoop &loop, LoopClient &client, const Provider &provider,
                           const ModelTimeouts &timeouts, const ModelRequest &request,
                           ModelClient::OnDeltas onDeltas, ModelClient::OnEnd onEnd)
    : loop_(loop), client_(client), key_(provider.key), timeouts_(timeouts),
      onDeltas_(std::move(onDeltas)), onEnd_(std::move(onEnd)),
      reader_(makeAnswerReader(provider.api)),
      exchange_(&client.start(requestFor(provider, timeouts, request), *this)) {
  wait(timeouts_.firstByte, "first_byte_timeout", "the model's server did not begin to answer");
}

HttpQuestion::~HttpQuestion() {
  if (exchange_)
    client_.stop(*exchange_);
}

void HttpQuestion::wait(std::chrono::milliseconds time, const char *code, const char *message) {
  timer_ = loop_.after(time, [this, time, code, message] {
    settle(ModelFailure{code, std::string(message) + " for " + std::to_string(time.count()) + " ms",
                        true});
    flush();
  });
}

void HttpQuestion::onResponse(const HttpResponse &response) { response_ = response; }

bool HttpQuestion::onBody(llvm::StringRef bytes) {
  if (end_)
    return false;
  hasByte_ = true;
  wait(timeouts_.stall, "stalled", "the model's answer stood still");
  if (response_.status != 200) {
    error_ += bytes.take_front(mostErrorBytes - std::min(mostErrorBytes, error_.size()));
    return true;
  }
  if (std::optional<ModelFailure> failure = reader_->feed(bytes))
    settle(std::move(*failure));
  else if (reader_->isWhole())
    // The server may keep the connection open.
    settle(reader_->finish());
  settleSoon();
  return !end_ || std::holds_alternative<ModelAnswer>(*end_);
}

void HttpQuestion::onEnd(const HttpEnd &end) {
  exchange_ = nullptr;
  if (!end.ok)
    settle(failureOfConnection(end));
  else if (response_.status != 200)
    settle(failureOfStatus());
  else
    settle(reader_->finish());
  settleSoon();
}

/// Keeps the first of several ends.
void HttpQuestion::settle(End end) {
  if (!end_)
    end_ = std::move(end);
}

/// Reports what came once the client has returned, because the client must not be re-entered.
void HttpQuestion::settleSoon() {
  if (std::exchange(isPosted_, true))
    return;
  loop_.post([weak = std::weak_ptr(self_)] {
    // Kept any longer, this would seem to go on where `flush` ends it.
    if (HttpQuestion *const self = weak.expired() ? nullptr : *weak.lock())
      self->flush();
  });
}

void HttpQuestion::flush() {
  isPosted_ = false;
  const std::weak_ptr<HttpQuestion *> weak = self_;
  // Either function may destroy this, and itself with it.
  const ModelClient::OnDeltas onDeltas = onDeltas_;
  const ModelClient::OnEnd onEnd = onEnd_;
  if (std::vector<ModelDelta> deltas = reader_->takeDeltas(); !deltas.empty())
    onDeltas(std::move(deltas));
  if (weak.expired() || !end_)
    return;
  timer_ = nullptr;
  if (exchange_)
    client_.stop(*std::exchange(exchange_, nullptr));
  if (auto *failure = std::get_if<ModelFailure>(&*end_))
    strike(failure->message, key_);
  onEnd(std::move(*end_));
}

ModelFailure HttpQuestion::failureOfConnection(const HttpEnd &end) const {
  const std::string why = end.message + " (" + end.code + ")";
  if (end.code == "UND_ERR_CONNECT_TIMEOUT")
    return {"connect_timeout", "no connection to the model's server: " + why, true};
  if (hasByte_)
    return {"broken_stream", "the model's stream broke off: " + why, true};
  return {"connection_failed", "the model's server could not be asked: " + why, true};
}

ModelFailure HttpQuestion::failureOfStatus() const {
  const std::optional<Json> body = parseJson(error_);
  const Json *error = body ? memberOf(*body, "error") : nullptr;
  ModelFailure failure = failureOf(response_.status, error ? *error : Json());
  failure.retryAfter = readRetryAfter(response_.headers, std::time(nullptr));
  return failure;
}

class HttpModelClient final : public ModelClient {
public:
  HttpModelClient(http::EventLoop &loop, std::unique_ptr<LoopClient> client)
      : loop_(loop), client_(std::move(client)) {}

  std::unique_ptr<Question> ask(const Provider &provider, const ModelTimeouts &timeouts,
                                const ModelRequest &request, OnDeltas onDeltas,
                                OnEnd onEnd) override {
    return std::make_unique<HttpQuestion>(loop_, *client_, provider, timeouts, request,
                                          std::move(onDeltas), std::move(onEnd));
  }

private:
  http::EventLoop &loop_;
  std::unique_ptr<LoopClient> client_;
};

} // namespace

llvm::Expected<std::unique_ptr<ModelClient>> ModelClient::create(http::EventLoop &loop) {
  HttpOptions options;
  // The operator chose the servers, and redirects are not followed, so no answer leads to others.
  options.allowPrivate = true;
  llvm::Expected<std::unique_ptr<LoopClient>> client = LoopClient::create(loop, std::move(options));
  if (!client)
    return client.takeError();
  return std::make_unique<HttpModelClient>(loop, std::move(*client));
}

} // namespace agentc::models
