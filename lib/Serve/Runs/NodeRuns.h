#ifndef AGENTC_LIB_SERVE_NODERUNS_H
#define AGENTC_LIB_SERVE_NODERUNS_H

#include "Call.h"

#include "agentc/Http/EventLoop.h"
#include "agentc/Store/Nodes.h"

#include <set>

namespace agentc::serve {

class App;

/// The runs of this node among those that share a state: takes them, renews their leases, and gives
/// them back on a stop.
class NodeRuns {
public:
  NodeRuns(App &app, std::unique_ptr<store::Nodes> nodes);

  store::Nodes &nodes() { return *nodes_; }
  /// Begins to listen to other nodes and, if `works`, to take runs.
  void begin(bool works);
  bool works() const { return works_; }
  /// Looks for a waiting run soon.
  void takeSoon();
  /// A run has ended, or is another node's.
  void forget(llvm::StringRef run) { taken_.erase(run.str()); }
  /// Takes no more runs.
  void stop() { works_ = false; }
  /// Puts all runs of this node back into the queue, for others.
  void giveBack();

private:
  void tick();
  void take();
  void renew();
  void hear();
  void note(llvm::StringRef what, llvm::Error error);
  size_t busy() const;

  App &app_;
  const std::chrono::milliseconds beat_; ///< between searches for expired leases
  bool works_ = false, isTaking_ = false, isAway_ = false;
  std::set<std::string> taken_;
  std::chrono::steady_clock::time_point renewed_;
  std::unique_ptr<store::Nodes> nodes_;
  std::unique_ptr<http::EventLoop::Watch> news_;
  std::unique_ptr<http::EventLoop::Timer> timer_;
};

} // namespace agentc::serve

#endif
