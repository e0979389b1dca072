#ifndef AGENTC_LIB_LANGUAGESERVER_WORKER_H
#define AGENTC_LIB_LANGUAGESERVER_WORKER_H

#include "agentc/Support/Json.h"
#include "agentc/Support/ProcessStart.h"

#include <chrono>
#include <functional>

namespace agentc::lsp {

/// A child process that works one thing out: a copy of this process, which must have one thread. It
/// can be ended at any time, and its end by a fault is an outcome like any other. Standard input
/// and output are not the child's.
class Worker {
public:
  /// Starts a child; without one the worker ends at once, without a result.
  explicit Worker(const std::function<Json()> &work);
  /// Kills a child that still works.
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  /// To wait on; readable when `step` has something to do.
  int descriptor() const { return said_.out(); }
  std::chrono::steady_clock::time_point deadline() const { return deadline_; }
  /// Reads what is there; true once the child has ended, or was killed because it took too long.
  bool step();
  /// The result of a child that has ended; std::nullopt if it failed.
  std::optional<Json> result() const;
  /// The processor time of a child that has ended.
  std::chrono::milliseconds cost() const { return cost_; }

private:
  void end(bool kills);

  pid_t child_ = -1;
  Pipe said_;
  std::chrono::steady_clock::time_point deadline_;
  std::string text_;
  bool isWhole_ = false;
  std::chrono::milliseconds cost_{0};
};

} // namespace agentc::lsp

#endif
