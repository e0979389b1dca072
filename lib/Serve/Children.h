#ifndef AGENTC_LIB_SERVE_CHILDREN_H
#define AGENTC_LIB_SERVE_CHILDREN_H

#include "agentc/Http/EventLoop.h"

#include <deque>
#include <list>
#include <string>
#include <vector>

namespace agentc::serve {

/// The processes of `agentc` that read packages: short-lived, bounded in number, time and output,
/// so that a stranger's archive is never parsed in the server.
class Children {
public:
  struct Job {
    std::vector<std::string> arguments;   ///< after `agentc`
    std::vector<std::string> environment; ///< `NAME=VALUE`; nothing else is there
    std::string folder = "/";             ///< its working directory
  };
  struct Output {
    int code = -1; ///< the exit code; -1: it was killed, or could not be started
    std::string out, err;

    /// The reason of the failure, fit for a client; `instead` if it gave none.
    std::string complaint(llvm::StringRef instead) const;
  };
  using Done = std::function<void(Output)>;

  /// `most` run at once, and `mostWaiting` wait.
  Children(http::EventLoop &loop, unsigned most, unsigned mostWaiting);
  /// Kills those that run, without calling their functions.
  ~Children();

  /// Runs a job now or later; false if too many wait. `done` is called from within the loop.
  [[nodiscard]] bool run(Job job, Done done);
  size_t waiting() const { return waiting_.size(); }

private:
  class Child;
  bool start(Job job, Done done);
  void end(Child *child);

  http::EventLoop &loop_;
  unsigned most_, mostWaiting_;
  std::list<std::unique_ptr<Child>> running_;
  std::deque<std::pair<Job, Done>> waiting_;
};

} // namespace agentc::serve

#endif
