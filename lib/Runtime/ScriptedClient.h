#ifndef AGENTC_LIB_RUNTIME_SCRIPTEDCLIENT_H
#define AGENTC_LIB_RUNTIME_SCRIPTEDCLIENT_H

#include "agentc/Net/HttpClient.h"
#include "agentc/ToolProtocol/ScriptedAnswer.h"

namespace agentc {

/// Answers from a script, where there is no network. What no answer fits fails as a refused
/// connection does. Each request is noted in `exchanges`; both lists must outlive the client.
class ScriptedClient final : public HttpClient {
public:
  ScriptedClient(const std::vector<ScriptedAnswer> &answers,
                 std::vector<ScriptedExchange> &exchanges);
  ~ScriptedClient() override;

  HttpExchange &start(HttpRequest request, HttpSink &sink) override;
  void stop(HttpExchange &exchange) override;
  void addDescriptors(std::vector<pollfd> &) const override {}
  std::optional<std::chrono::steady_clock::time_point> deadline() const override;
  void step(llvm::ArrayRef<pollfd> descriptors) override;

private:
  using Clock = std::chrono::steady_clock;
  class Exchange;

  /// Notes a request that has come to its end, and finds what answers it.
  const ScriptedAnswer *choose(Exchange &exchange);
  /// False when the exchange is over.
  bool advance(Exchange &exchange, Clock::time_point now);

  const std::vector<ScriptedAnswer> &answers_;
  std::vector<ScriptedExchange> &exchanges_;
  std::vector<uint32_t> used_; ///< how often each answered
  std::vector<std::unique_ptr<Exchange>> open_;
};

} // namespace agentc

#endif
