#include "TestReport.h"

#include "agentc/Diagnostics/Renderers.h"
#include "agentc/Support/Text.h"
#include "agentc/Support/Version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

namespace agentc {

using Verdict = TestResult::Verdict;

static size_t countOf(llvm::ArrayRef<TestResult> results, Verdict verdict) {
  return static_cast<size_t>(
      llvm::count_if(results, [&](const TestResult &result) { return result.verdict == verdict; }));
}

static std::string lineOf(const JsonFault &failure) {
  return escapeForTerminal(failure.pointer.empty() ? failure.message
                                                   : failure.pointer + ": " + failure.message);
}

static void printFailure(const TestResult &result, llvm::raw_ostream &out) {
  for (const JsonFault &failure : result.failures)
    out << "  " << lineOf(failure) << '\n';
  llvm::StringRef stack = result.stack;
  size_t frames = stack.starts_with("    at ") ? 0 : stack.find("\n    at ");
  if (frames != llvm::StringRef::npos)
    out << escapeForTerminal(stack.drop_front(frames).ltrim('\n').rtrim(), true) << '\n';
  for (const LogLine &line : result.logs)
    out << "  " << escapeForTerminal(line.level) << ": " << escapeForTerminal(line.text, true)
        << '\n';
}

std::string renderTestsAsText(llvm::ArrayRef<TestResult> results, bool quiet) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const TestResult &result : results) {
    bool isFailed = result.verdict == Verdict::Failed;
    if (quiet && !isFailed)
      continue;
    out << verdictName(result.verdict) << ' ' << escapeForTerminal(result.file) << ": "
        << escapeForTerminal(result.name);
    if (result.verdict == Verdict::Skipped)
      out << " (" << escapeForTerminal(result.reason) << ')';
    else if (!result.tool.empty())
      out << llvm::format(" (%.0f ms)", result.wallMs);
    out << '\n';
    if (isFailed)
      printFailure(result, out);
  }
  if (!quiet)
    out << countOf(results, Verdict::Passed) << " passed, " << countOf(results, Verdict::Failed)
        << " failed, " << countOf(results, Verdict::Skipped) << " skipped\n";
  return text;
}

static Json testToJson(const TestResult &result) {
  Json json = {
      {"file", result.file}, {"name", result.name}, {"verdict", verdictName(result.verdict).str()}};
  if (!result.tool.empty())
    json["tool"] = result.tool;
  if (!result.reason.empty())
    json["reason"] = result.reason;
  json["failures"] = Json::array();
  for (const JsonFault &failure : result.failures)
    json["failures"].push_back({{"at", failure.pointer}, {"message", failure.message}});
  if (!result.stack.empty())
    json["stack"] = result.stack;
  json["logs"] = Json::array();
  for (const LogLine &line : result.logs)
    json["logs"].push_back({{"level", line.level}, {"text", line.text}});
  json["wallMs"] = result.wallMs;
  return json;
}

Json renderTestsAsJson(llvm::StringRef bundle, llvm::ArrayRef<TestResult> results) {
  Json tests = Json::array();
  for (const TestResult &result : results)
    tests.push_back(testToJson(result));
  return {{"schema", "agentc.test-report/1"},
          {"bundle", bundle.str()},
          {"summary",
           {{"passed", countOf(results, Verdict::Passed)},
            {"failed", countOf(results, Verdict::Failed)},
            {"skipped", countOf(results, Verdict::Skipped)}}},
          {"tests", std::move(tests)}};
}

static void printJunitCase(const TestResult &result, llvm::raw_ostream &out) {
  out << "    <testcase name=\"" << escapeXml(escapeForTerminal(result.name)) << "\" classname=\""
      << escapeXml(escapeForTerminal(result.file)) << "\" time=\""
      << llvm::format("%.3f", result.wallMs / 1000) << '"';
  if (result.verdict == Verdict::Passed) {
    out << "/>\n";
    return;
  }
  out << ">\n";
  std::string text;
  llvm::raw_string_ostream lines(text);
  printFailure(result, lines);
  std::string first = result.failures.empty() ? "" : lineOf(result.failures.front());
  out << "      <failure type=\"failed\" message=\"" << escapeXml(first) << "\">" << escapeXml(text)
      << "</failure>\n";
  out << "    </testcase>\n";
}

std::string renderTestsAsJunit(llvm::StringRef bundle, llvm::ArrayRef<TestResult> results) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  size_t id = 0;
  while (!results.empty()) {
    llvm::ArrayRef<TestResult> suite = results.take_while(
        [&](const TestResult &result) { return result.file == results.front().file; });
    results = results.drop_front(suite.size());
    double seconds = 0;
    for (const TestResult &result : suite)
      seconds += result.wallMs / 1000;
    out << "  <testsuite name=\"" << escapeXml(escapeForTerminal(suite.front().file))
        << "\" package=\"" << escapeXml(escapeForTerminal(bundle)) << "\" id=\"" << id++
        << "\" timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\" tests=\""
        << suite.size() - countOf(suite, Verdict::Skipped) << "\" failures=\""
        << countOf(suite, Verdict::Failed) << "\" errors=\"0\" time=\""
        << llvm::format("%.3f", seconds)
        << "\">\n    <properties>\n      <property name=\"agentc\" value=\"" << version()
        << "\"/>\n    </properties>\n";
    // Ant's schema has no word for what was skipped.
    std::string skipped;
    for (const TestResult &result : suite)
      if (result.verdict == Verdict::Skipped)
        skipped += "skipped " + escapeForTerminal(result.name + ": " + result.reason) + "\n";
      else
        printJunitCase(result, out);
    out << "    <system-out>" << escapeXml(skipped)
        << "</system-out>\n    <system-err/>\n  </testsuite>\n";
  }
  out << "</testsuites>\n";
  return text;
}

} // namespace agentc
