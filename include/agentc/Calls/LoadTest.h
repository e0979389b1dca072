#ifndef AGENTC_CALLS_LOADTEST_H
#define AGENTC_CALLS_LOADTEST_H

#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

class ToolProcess;

/// The stage `load test`: has the sandbox compile every module that the entry reaches and evaluate
/// the entry, with nothing granted but what the manifest allows, and compares what that defines
/// with what was extracted. What fails or differs is reported at its place; the report is empty if
/// there is nothing that could be loaded.
llvm::Expected<LoadReport> loadTest(const Compilation &compilation, ToolProcess &sandbox,
                                    DiagnosticList &diagnostics);

/// The stage for a PipelineRequest; empty without a sandbox, which outlives it.
LoadTester loadTester(ToolProcess *sandbox);

/// Prints what the sandbox saw, for `--dump=load`.
void dumpLoad(const LoadReport &report, llvm::raw_ostream &out);

} // namespace agentc

#endif
