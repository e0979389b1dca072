#ifndef AGENTC_LIB_SERVE_TELEMETRY_TELEMETRY_H
#define AGENTC_LIB_SERVE_TELEMETRY_TELEMETRY_H

#include "Otlp.h"

#include "agentc/Models/LoopClient.h"

#include <deque>

namespace agentc::serve {

/// Sends spans and metrics to an OpenTelemetry collector, over OTLP/HTTP in JSON. Nothing waits for
/// it: beyond a bound spans are dropped while the collector is away, and the log says how many.
class Telemetry final : HttpSink {
public:
  /// `url`: the collector's base, as `http://127.0.0.1:4318`. Headers come from
  /// `OTEL_EXPORTER_OTLP_HEADERS`, as the SDKs' do. Calls `complain` once for each lasting
  /// failure.
  static llvm::Expected<std::unique_ptr<Telemetry>>
  open(http::EventLoop &loop, llvm::StringRef url, const Metrics &metrics,
       std::function<void(const std::string &)> complain);

  void add(Span span);
  /// Sends what is left, then calls the function, whether or not that arrived.
  void finish(std::function<void()> then);

private:
  enum class Signal { Traces, Metrics };

  Telemetry(http::EventLoop &loop, const Metrics &metrics,
            std::function<void(const std::string &)> complain);
  llvm::Error setUp(llvm::StringRef url);
  void waitForNext();
  void sendNext();
  void post(Signal signal, std::string body);
  /// Continues after a request with what is left, or waits for the next round.
  void sent(bool isTaken, bool isLost, const std::string &why);

  void onResponse(const HttpResponse &response) override { status_ = response.status; }
  bool onBody(llvm::StringRef) override { return true; }
  void onTaken(uint64_t) override {}
  void onEnd(const HttpEnd &end) override;

  http::EventLoop &loop_;
  const Metrics &metrics_;
  const std::function<void(const std::string &)> complain_;
  RequestUrl traces_, metricsUrl_;
  std::vector<std::pair<std::string, std::string>> headers_;
  std::deque<Span> spans_;
  size_t sending_ = 0; ///< of them, those of the request under way
  uint64_t dropped_ = 0;
  const uint64_t begun_;
  bool areMetricsDue_ = false, isBusy_ = false, isComplained_ = false;
  Signal signal_ = Signal::Traces; ///< of the request under way
  unsigned status_ = 0, turn_ = 0;
  std::function<void()> then_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
  std::unique_ptr<models::LoopClient> client_;
};

} // namespace agentc::serve

#endif
