#include "agentc/Calls/TestRun.h"
#include "agentc/Calls/CallRequest.h"
#include "agentc/Calls/FileGrants.h"
#include "agentc/Calls/RunImages.h"
#include "agentc/Calls/StackFrames.h"
#include "agentc/Support/JsonMatch.h"
#include "agentc/Support/Text.h"
#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

using Faults = std::vector<JsonFault>;

void addFaults(Faults &failures, llvm::StringRef at, Faults found) {
  for (JsonFault &fault : found)
    failures.push_back({at.str() + fault.pointer, std::move(fault.message)});
}

void compareOutcome(const TestCase &test, const ToolReport &report, Faults &failures) {
  if (report.outcome != test.outcome) {
    std::string message = "expected `" + outcomeName(test.outcome).str() + "`, got `" +
                          outcomeName(report.outcome).str() + "`";
    if (report.error)
      message += ": " + report.error->name + ": " + report.error->message;
    failures.push_back({"outcome", std::move(message)});
    return;
  }
  if (test.result)
    addFaults(failures, "result",
              matchJson(*test.result, parseJson(report.result).value_or(Json())));
  if (test.errorName)
    addFaults(failures, "error/name",
              matchJson(*test.errorName, report.error ? report.error->name : ""));
  if (test.errorMessage)
    addFaults(failures, "error/message",
              matchJson(*test.errorMessage, report.error ? report.error->message : ""));
}

void compareLogs(const TestCase &test, const ToolReport &report, Faults &failures) {
  if (!test.logs)
    return;
  Json logs = Json::array();
  for (const LogLine &line : report.logs)
    logs.push_back({{"level", line.level}, {"text", line.text}});
  addFaults(failures, "logs", matchJson(*test.logs, logs));
}

/// Text that is expected as text is compared so, JSON by what it says.
Json bodyFor(const Json &expected, const ScriptedExchange &exchange) {
  bool isText = expected.is_string() || (expected.is_object() && expected.contains("$like"));
  std::optional<Json> json;
  if (!isText)
    json = parseJson(exchange.body);
  return json ? std::move(*json) : Json(exchange.body);
}

void compareRequest(const TestCase::ExpectedRequest &expected, const ScriptedExchange &exchange,
                    const std::string &at, Faults &failures) {
  std::map<std::string, std::string> headers;
  for (const auto &[name, value] : exchange.headers) {
    std::string &all = headers[llvm::StringRef(name).lower()];
    all += (all.empty() ? "" : ", ") + value;
  }
  for (const auto &[name, matcher] : expected.headers) {
    std::string place = at + "/headers/" + pointerStep(name);
    auto found = headers.find(name);
    if (found == headers.end())
      failures.push_back({place, "the request has no such header"});
    else
      addFaults(failures, place, matchJson(matcher, found->second));
  }
  if (expected.body)
    addFaults(failures, at + "/body", matchJson(*expected.body, bodyFor(*expected.body, exchange)));
  if (expected.body && exchange.isCut)
    failures.push_back({at + "/body", "too long to compare"});
}

void compareRequests(const TestCase &test, const ToolReport &report, Faults &failures) {
  std::vector<uint32_t> asked(test.answers.size());
  for (const ScriptedExchange &exchange : report.exchanges) {
    if (!exchange.answer || *exchange.answer >= asked.size()) {
      failures.push_back(
          {"http", "nothing answers `" + exchange.method + " " + exchange.url + "`"});
      continue;
    }
    ++asked[*exchange.answer];
    compareRequest(test.requests[*exchange.answer], exchange,
                   "http/" + std::to_string(*exchange.answer) + "/request", failures);
  }
  for (size_t i = 0; i < asked.size(); ++i)
    if (const ScriptedAnswer &answer = test.answers[i]; answer.times && asked[i] != answer.times)
      failures.push_back(
          {"http/" + std::to_string(i), "`" + answer.method + " " + answer.url + "` was asked " +
                                            std::to_string(asked[i]) + " times, expected " +
                                            std::to_string(answer.times)});
}

