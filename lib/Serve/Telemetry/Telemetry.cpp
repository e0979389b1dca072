#include "Telemetry.h"

#include "agentc/Http/Message.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdlib>

namespace agentc::serve {

/// Most spans that are kept while they cannot be sent, and most of one request.
static constexpr size_t mostSpans = 4096, mostOfRequest = 512;
static constexpr std::chrono::seconds interval{5}, patience{10};
/// Metrics are sent once in this many rounds.
static constexpr unsigned turnsOfMetrics = 3;

static uint64_t nowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

using HeaderList = std::vector<std::pair<std::string, std::string>>;

/// `name=value,name=value`, values percent-encoded, as W3C Baggage writes them; std::nullopt for
/// another text.
static std::optional<HeaderList> readHeaders(llvm::StringRef text) {
  HeaderList headers;
  for (llvm::StringRef entry : llvm::split(text, ',')) {
    if (entry.trim().empty())
      continue;
    const auto [name, escaped] = entry.split('=');
    const std::optional<std::string> value = http::unescape(escaped.trim());
    const auto isText = [](unsigned char c) { return c >= ' ' && c != 127; };
    if (!http::isToken(name.trim()) || !value || !llvm::all_of(*value, isText))
      return std::nullopt;
    headers.emplace_back(name.trim().lower(), *value);
  }
  return headers;
}

Telemetry::Telemetry(http::EventLoop &loop, const Metrics &metrics,
                     std::function<void(const std::string &)> complain)
    : loop_(loop), metrics_(metrics), complain_(std::move(complain)), begun_(nowNs()) {}

llvm::Expected<std::unique_ptr<Telemetry>>
Telemetry::open(http::EventLoop &loop, llvm::StringRef url, const Metrics &metrics,
                std::function<void(const std::string &)> complain) {
  std::unique_ptr<Telemetry> made(new Telemetry(loop, metrics, std::move(complain)));
  if (llvm::Error error = made->setUp(url))
    return error;
  made->waitForNext();
  return made;
}

llvm::Error Telemetry::setUp(llvm::StringRef url) {
  url = url.rtrim('/');
  const auto traces = parseRequestUrl((url + "/v1/traces").str()),
             metrics = parseRequestUrl((url + "/v1/metrics").str());
  if (!traces || !metrics)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`--otlp` takes a collector's URL, as `http://127.0.0.1:4318`");
  traces_ = *traces;
  metricsUrl_ = *metrics;
  headers_ = {{"content-type", "application/json"}};
  const char *more = std::getenv("OTEL_EXPORTER_OTLP_HEADERS");
  const std::optional<HeaderList> others = readHeaders(more ? more : "");
  if (!others)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "`OTEL_EXPORTER_OTLP_HEADERS` is not `name=value,name=value`");
  llvm::append_range(headers_, *others);
  HttpOptions options;
  // The operator named the collector, and redirects are not followed.
  options.allowPrivate = true;
  llvm::Expected<std::unique_ptr<models::LoopClient>> client =
      models::LoopClient::create(loop_, std::move(options));
  if (!client)
    return client.takeError();
  client_ = std::move(*client);
  return llvm::Error::success();
}

void Telemetry::waitForNext() {
  timer_ = loop_.after(interval, [this] {
    areMetricsDue_ |= ++turn_ % turnsOfMetrics == 0;
    waitForNext();
    if (!isBusy_)
      sendNext();
  });
}

void Telemetry::add(Span span) {
  if (spans_.size() >= mostSpans)
    ++dropped_;
  else
    spans_.push_back(std::move(span));
}

void Telemetry::finish(std::function<void()> then) {
  then_ = std::move(then);
  areMetricsDue_ = true;
  if (!isBusy_)
    sendNext();
}

void Telemetry::sendNext() {
  if (!spans_.empty()) {
    sending_ = std::min(spans_.size(), mostOfRequest);
    const std::vector<Span> batch(spans_.begin(), spans_.begin() + static_cast<long>(sending_));
    return post(Signal::Traces, otlpTraces(batch));
  }
  if (std::exchange(areMetricsDue_, false) && !metrics_.tenants().empty())
    return post(Signal::Metrics, otlpMetrics(metrics_, begun_, nowNs()));
  if (then_)
    std::exchange(then_, nullptr)();
}

void Telemetry::post(Signal signal, std::string body) {
  signal_ = signal;
  isBusy_ = true;
  status_ = 0;
  HttpRequest request;
  request.method = "POST";
  request.url = signal == Signal::Traces ? traces_ : metricsUrl_;
  request.headers = headers_;
  request.kind = HttpRequest::Body::Whole;
  request.body = std::move(body);
  request.timeout = patience;
  client_->start(std::move(request), *this);
}

void Telemetry::onEnd(const HttpEnd &end) {
  const bool isTaken = end.ok && status_ >= 200 && status_ < 300;
  // The statuses that the protocol says to retry.
  const bool isLater = !end.ok || llvm::is_contained({429u, 502u, 503u, 504u}, status_);
  const std::string why = end.ok ? "it answers " + llvm::utostr(status_) : end.message;
  // Exchanges must not be started from within the client.
  loop_.post([this, isTaken, isLater, why] { sent(isTaken, !isTaken && !isLater, why); });
}

void Telemetry::sent(bool isTaken, bool isLost, const std::string &why) {
  isBusy_ = false;
  const bool goes = isTaken || isLost;
  if (signal_ == Signal::Traces && isLost)
    dropped_ += sending_;
  if (signal_ == Signal::Traces && goes)
    spans_.erase(spans_.begin(), spans_.begin() + static_cast<long>(sending_));
  if (!isTaken && !std::exchange(isComplained_, true))
    complain_("the collector of telemetry does not take it: " + why);
  if (isTaken && std::exchange(isComplained_, false))
    complain_("the collector of telemetry takes it again; spans lost: " + llvm::utostr(dropped_));
  if (isTaken)
    dropped_ = 0;
  if (goes)
    return sendNext();
  if (then_)
    std::exchange(then_, nullptr)();
}

} // namespace agentc::serve
