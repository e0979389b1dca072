#ifndef AGENTC_PIPELINE_BUNDLEFINDINGS_H
#define AGENTC_PIPELINE_BUNDLEFINDINGS_H

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

/// True if an unwaived diagnostic is at least as severe as `--fail-on`.
bool hasFindings(const DiagnosticList &diagnostics, Severity failOn);

/// A finished compilation for the renderers: diagnostics sorted and with fingerprints, digest,
/// coverage.
BundleResult makeResult(const Compilation &compilation, llvm::StringRef path, Severity failOn);

/// Gives each finding that has no help of its own what its rule's page says.
void addHelp(DiagnosticList &diagnostics);

} // namespace agentc

#endif
