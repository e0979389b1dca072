#ifndef AGENTC_SUPPORT_PROCESSSTART_H
#define AGENTC_SUPPORT_PROCESSSTART_H

#include "llvm/ADT/StringRef.h"

#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace agentc {

/// The exit code of a child that could not become its program.
inline constexpr int exitNotStarted = 127;

/// A program to be started as a child of this process, or to be what this process becomes. All is
/// made ready beforehand: `spawn` and `become` allocate nothing, as is asked after `fork`. Of this
/// process's descriptors, the program gets those that are handed on, and others without FD_CLOEXEC.
class ProcessStart {
public:
  /// `words` are all arguments, first the name that the program is told of itself; variables of the
  /// environment are `NAME=VALUE`.
  ProcessStart(std::string program, std::vector<std::string> words,
               std::vector<std::string> environment);
  ~ProcessStart();
  ProcessStart(const ProcessStart &) = delete;
  ProcessStart &operator=(const ProcessStart &) = delete;

  /// Makes a descriptor of this process the program's `as`, which may be the same number.
  void handOn(int descriptor, int as);
  /// Makes `/dev/null` the program's `as`.
  void handOnNothing(int as);
  /// Its working directory; otherwise it is this process's.
  void setFolder(const std::string &folder);
  /// Makes it the leader of a process group.
  void leadGroup();

  /// Puts a text in the place of a word that is at least as long.
  void setWord(size_t at, llvm::StringRef text) { words_[at].assign(text.data(), text.size()); }
  void dropLastWord() { argv_[words_.size() - 1] = nullptr; }

  /// Starts the program as a child. An error number, or 0.
  int spawn(pid_t &child) const;
  /// Turns this process into the program; ends with `exitNotStarted` where that fails.
  [[noreturn]] void become() const;

private:
  std::string program_, folder_;
  std::vector<std::string> words_, environment_;
  std::vector<char *> argv_, envp_;
  std::vector<std::pair<int, int>> descriptors_;
  bool leadsGroup_ = false;
  int nothing_ = -1; ///< `/dev/null`, once asked for
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// The variables of this process, for a child's environment.
std::vector<std::string> ownEnvironment();

/// As `fork`, but the copy gets a signal when the thread that calls this ends.
pid_t forkBound(int signal);

/// Waits for a child's end. Its status as of `waitpid`, and what it has used.
int awaitStatus(pid_t child, rusage *used = nullptr);

/// A descriptor that is readable once a process has ended; -1 with `errno`.
int openProcess(pid_t process);

/// The two ends of a pipe, which no program inherits unasked; closed with the object.
class Pipe {
public:
  /// `flags` as of `pipe2`. Nothing is open where that fails, with `errno`.
  explicit Pipe(int flags = 0);
  ~Pipe();
  Pipe(const Pipe &) = delete;
  Pipe &operator=(const Pipe &) = delete;

  bool isOpen() const { return ends_[0] >= 0; }
  int out() const { return ends_[0]; } ///< where it is read
  int in() const { return ends_[1]; }  ///< where it is written
  void closeOut() { closeEnd(0); }
  void closeIn() { closeEnd(1); }

private:
  void closeEnd(int end);
  int ends_[2] = {-1, -1};
};

} // namespace agentc

#endif
