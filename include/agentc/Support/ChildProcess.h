#ifndef AGENTC_SUPPORT_CHILDPROCESS_H
#define AGENTC_SUPPORT_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace agentc {

/// A program and its input.
struct ChildProcess {
  std::string program;                  ///< its path
  std::vector<std::string> arguments;   ///< without the program's own name
  std::vector<std::string> environment; ///< `NAME=VALUE`
  std::string input;                    ///< on its standard input, which is memory alone
  size_t maxOutput = size_t(1) << 20;   ///< bytes
  /// Another input, on its descriptor 3.
  std::optional<std::string> second = std::nullopt;
  /// After that it is killed.
  std::optional<std::chrono::milliseconds> patience = std::nullopt;
};

/// The end of a program.
struct ChildOutcome {
  int code = 0; ///< 128 where a signal ended it
  std::string out;
  std::string err;            ///< at most 64 KB of it
  bool hasMoreOutput = false; ///< `out` was cut
};

/// Runs a program and waits for its end. An Error means that it could not
/// be started, in the words of the operating system.
llvm::Expected<ChildOutcome> runProcess(const ChildProcess &process);

} // namespace agentc

#endif
