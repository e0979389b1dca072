#ifndef AGENTC_LIB_DRIVER_FLAGS_OPTIONS_H
#define AGENTC_LIB_DRIVER_FLAGS_OPTIONS_H

#include "agentc/Driver/Driver.h"
#include "agentc/Pipeline/ProjectRequest.h"
#include "agentc/Support/Suggestion.h"

#include "llvm/Option/ArgList.h"

namespace agentc {

enum class OutputFormat {
  Text,
#define REPORT_FORMAT(NAME, WORD) NAME,
#include "agentc/Diagnostics/Formats.def"
#undef REPORT_FORMAT
};

/// Which formats a subcommand has: most print text and JSON, those that check bundles reports too,
/// `test` JUnit's.
enum class Formats { TextAndJson, Reports, Tests };
std::vector<std::string> formatNames(Formats formats);

/// The flags that most subcommands share.
struct CommonOptions : ReadingOptions {
  OutputFormat format = OutputFormat::Text;
  std::optional<std::string> output;
  bool outColor = false; ///< whether standard output is coloured; a file never is by itself
  bool errColor = false;
  bool outLinks = false; ///< whether standard output shows links
  bool errLinks = false;
  bool quiet = false;
  size_t columns = 0;            ///< of the terminal that standard output is; 0: it is none
  size_t errColumns = 0;         ///< of the one that standard error is
  size_t maxFindings = SIZE_MAX; ///< how many are printed as text
  bool isCounted = false;        ///< how many findings each rule has is printed instead
};

llvm::Expected<CommonOptions> readCommonOptions(const DriverEnv &env,
                                                const llvm::opt::InputArgList &arguments);

/// `--jobs`, or as many as there are processors.
llvm::Expected<size_t> readJobs(const llvm::opt::InputArgList &arguments);

/// The one bundle that a subcommand takes.
llvm::Expected<std::string> onlyInput(const llvm::opt::InputArgList &arguments,
                                      llvm::StringRef what);

} // namespace agentc

#endif
