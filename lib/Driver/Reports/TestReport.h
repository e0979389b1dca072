#ifndef AGENTC_LIB_DRIVER_REPORTS_TESTREPORT_H
#define AGENTC_LIB_DRIVER_REPORTS_TESTREPORT_H

#include "agentc/Calls/TestRun.h"

#include "llvm/Support/raw_ostream.h"

namespace agentc {

/// One line a test, under a failed one what differs, and a summary; only what failed if `quiet`.
std::string renderTestsAsText(llvm::ArrayRef<TestResult> results, bool quiet);

/// Schema `agentc.test-report/1` (docs/schemas/test-report-1.schema.json).
Json renderTestsAsJson(llvm::StringRef bundle, llvm::ArrayRef<TestResult> results);

/// A suite a file, a case a test.
std::string renderTestsAsJunit(llvm::StringRef bundle, llvm::ArrayRef<TestResult> results);

} // namespace agentc

#endif
