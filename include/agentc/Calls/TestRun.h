#ifndef AGENTC_CALLS_TESTRUN_H
#define AGENTC_CALLS_TESTRUN_H

#include "agentc/Calls/TestFile.h"
#include "agentc/CommandLine/DriverEnv.h"
#include "agentc/Pipeline/Pipeline.h"

namespace agentc {

class ToolProcess;

/// The result of a test.
struct TestResult {
  enum class Verdict { Passed, Failed, Skipped };
  Verdict verdict = Verdict::Skipped;
  std::string file, name;
  std::string tool; ///< what was called; empty if nothing was
  std::vector<JsonFault>
      failures;       ///< their places are the test's own: `result/total`, `http/0/request`
  std::string reason; ///< why it was skipped
  std::vector<LogLine> logs;
  std::string stack; ///< of an error that was not expected
  double wallMs = 0;
};

/// `passed`, `failed`, `skipped`
llvm::StringRef verdictName(TestResult::Verdict verdict);

/// Calls what the test names, with its own environment and answers in place of the machine's and
/// the network, and compares; an agent with `files.data` has an empty folder each time. `files` are
/// granted beside. An Error means that the environment failed.
llvm::Expected<TestResult> runTest(const DriverEnv &env, const TestCase &test,
                                   const Compilation &compilation, const RunImage &image,
                                   llvm::ArrayRef<FileGrant> files, ToolProcess &sandbox);

} // namespace agentc

#endif
