#include "agentc/Models/Embedder.h"

#include "agentc/Models/Members.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace agentc::models {

static constexpr size_t mostEmbeddingBytes = 64 << 20, mostDimensions = 8192;

static llvm::Error failed(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "the texts have no embeddings: " + why);
}

/// The vectors of an untrusted answer.
static llvm::Expected<Embedder::Vectors> readVectors(llvm::StringRef body, size_t count) {
  const std::optional<Json> json = parseJson(body);
  const Json *data = json ? memberOf(*json, "data") : nullptr;
  if (!data || !data->is_array() || data->size() != count)
    return failed("the answer is not a list of " + llvm::Twine(count) + " embeddings");
  Embedder::Vectors vectors(count);
  for (size_t i = 0; i < count; ++i) {
    const Json &one = (*data)[i];
    const Json *values = memberOf(one, "embedding");
    const size_t at = memberOf(one, "index") ? countOf(one, "index") : i;
    if (!values || !values->is_array() || values->empty() || values->size() > mostDimensions ||
        at >= count || !vectors[at].empty())
      return failed("an embedding of the answer is malformed");
    for (const Json &value : *values) {
      if (!value.is_number() || !std::isfinite(value.get<float>()))
        return failed("an embedding of the answer has what is not a number");
      vectors[at].push_back(value.get<float>());
    }
    if (values->size() != (*data)[0]["embedding"].size())
      return failed("the embeddings of the answer have different dimensions");
  }
  return vectors;
}

/// One request. It ends after its client has returned, because the client must not be re-entered.
class Embedder::Question final : HttpSink {
public:
  Question(Embedder &owner, HttpRequest request, size_t count, OnEnd onEnd)
      : owner_(owner), count_(count), onEnd_(std::move(onEnd)),
        exchange_(&owner.client_->start(std::move(request), *this)) {}
  ~Question() override {
    if (exchange_)
      owner_.client_->stop(*exchange_);
  }

  llvm::Expected<Vectors> result() const {
    if (isTooLarge_)
      return failed("the answer is too large");
    if (!end_.ok)
      return failed("the server could not be asked (" + end_.code + ")");
    if (status_ != 200)
      return failed("the server answers with status " + llvm::Twine(status_));
    return readVectors(body_, count_);
  }
  const OnEnd &onEnd() const { return onEnd_; }

private:
  void onResponse(const HttpResponse &response) override { status_ = response.status; }
  bool onBody(llvm::StringRef bytes) override {
    isTooLarge_ |= body_.size() + bytes.size() > mostEmbeddingBytes;
    if (!isTooLarge_)
      body_ += bytes;
    return !isTooLarge_;
  }
  void onTaken(uint64_t) override {}
  void onEnd(const HttpEnd &end) override {
    exchange_ = nullptr;
    end_ = end;
    owner_.end(*this);
  }

  Embedder &owner_;
  const size_t count_;
  const OnEnd onEnd_;
  HttpExchange *exchange_;
  unsigned status_ = 0;
  std::string body_;
  bool isTooLarge_ = false;
  HttpEnd end_;
};

Embedder::Embedder(http::EventLoop &loop, const ModelSettings &settings,
                   std::unique_ptr<LoopClient> client)
    : loop_(loop), provider_(settings.providers.at(settings.embeddings->provider)),
      model_(settings.embeddings->model), patience_(settings.timeouts.firstByte),
      client_(std::move(client)) {}

Embedder::~Embedder() { questions_.clear(); }

llvm::Expected<std::unique_ptr<Embedder>> Embedder::create(http::EventLoop &loop,
                                                           const ModelSettings &settings) {
  HttpOptions options;
  // The operator chose the server.
  options.allowPrivate = true;
  llvm::Expected<std::unique_ptr<LoopClient>> client = LoopClient::create(loop, std::move(options));
  if (!client)
    return client.takeError();
  return std::unique_ptr<Embedder>(new Embedder(loop, settings, std::move(*client)));
}

void Embedder::ask(const std::vector<std::string> &texts, OnEnd onEnd) {
  HttpRequest request;
  request.method = "POST";
  request.url = provider_.url;
  llvm::StringRef target = request.url.target;
  target.consume_back("/chat/completions");
  request.url.target = (target + "/embeddings").str();
  request.headers = {{"content-type", "application/json"}, {"accept", "application/json"}};
  if (!provider_.key.empty())
    request.headers.emplace_back("authorization", "Bearer " + provider_.key);
  request.kind = HttpRequest::Body::Whole;
  request.body = printJson({{"model", model_}, {"input", texts}, {"encoding_format", "float"}},
                           /*indented=*/false);
  request.timeout = patience_;
  questions_.push_back(
      std::make_unique<Question>(*this, std::move(request), texts.size(), std::move(onEnd)));
}

void Embedder::end(Question &question) {
  loop_.post([this, ended = &question] {
    const auto found =
        llvm::find_if(questions_, [&](const auto &one) { return one.get() == ended; });
    if (found == questions_.end())
      return;
    const std::unique_ptr<Question> done = std::move(*found);
    questions_.erase(found);
    done->onEnd()(done->result());
  });
}

} // namespace agentc::models
