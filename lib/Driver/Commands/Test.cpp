#include "Flags/FileFlags.h"
#include "Flags/RunOptions.h"
#include "Reports/BundleReport.h"
#include "Reports/TestReport.h"
#include "Subcommand.h"
#include "Terminal/CountedStatus.h"

#include "agentc/Calls/CallTarget.h"
#include "agentc/Support/Parallel.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include <mutex>

namespace agentc {

namespace {

/// Sandboxes for tests that run at once.
class SandboxPool {
public:
  /// Starts them on the calling thread: a sandbox dies with the thread that started it.
  llvm::Error start(size_t count, const SandboxFlags &flags) {
    while (idle_.size() < count) {
      llvm::Expected<ToolProcess> started = ToolProcess::start(flags);
      if (!started)
        return started.takeError();
      idle_.push_back(std::make_unique<ToolProcess>(std::move(*started)));
    }
    return llvm::Error::success();
  }
  std::unique_ptr<ToolProcess> take() {
    std::lock_guard<std::mutex> guard(lock_);
    std::unique_ptr<ToolProcess> sandbox = std::move(idle_.back());
    idle_.pop_back();
    return sandbox;
  }
  void giveBack(std::unique_ptr<ToolProcess> sandbox) {
    std::lock_guard<std::mutex> guard(lock_);
    idle_.push_back(std::move(sandbox));
  }

private:
  std::mutex lock_;
  std::vector<std::unique_ptr<ToolProcess>> idle_;
};

/// Files with faults stand as failed tests of their own.
std::vector<TestResult> resultsOfFaults(llvm::ArrayRef<TestFiles::Fault> faults) {
  std::vector<TestResult> results;
  for (const TestFiles::Fault &fault : faults) {
    if (results.empty() || results.back().file != fault.file) {
      TestResult &result = results.emplace_back();
      result.verdict = TestResult::Verdict::Failed;
      result.file = fault.file;
      result.name = "is a test";
    }
    results.back().failures.push_back(fault.what);
  }
  return results;
}

llvm::Error runTests(const DriverEnv &env, const Compilation &compilation, const RunImage &image,
                     llvm::ArrayRef<TestCase> tests, llvm::ArrayRef<FileGrant> files,
                     SandboxFlags flags, size_t jobs, std::vector<TestResult> &results) {
  SandboxPool pool;
  if (llvm::Error error = pool.start(threadsFor(tests.size(), jobs), flags))
    return error;
  std::vector<std::optional<TestResult>> answers(tests.size());
  std::mutex lock;
  llvm::Error failure = llvm::Error::success();
  auto fail = [&](llvm::Error error) {
    std::lock_guard<std::mutex> guard(lock);
    failure = llvm::joinErrors(std::move(failure), std::move(error));
  };
  CountedStatus status(env, "running tests", tests.size());
  forEachInParallel(tests.size(), jobs, [&](size_t i) {
    std::unique_ptr<ToolProcess> sandbox = pool.take();
    llvm::Expected<TestResult> result = runTest(env, tests[i], compilation, image, files, *sandbox);
    pool.giveBack(std::move(sandbox));
    status.oneIsDone();
    if (!result)
      return fail(result.takeError());
    answers[i] = std::move(*result);
  });
  if (failure)
    return failure;
  for (std::optional<TestResult> &answer : answers)
    results.push_back(std::move(*answer));
  return llvm::Error::success();
}

/// The tests to run; an Error where there are none.
llvm::Expected<TestFiles> findTests(const Bundle &bundle, llvm::StringRef path,
                                    llvm::StringRef filter) {
  TestFiles tests = readTests(bundle.files);
  if (tests.cases.empty() && tests.faults.empty())
    return usageError("`" + escapeForTerminal(path) + "` has no tests" +
                      (tests.others.empty()
                           ? "; they are files `tests/*.json` of the schema `agentc.test/1`"
                           : "; `" + escapeForTerminal(tests.others.front()) +
                                 "` has no `\"schema\": \"agentc.test/1\"`"));
  llvm::erase_if(tests.cases, [&](const TestCase &test) {
    return !llvm::StringRef(test.file).contains(filter) &&
           !llvm::StringRef(test.name).contains(filter);
  });
  llvm::erase_if(tests.faults, [&](const TestFiles::Fault &fault) {
    return !llvm::StringRef(fault.file).contains(filter);
  });
  if (tests.cases.empty() && tests.faults.empty())
    return usageError("no test's file or name contains `" + escapeForTerminal(filter) + "`");
  return tests;
}

llvm::Error printReport(DriverEnv &env, const CommonOptions &options, llvm::StringRef bundle,
                        llvm::ArrayRef<TestResult> results) {
  if (options.format == OutputFormat::Json)
    return writeOutput(env, options, printJson(renderTestsAsJson(bundle, results)));
  if (options.format == OutputFormat::Junit)
    return writeOutput(env, options, renderTestsAsJunit(bundle, results));
  return writeOutput(env, options, renderTestsAsText(results, options.quiet));
}

llvm::Expected<int> runTests(DriverEnv &env, const llvm::opt::InputArgList &arguments) {
  llvm::Expected<CommonOptions> options = readCommonOptions(env, arguments);
  if (!options)
    return options.takeError();
  llvm::Expected<size_t> jobs = readJobs(arguments);
  if (!jobs)
    return jobs.takeError();
  llvm::Expected<std::vector<FileGrant>> files = readFileGrants(arguments);
  if (!files)
    return files.takeError();
  llvm::Expected<std::string> path = onlyInput(arguments, "bundle");
  if (!path)
    return path.takeError();
  llvm::Expected<PipelineRequest> request = makePipelineRequest(env, *options, *path);
  if (!request)
    return request.takeError();
  request->last = Stage::Infer;
  Compilation compilation;
  if (llvm::Error error = compile(*request, compilation))
    return error;
  std::optional<RunImage> image = makeCallableImage(env, *options, compilation, *path);
  if (!image)
    return ExitFindings;
  llvm::Expected<TestFiles> tests =
      findTests(compilation.opened->bundle, *path, arguments.getLastArgValue(OPT_filter));
  if (!tests)
    return tests.takeError();
  std::vector<TestResult> results = resultsOfFaults(tests->faults);
  const SandboxFlags flags = readSandboxFlags(compilation.opened->bundle.trust, arguments);
  if (llvm::Error error =
          runTests(env, compilation, *image, tests->cases, *files, flags, *jobs, results))
    return error;
  if (llvm::Error error = printReport(env, *options, *path, results))
    return error;
  bool isFailed = llvm::any_of(results, [](const TestResult &result) {
    return result.verdict == TestResult::Verdict::Failed;
  });
  return isFailed ? ExitFindings : ExitClean;
}

} // namespace

const Subcommand testSubcommand = {
    "test",
    ForTest,
    "[FLAGS] [BUNDLE]",
    "runs the examples that a bundle ships in the sandbox, without a network",
    "  agentc test my-agent/\n"
    "  # some of them, for a build server\n"
    "  agentc test my-agent.tgz --filter weather --format=junit -o tests.xml\n",
    runTests,
    CommandGroup::Check,
    "a test failed, or the bundle cannot be run",
    Formats::Tests};

} // namespace agentc
