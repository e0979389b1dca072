#include "agentc/Models/LoopClient.h"

#include <poll.h>

namespace agentc::models {

llvm::Expected<std::unique_ptr<LoopClient>> LoopClient::create(http::EventLoop &loop,
                                                               HttpOptions options) {
  std::unique_ptr<LoopClient> made(new LoopClient(loop));
  options.onDescriptor = [client = made.get()](int descriptor, short events) {
    client->change(descriptor, events);
  };
  llvm::Expected<std::unique_ptr<HttpClient>> client = HttpClient::create(std::move(options));
  if (!client)
    return client.takeError();
  made->client_ = std::move(*client);
  return made;
}

void LoopClient::change(int descriptor, short events) {
  if (events == 0) {
    watched_.erase(descriptor);
    return;
  }
  Watched &watched = watched_[descriptor];
  if (!watched.watch)
    watched.watch = loop_.watch(descriptor, [this, descriptor] { step(descriptor); });
  watched.events = events;
  watched.watch->await(events);
}

void LoopClient::step(int descriptor) {
  auto found = watched_.find(descriptor);
  if (found == watched_.end())
    return;
  pollfd ready = {descriptor, found->second.events, 0};
  ::poll(&ready, 1, 0);
  client_->step(ready);
  // The descriptor may belong to another connection by now.
  found = watched_.find(descriptor);
  if (found != watched_.end())
    found->second.watch->await(found->second.events);
  setTimer();
}

void LoopClient::setTimer() {
  const auto deadline = client_->deadline();
  timer_ = nullptr;
  if (!deadline)
    return;
  // Rounded up: a step that comes too early does nothing.
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
  timer_ = loop_.after(std::max(left, std::chrono::milliseconds(0)), [this] {
    client_->step({});
    setTimer();
  });
}

HttpExchange &LoopClient::start(HttpRequest request, HttpSink &sink) {
  HttpExchange &exchange = client_->start(std::move(request), sink);
  setTimer();
  return exchange;
}

void LoopClient::stop(HttpExchange &exchange) {
  client_->stop(exchange);
  setTimer();
}

} // namespace agentc::models
