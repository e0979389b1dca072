#ifndef AGENTC_LIB_DRIVER_REPORTS_BUNDLEREPORT_H
#define AGENTC_LIB_DRIVER_REPORTS_BUNDLEREPORT_H

#include "Flags/Options.h"

#include "agentc/Pipeline/BundleFindings.h"
#include "agentc/ToolProtocol/RunImage.h"

namespace agentc {

/// How findings are printed on standard output.
TextStyle textStyle(const CommonOptions &options, bool color, bool quiet);

/// The diagnostics of bundles in the format asked for.
std::string renderResults(llvm::ArrayRef<BundleResult> results, const CommonOptions &options,
                          bool color, bool quiet);

/// One line for each finding of a package that was waived when it was sealed.
std::string renderWaived(const BundleResult &result, size_t columns);

/// Returns the next steps for findings; empty unless they are printed as text and not quietly.
std::string stepsFor(const CommonOptions &options, llvm::ArrayRef<BundleResult> results,
                     llvm::StringRef command = "validate");

/// Writes a subcommand's product to `--output` or standard output.
llvm::Error writeOutput(DriverEnv &env, const CommonOptions &options, llvm::StringRef text);

/// Prints diagnostics as text on standard error, where standard output belongs to a product.
void printFindings(DriverEnv &env, const CommonOptions &options, const BundleResult &result);

/// The image of a bundle whose calls are to run; std::nullopt after printing why there is none.
std::optional<RunImage> makeCallableImage(DriverEnv &env, const CommonOptions &options,
                                          Compilation &compilation, llvm::StringRef path);

} // namespace agentc

#endif
