#ifndef AGENTC_LIB_SERVE_BROKERS_H
#define AGENTC_LIB_SERVE_BROKERS_H

#include "agentc/Http/EventLoop.h"
#include "agentc/ToolProtocol/ToolClient.h"

#include <list>

namespace agentc::serve {

/// An image that calls run, and the line that sends it to a sandbox.
struct SentImage {
  std::string digest, line;
};

/// The sandboxes of the server, each a process that holds many calls. All calls of one image go to
/// the same, which has it loaded.
class Brokers {
public:
  struct Options {
    unsigned count = 1;
    unsigned mostWaiting = 256; ///< calls that may be under way in one, beyond which it is full
    SandboxFlags sandbox;
  };
  Brokers(http::EventLoop &loop, Options options);
  ~Brokers();

  /// A call that is under way; it can be cancelled until its report has come.
  struct Ticket {
    size_t broker;
    uint64_t number;
  };
  /// Makes a call now or when there is room; std::nullopt if too many wait. Functions are called
  /// from within the loop.
  std::optional<Ticket> call(const std::shared_ptr<const SentImage> &image, ToolRequest request,
                             ToolClient::OnEvent onEvent, ToolClient::OnReport onReport);
  void cancel(Ticket ticket);

  size_t pending() const;
  size_t count() const { return brokers_.size(); }

private:
  struct Broker;
  void stepSoon(Broker &broker);
  void step(Broker &broker);

  http::EventLoop &loop_;
  Options options_;
  std::list<Broker> brokers_;
};

} // namespace agentc::serve

#endif
