#ifndef AGENTC_LIB_SERVE_NODERUNS_H
#define AGENTC_LIB_SERVE_NODERUNS_H

#include "Call.h"

#include "agentc/Agents/RunState.h"
#include "agentc/Http/EventLoop.h"
#include "agentc/Store/Nodes.h"

#include <list>
#include <set>

namespace agentc::serve {

class App;

/// The runs that this node has among nodes that share a state: it takes them, keeps their leases,
/// gives them back when it stops, and has other nodes do something with theirs.
class NodeRuns {
public:
  NodeRuns(App &app, std::unique_ptr<store::Nodes> nodes);

  store::Nodes &nodes() { return *nodes_; }
  /// Hears other nodes from now on and, if it `works`, takes runs.
  void begin(bool works);
  bool works() const { return works_; }
  /// Looks for a run that waits, soon.
  void takeSoon();
  /// A run has ended, or is another node's.
  void forget(llvm::StringRef run) { taken_.erase(run.str()); }
  /// Takes no more runs.
  void stop() { works_ = false; }
  /// Puts all runs of this node back into the queue, for others.
  void giveBack();

  /// Has the node that has a run follow an order about it, and calls `then` once the journal tells
  /// that it is done; the call is refused if that takes too long.
  void order(const SharedCall &call, const store::RunRecord &run, Json order,
             std::function<bool(const agents::RunState &)> isDone, std::function<void()> then);

private:
  struct Order {
    SharedCall call;
    std::string run;
    std::function<bool(const agents::RunState &)> isDone;
    std::function<void()> then;
    std::chrono::steady_clock::time_point until;
    std::unique_ptr<http::EventLoop::Timer> timer;
  };
  void tick();
  void take();
  void renew();
  void hear();
  void note(llvm::StringRef what, llvm::Error error);
  size_t busy() const;
  void look(std::list<Order>::iterator order);

  App &app_;
  const std::chrono::milliseconds beat_; ///< between two looks for ended leases
  bool works_ = false, isTaking_ = false, isAway_ = false;
  std::set<std::string> taken_;
  std::list<Order> orders_;
  std::chrono::steady_clock::time_point renewed_;
  std::unique_ptr<store::Nodes> nodes_;
  std::unique_ptr<http::EventLoop::Watch> news_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
};

} // namespace agentc::serve

#endif