/// The call as `run` would make it, with the test's environment and answers.
PreparedCall prepareFor(const DriverEnv &env, const TestCase &test, const Compilation &compilation,
                        const CallTarget &target, const RunImage &image, RunOptions flags,
                        Faults &failures) {
  DriverEnv own = env;
  own.variable = [&](const std::string &name) -> std::optional<std::string> {
    auto found = test.environment.find(name);
    return found == test.environment.end() ? std::nullopt : std::optional(found->second);
  };
  flags.input = test.input;
  flags.context = test.context;
  flags.platform = test.platform;
  flags.wallMs = test.wallMs;
  PreparedCall call = prepareCall(own, compilation, target, flags,
                                  std::make_shared<RunImage>(imageFor(compilation, target, image)));
  call.request.answers = test.answers;
  const Grant &grant = call.grant.grant;
  auto isGranted = [](const auto &granted, llvm::StringRef name) {
    return llvm::any_of(granted, [&](const auto &each) { return each.name == name; });
  };
  for (const auto &[name, value] : test.environment) {
    if (isGranted(grant.environment, name) || isGranted(grant.secrets, name))
      continue;
    std::optional<std::string> fault;
    if (findSecret(compilation.manifestSecrets, name))
      fault = findSecretFault(value);
    failures.push_back({"env/" + pointerStep(name),
                        fault ? "the secret " + *fault
                              : "not granted to the tool; `allowedEnv` or `secrets` of the "
                                "manifest and the code decide"});
  }
  if (call.fault)
    failures.push_back({"context/config", *call.fault});
  return call;
}

} // namespace

llvm::StringRef verdictName(TestResult::Verdict verdict) {
  switch (verdict) {
  case TestResult::Verdict::Passed:
    return "passed";
  case TestResult::Verdict::Failed:
    return "failed";
  case TestResult::Verdict::Skipped:
    return "skipped";
  }
  llvm_unreachable("all verdicts are named");
}

llvm::Expected<TestResult> runTest(const DriverEnv &env, const TestCase &test,
                                   const Compilation &compilation, const RunImage &image,
                                   llvm::ArrayRef<FileGrant> files, ToolProcess &sandbox) {
  TestResult result;
  result.file = test.file;
  result.name = test.name;
  result.reason = test.skip;
  if (!test.skip.empty())
    return result;
  result.verdict = TestResult::Verdict::Failed;
  const Manifest &manifest = *compilation.manifest;
  llvm::Expected<CallTarget> target = chooseTarget(*compilation.config, manifest, test.tool);
  if (!target) {
    result.failures.push_back({"tool", llvm::toString(target.takeError())});
    return result;
  }
  result.tool = target->id;
  RunOptions flags;
  flags.files = files.vec();
  std::optional<PassingFolder> data;
  if (manifest.data) {
    llvm::Expected<PassingFolder> made = PassingFolder::make();
    if (!made)
      return made.takeError();
    data.emplace(std::move(*made));
    flags.data = data->path();
  }
  PreparedCall call =
      prepareFor(env, test, compilation, *target, image, std::move(flags), result.failures);
  if (call.fault)
    return result;
  llvm::Expected<ToolReport> report = sandbox.call(call.request);
  if (!report)
    return report.takeError();
  result.wallMs = report->usage.wallMs;
  compareOutcome(test, *report, result.failures);
  compareLogs(test, *report, result.failures);
  compareRequests(test, *report, result.failures);
  for (const AccessItem &item : missedBy(call, compilation, report->observed))
    result.failures.push_back({"access", "reached `" + item.name + "` (" +
                                             accessKindName(item.kind).str() +
                                             "), which was not inferred"});
  if (report->error && report->outcome != test.outcome)
    result.stack = mapStack(report->error->stack, compilation.bundle->files);
  result.logs = std::move(report->logs);
  if (result.failures.empty())
    result.verdict = TestResult::Verdict::Passed;
  return result;
}

} // namespace agentc
