#ifndef AGENTC_MODELS_LOOPCLIENT_H
#define AGENTC_MODELS_LOOPCLIENT_H

#include "agentc/Http/EventLoop.h"
#include "agentc/Net/HttpClient.h"

#include <map>

namespace agentc::models {

/// Net's client, waited for by an event loop.
class LoopClient {
public:
  static llvm::Expected<std::unique_ptr<LoopClient>> create(http::EventLoop &loop,
                                                            HttpOptions options);

  HttpExchange &start(HttpRequest request, HttpSink &sink);
  void stop(HttpExchange &exchange);

private:
  explicit LoopClient(http::EventLoop &loop) : loop_(loop) {}
  void change(int descriptor, short events);
  void step(int descriptor);
  void setTimer();

  struct Watched {
    std::unique_ptr<http::EventLoop::Watch> watch;
    short events = 0;
  };
  http::EventLoop &loop_;
  std::map<int, Watched> watched_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
  std::unique_ptr<HttpClient> client_; // ends first, and changes what is watched then
};

} // namespace agentc::models

#endif
