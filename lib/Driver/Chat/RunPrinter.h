#ifndef AGENTC_LIB_DRIVER_CHAT_RUNPRINTER_H
#define AGENTC_LIB_DRIVER_CHAT_RUNPRINTER_H

#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc {

/// The text on one line, without what a terminal could obey, cut where it is long.
std::string onOneLine(llvm::StringRef text);

/// The tokens that a run took, by the data of its last event.
uint64_t tokensOf(const Json &end);

/// Shows the events of runs: the model's words on standard output, steps and calls of tools on
/// standard error. Words come as they are streamed where standard output is a terminal, else whole,
/// so that nothing of an attempt that broke off is among them.
class RunPrinter {
public:
  RunPrinter(DriverEnv &env, bool color) : env_(env), color_(color) {}

  /// `data` is the event's, as docs/runs.md has it.
  void show(llvm::StringRef kind, const Json &data);
  /// A line beside the conversation.
  void note(const llvm::Twine &text);
  /// Ends the line of words that is open, if there is one.
  void endLine();

private:
  void say(llvm::StringRef text);
  void showModel(llvm::StringRef kind, const Json &data);
  void showCall(llvm::StringRef kind, const Json &data);
  void showEnd(llvm::StringRef kind, const Json &data);

  DriverEnv &env_;
  const bool color_;
  bool isMidLine_ = false;
  bool isThinking_ = false;
};

} // namespace agentc

#endif
