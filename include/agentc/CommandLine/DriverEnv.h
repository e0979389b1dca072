#ifndef AGENTC_COMMANDLINE_DRIVERENV_H
#define AGENTC_COMMANDLINE_DRIVERENV_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <optional>
#include <string>

namespace agentc {

/// The world around a subcommand, as far as it may touch it, so that it can run inside of a test.
struct DriverEnv {
  llvm::raw_ostream &out;
  llvm::raw_ostream &err;
  bool outIsTerminal = false;
  bool errIsTerminal = false;
  /// A variable of the environment.
  std::function<std::optional<std::string>(const std::string &)> variable;
  /// The bytes of a file; an Error names it.
  std::function<llvm::Expected<std::string>(llvm::StringRef path)> readFile;
  /// Returns true if a path is that of a regular file.
  std::function<bool(llvm::StringRef path)> isFile;
  std::function<llvm::Expected<std::string>()> readStandardInput;
  /// A line that a person typed, without its end; std::nullopt at the end of the input.
  std::function<std::optional<std::string>()> readLine;
  bool inIsTerminal = false;
  /// The day by which waivers expire, `2026-11-22` (UTC); whatever the bundle says.
  std::string today;
  /// Shows on a terminal what is being done, where that takes long. It disappears before
  /// anything else is printed, and with an empty text. Not there where nobody would see it.
  std::function<void(std::string text)> status;
  /// The columns of the terminal on which help and progress are shown, asked anew each time.
  std::function<unsigned()> terminalWidth = [] { return 80u; };
};

/// Wrong usage or a failed environment, in the words that the user sees.
llvm::Error usageError(const llvm::Twine &message);

} // namespace agentc

#endif
