#ifndef AGENTC_LIB_SERVE_BROKERS_H
#define AGENTC_LIB_SERVE_BROKERS_H

#include "agentc/Http/EventLoop.h"
#include "agentc/ToolProtocol/ToolClient.h"

#include <map>

namespace agentc::serve {

/// An image that calls run, and the line that sends it to a sandbox.
struct SentImage {
  std::string digest, line;
};

/// The sandboxes of the server, each a process that holds many calls. All calls of one image go to
/// the same sandbox, which has it loaded; with sandboxes for each tenant, those of one tenant.
class Brokers {
public:
  struct Options {
    unsigned count = 1;
    unsigned mostWaiting = 256; ///< most calls under way in one
    /// Tenants share no sandbox: each has its own from its first call until it has been idle for
    /// `idle`. There are at most `count`; one that is idle is ended to make room.
    bool isPerTenant = false;
    std::chrono::milliseconds idle{60000};
    SandboxFlags sandbox;
  };
  Brokers(http::EventLoop &loop, Options options);
  ~Brokers();

  /// A call that is under way; it can be cancelled until its report has come.
  struct Ticket {
    std::string broker;
    uint64_t number;
  };
  /// Makes a call now or when there is room; std::nullopt if too many wait. Functions are called
  /// from within the loop.
  std::optional<Ticket> call(llvm::StringRef tenant, const std::shared_ptr<const SentImage> &image,
                             ToolRequest request, ToolClient::OnEvent onEvent,
                             ToolClient::OnReport onReport);
  /// Sets the function for a call's questions; answers one, or a part of it.
  void hearQuestions(const Ticket &ticket, ToolClient::OnQuestion onQuestion);
  void answer(const Ticket &ticket, uint32_t question, const Json &answer);
  void cancel(const Ticket &ticket);

  size_t pending() const;
  size_t count() const { return brokers_.size(); }

private:
  struct Broker;
  Broker &start(const std::string &name);
  /// The sandbox for these calls; null if there is no room for another.
  Broker *find(llvm::StringRef tenant, const SentImage &image);
  /// Ends those that have been idle for long, and one more if room is needed.
  void endIdle(bool needsRoom);
  Broker *brokerOf(const Ticket &ticket);
  void stepSoon(Broker &broker);
  void step(Broker &broker);

  http::EventLoop &loop_;
  Options options_;
  std::map<std::string, Broker, std::less<>> brokers_; ///< by a number, or by their tenant
  std::unique_ptr<http::EventLoop::Timer> timer_;      ///< until some may be idle
};

} // namespace agentc::serve

#endif
