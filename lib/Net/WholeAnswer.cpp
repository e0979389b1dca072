#include "agentc/Net/WholeAnswer.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

namespace {

using Clock = std::chrono::steady_clock;

/// Collects the answer of one exchange.
class Collector final : public HttpSink {
public:
  Collector(const AnswerLimits &limits, llvm::function_ref<void(uint64_t)> onProgress)
      : limits_(limits), onProgress_(onProgress) {}

  void onResponse(const HttpResponse &response) override { answer_.head = response; }
  bool onBody(llvm::StringRef bytes) override {
    answer_.isTooLarge |= answer_.body.size() + bytes.size() > limits_.bytes;
    if (answer_.isTooLarge)
      return false;
    answer_.body += bytes;
    move(bytes.size());
    return true;
  }
  void onTaken(uint64_t bytes) override { move(bytes); }
  void onEnd(const HttpEnd &end) override {
    answer_.end = end;
    answer_.address = exchange_->address();
    isOver_ = true;
  }

  /// Waits for the end, or for so long a silence that the exchange is stopped.
  WholeAnswer wait(HttpClient &client, HttpExchange &exchange);

private:
  void move(uint64_t bytes) {
    moved_ += bytes;
    last_ = Clock::now();
    onProgress_(moved_);
  }

  const AnswerLimits &limits_;
  llvm::function_ref<void(uint64_t)> onProgress_;
  HttpExchange *exchange_ = nullptr;
  WholeAnswer answer_;
  Clock::time_point last_ = Clock::now();
  uint64_t moved_ = 0;
  bool isOver_ = false;
};

WholeAnswer Collector::wait(HttpClient &client, HttpExchange &exchange) {
  exchange_ = &exchange;
  while (!isOver_) {
    stepOnce(client);
    if (!isOver_ && Clock::now() - last_ > limits_.silence) {
      client.stop(exchange);
      answer_.end.ok = false;
      answer_.end.code = "UND_ERR_BODY_TIMEOUT";
      answer_.end.message =
          "nothing came for " + std::to_string(limits_.silence.count() / 1000) + " seconds";
      break;
    }
  }
  return std::move(answer_);
}

} // namespace

void stepOnce(HttpClient &client) {
  std::vector<pollfd> descriptors;
  client.addDescriptors(descriptors);
  int timeout = 1000;
  if (std::optional<Clock::time_point> deadline = client.deadline()) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now());
    timeout = static_cast<int>(std::clamp<long>(left.count() + 1, 0, timeout));
  }
  ::poll(descriptors.data(), descriptors.size(), timeout);
  client.step(descriptors);
}

bool WholeAnswer::isRedirect() const {
  return llvm::is_contained({301u, 302u, 303u, 307u, 308u}, head.status);
}

std::string WholeAnswer::header(llvm::StringRef name) const {
  for (const auto &[known, value] : head.headers)
    if (name.equals_insensitive(known))
      return value;
  return "";
}

WholeAnswer exchange(HttpClient &client, HttpRequest request, const AnswerLimits &limits,
                     llvm::function_ref<void(uint64_t)> onProgress) {
  Collector collector(limits, onProgress);
  HttpExchange &running = client.start(std::move(request), collector);
  return collector.wait(client, running);
}

std::string redirectTarget(const RequestUrl &from, llvm::StringRef location) {
  if (location.contains("://"))
    return location.split('#').first.str();
  const std::string origin = from.text().substr(0, from.text().size() - from.target.size());
  if (location.starts_with("/") && !location.starts_with("//"))
    return origin + location.split('#').first.str();
  return "";
}

} // namespace agentc
