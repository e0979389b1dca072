#ifndef AGENTC_LIB_DRIVER_BUNDLEREPORT_H
#define AGENTC_LIB_DRIVER_BUNDLEREPORT_H

#include "Options.h"
#include "Pipeline.h"

#include "agentc/Diagnostics/Renderers.h"

namespace agentc {

/// What a compilation starts from, as the flags say it; reads the files that they name.
llvm::Expected<PipelineRequest> makePipelineRequest(DriverEnv &env, const CommonOptions &options,
                                                    llvm::StringRef path);

/// Whether an unwaived diagnostic is at least as severe as `--fail-on`.
bool hasFindings(const DiagnosticList &diagnostics, Severity failOn);

/// A finished compilation for the renderers: diagnostics sorted and with fingerprints, digest,
/// coverage.
BundleResult makeResult(const Compilation &compilation, llvm::StringRef path, Severity failOn);

/// How findings are printed on standard output.
TextStyle textStyle(const CommonOptions &options, bool color, bool quiet);

/// Gives each finding that has no help of its own what its rule's page says.
void addHelp(DiagnosticList &diagnostics);

/// The diagnostics of bundles in the format asked for.
std::string renderResults(llvm::ArrayRef<BundleResult> results, const CommonOptions &options,
                          bool color, bool quiet);

/// One line for each finding of a package that was waived when it was sealed.
std::string renderWaived(const BundleResult &result, size_t columns);

/// What to do about findings, where they are printed as text and not quietly.
std::string stepsFor(const CommonOptions &options, llvm::ArrayRef<BundleResult> results,
                     llvm::StringRef command = "validate");

/// Writes a subcommand's product to `--output` or standard output.
llvm::Error writeOutput(DriverEnv &env, const CommonOptions &options, llvm::StringRef text);

/// Prints diagnostics as text on standard error, where standard output belongs to a product.
void printFindings(DriverEnv &env, const CommonOptions &options, const BundleResult &result);

} // namespace agentc

#endif
