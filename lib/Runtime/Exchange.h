#ifndef AGENTC_LIB_RUNTIME_EXCHANGE_H
#define AGENTC_LIB_RUNTIME_EXCHANGE_H

#include "Network.h"

namespace agentc {

/// One exchange of a call: between its messages and HTTP.
class Network::Exchange final : public HttpSink {
public:
  Exchange(Network &network, uint32_t number)
      : network_(network), number_(number), body_(network.secrets_.mask()) {}

  /// Sets the exchange's place in the report.
  void place(size_t request, int hop) {
    request_ = request;
    hop_ = hop;
  }
  size_t request() const { return request_; }
  NetworkRequest &reported() const { return network_.report_.requests[request_]; }
  NetworkHop &hop() const {
    return hop_ < 0 ? reported().first : reported().redirects[static_cast<size_t>(hop_)];
  }
  bool isRedirected() const { return hop_ >= 0; }
  uint32_t number() const { return number_; }

  /// Waits for its turn.
  void prepare(HttpRequest request);
  void follow(Redirected before);
  /// True if a redirect led to where the request was not sent at first.
  bool isElsewhere(const UrlOrigin &origin);
  bool isPrepared() const { return prepared_.has_value(); }
  bool isRunning() const { return http_ != nullptr; }
  bool isDone() const { return done_; }
  void start(HttpClient &client);

  void supply(llvm::StringRef bytes, bool last);
  void allow(uint64_t bytes);
  /// By the tool.
  void stop();
  /// Ends it with what the tool hears.
  void fail(Json message, NetworkRequest::Outcome outcome, const std::string &code);
  /// Hands on what the tool has room for.
  void deliver();

  void onResponse(const HttpResponse &response) override;
  bool onBody(llvm::StringRef bytes) override;
  void onTaken(uint64_t bytes) override;
  void onEnd(const HttpEnd &end) override;

private:
  void finish();

  Network &network_;
  uint32_t number_;
  size_t request_ = 0;
  int hop_ = -1;
  std::optional<HttpRequest> prepared_;
  std::optional<Clock::time_point> end_; ///< of the request that it follows
  std::optional<UrlOrigin> before_;      ///< of that
  bool isElsewhere_ = false;
  UrlOrigin origin_;
  bool isDecoded_ = false; ///< though the tool asked for the answer as it is
  SecretMask::Stream body_;
  HttpExchange *http_ = nullptr;
  std::string unread_;
  uint64_t room_ = 0; ///< for the answer, in the tool
  uint64_t taken_ = 0, supplied_ = 0;
  uint64_t bytes_ = 0;
  std::optional<HttpEnd> ended_;
  bool done_ = false;
};

} // namespace agentc

#endif
