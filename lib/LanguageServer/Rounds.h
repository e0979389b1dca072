#ifndef AGENTC_LIB_LANGUAGESERVER_ROUNDS_H
#define AGENTC_LIB_LANGUAGESERVER_ROUNDS_H

#include "Round.h"
#include "Worker.h"

namespace agentc::lsp {

/// Keeps what is known of the world's files up to date: after each change all that it touches is
/// read and checked again, in a worker, once changes have paused. A round that a change overtakes
/// is ended and counts for nothing. Where rounds take long, a source that is typed is checked
/// before with its neighbours alone, for an answer meanwhile.
class Rounds {
public:
  using Clock = std::chrono::steady_clock;

  /// Both must outlive this.
  Rounds(DriverEnv &env, const World &world) : env_(env), world_(world) {}

  /// Tells of a source whose text changed.
  void changeSource(const std::string &path);
  /// Tells that anything may have changed.
  void changeAll();

  /// To wait on; -1 if nothing runs.
  int descriptor() const { return worker_ ? worker_->descriptor() : -1; }
  /// When `step` has something to do; std::nullopt if nothing is due.
  std::optional<Clock::time_point> due() const;
  /// Starts and ends what is due; true if answers have changed.
  bool step();

  /// True if all answers are those to the world as it is.
  bool isCurrent() const { return !isDirty_ && !worker_; }
  /// True if those about a file are, maybe only as its neighbours tell.
  bool isCurrent(llvm::StringRef path) const {
    return isCurrent() || (early_ && early_->path == path && !isEarly_);
  }
  /// The file that was checked with its neighbours alone since the last change; empty if none was.
  llvm::StringRef earlyPath() const { return early_ ? llvm::StringRef(early_->path) : ""; }
  /// All that is known of a file; null if nothing is.
  const Json *answersOf(llvm::StringRef path) const;
  const std::map<std::string, Json, std::less<>> &answers() const { return answers_; }
  /// The failures of the last round, in words, and its cost.
  const std::vector<std::string> &failures() const { return failures_; }
  std::chrono::milliseconds cost() const { return cost_; }

private:
  /// The answers about a source that its neighbours give.
  struct Early {
    std::string path;
    Json answers;
  };

  void postpone();
  void start();
  void startEarly();
  /// The unit that a source is checked with; null if none was checked with it.
  const Json *unitOf(llvm::StringRef path) const;
  void take(std::optional<Json> result);
  bool takeEarly(std::optional<Json> result);
  void gather();

  DriverEnv &env_;
  const World &world_;
  std::map<std::string, Json, std::less<>> units_; ///< as `checkWorld` returns them, by folder
  std::map<std::string, Json, std::less<>> answers_;
  Changes changes_;       ///< since the last round that came to its end
  bool isDirty_ = false;  ///< there are changes that no round has begun with
  Clock::time_point due_; ///< of the next round, if there are
  std::optional<Worker> worker_;
  bool isEarly_ = false; ///< the worker checks one source with its neighbours
  std::string typed_;    ///< the source that is to be checked before all else; may be empty
  Clock::time_point earlyDue_;
  std::optional<Early> early_;
  std::vector<std::string> failures_;
  std::chrono::milliseconds cost_{0};
  std::chrono::milliseconds roundCost_{0}; ///< of the last that read the world
};

} // namespace agentc::lsp

#endif
