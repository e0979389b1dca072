#ifndef AGENTC_LIB_SERVE_ORDERS_H
#define AGENTC_LIB_SERVE_ORDERS_H

#include "Call.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Http/EventLoop.h"

#include <list>

namespace agentc::serve {

class App;

/// Clients' orders to runs, such as a decision, until the runs follow them: at once if they run
/// here, with a delay if they are being resumed or belong to another node.
class Orders {
public:
  explicit Orders(App &app) : app_(app) {}

  /// Has a run follow an order, and calls `then` once it has; refuses the call if that takes too
  /// long. `order`: `run`, `what`, and what that needs. `isDone` recognizes a followed order by the
  /// run's state, since another node may follow it.
  void add(const SharedCall &call, Json order, std::function<bool(const agents::RunState &)> isDone,
           std::function<void()> then);

private:
  struct Order {
    SharedCall call;
    Json order;
    std::function<bool(const agents::RunState &)> isDone;
    std::function<void()> then;
    std::chrono::steady_clock::time_point until;
    std::string told; ///< the node that was sent it last
    std::unique_ptr<http::EventLoop::Timer> timer;
  };
  /// True if the order has been followed, here or elsewhere.
  llvm::Expected<bool> isFollowed(Order &order);
  void look(std::list<Order>::iterator order);

  App &app_;
  std::list<Order> orders_;
};

} // namespace agentc::serve

#endif
