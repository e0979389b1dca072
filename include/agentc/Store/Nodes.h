#ifndef AGENTC_STORE_NODES_H
#define AGENTC_STORE_NODES_H

#include "agentc/Store/Journal.h"
#include "agentc/Store/Knowledge.h"
#include "agentc/Store/Schedules.h"
#include "agentc/Store/Store.h"

#include <chrono>

namespace agentc::store {

/// News of other nodes since the last call.
struct News {
  bool hasWork = false; ///< a run has come into the queue
  /// Events of runs that are followed, in the order of each run.
  std::vector<std::pair<std::string, RunEvent>> events;
  std::vector<std::string> orders; ///< for runs that are this node's, as `order` was given them
};

/// A run that a node takes.
struct TakenRun {
  RunRecord record;
  /// Nodes lost while they had it, since its last progress.
  unsigned falls = 0;
};

/// The runs that wait for a node, and those that nodes have.
struct QueueState {
  uint64_t waiting = 0;   ///< runs that no node has
  uint64_t underWay = 0;  ///< runs that nodes have
  int64_t oldestWait = 0; ///< milliseconds that the oldest waiting run has waited
};

/// The nodes of one state: which of them has which run, and what they tell each other. A run that
/// begins waits in a queue; the node that takes it has it for the time of a lease, which it renews.
/// After that another node takes it, and from then on the journal refuses the first one's events.
/// Errors are those of the environment.
class Nodes {
public:
  virtual ~Nodes();

  /// Takes runs from the queue and those whose leases have expired, at most this many. A run that
  /// this node has held without a break is not returned again.
  virtual llvm::Expected<std::vector<TakenRun>> take(unsigned most) = 0;
  /// Renews this node's leases; returns the ids of the runs that it has lost.
  virtual llvm::Expected<std::vector<std::string>> renew() = 0;
  /// True if the run is this node's as far as it knows.
  virtual bool owns(llvm::StringRef run) const = 0;
  /// Puts a run of this node back into the queue.
  virtual llvm::Error giveBack(llvm::StringRef run) = 0;
  /// Leaves the other nodes, without runs.
  virtual void leave() = 0;

  /// Runs of a tenant that have not ended, at all nodes.
  virtual llvm::Expected<uint64_t> underWay(llvm::StringRef tenant) = 0;
  /// Counts a request of a key; those of this minute, at all nodes.
  virtual llvm::Expected<uint64_t> countRequest(llvm::StringRef key) = 0;
  virtual llvm::Expected<QueueState> queue() = 0;
  /// Claims a name for a minute; false if another node has done so.
  virtual llvm::Expected<bool> claim(llvm::StringRef name) = 0;

  /// Tells the node that has a run an order about it, a text, unless it is the node `unless`, which
  /// has been told: that node's name, "" if no node has the run. The order is lost if it dies.
  virtual llvm::Expected<std::string> order(llvm::StringRef run, llvm::StringRef text,
                                            llvm::StringRef unless) = 0;
  /// Reports a run's events after a sequence, until `unfollow`.
  virtual void follow(llvm::StringRef run, uint64_t after) = 0;
  virtual void unfollow(llvm::StringRef run) = 0;
  /// A descriptor that is readable while there is news.
  virtual int newsDescriptor() const = 0;
  virtual News takeNews() = 0;
};

/// The state of a server, which several nodes may share.
struct SharedState {
  std::unique_ptr<Store> store;
  std::unique_ptr<Journal> journal;
  std::unique_ptr<Schedules> schedules;
  std::unique_ptr<Knowledge> knowledge;
  std::unique_ptr<Nodes> nodes; ///< ends before the journal; null if there are no others
  std::string warning;          ///< for the operator; empty: none
};

struct SharingOptions {
  std::string url;      ///< as `redis::parseAddress` takes it
  std::string password; ///< where the URL has none
  /// The time after which a silent node loses its runs; at least a second.
  std::chrono::milliseconds lease{10000};
};

/// Opens the state in a Redis server for one more node. `folder`: the node's own, which keeps what
/// is not shared: saved files' records, and copies of packages and knowledge. Fails if Redis may
/// lose data (no append-only file, or it evicts keys), or if its state has another
/// format.
llvm::Expected<SharedState> openRedis(const SharingOptions &options, llvm::StringRef path,
                                      std::unique_ptr<Store> folder);

} // namespace agentc::store

#endif
