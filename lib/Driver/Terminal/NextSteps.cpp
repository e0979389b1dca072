#include "NextSteps.h"

#include "Allowances.h"

#include "agentc/Check/Waive.h"
#include "agentc/Rules/Rules.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

const RuleInfo *firstError(llvm::ArrayRef<BundleResult> results) {
  for (const BundleResult &result : results)
    for (const Diagnostic &finding : result.diagnostics.all())
      if (!finding.waived && finding.severity == Severity::Error)
        return finding.rule;
  return nullptr;
}

/// The warnings of a bundle that a person may approve.
size_t countApprovable(const BundleResult &result) {
  static const Waivable waivable(allRules());
  if (result.failOn > Severity::Warning)
    return 0;
  return static_cast<size_t>(
      llvm::count_if(result.diagnostics.all(), [](const Diagnostic &finding) {
        return !finding.waived && finding.severity == Severity::Warning &&
               waivable.canSuppress(*finding.rule);
      }));
}

/// How to allow what a bundle's own code asks for; empty where that is nothing, or the manifest is
/// not one's own.
std::string allowanceStep(const BundleResult &result, const AskedHow &how) {
  std::set<AskedAllowance> asked;
  for (const Diagnostic &finding : result.diagnostics.all())
    if (std::optional<AskedAllowance> allowance = allowanceFor(finding))
      asked.insert(std::move(*allowance));
  if (!result.isFolder || how.isRegistry || asked.empty())
    return "";
  const auto hosts =
      llvm::count_if(asked, [](const AskedAllowance &one) { return one.list == "allowedHosts"; });
  const auto names = static_cast<long>(asked.size()) - hosts;
  auto count = [](long number, const char *what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
  };
  return nextStep(
      "agentc validate --fix " + shellWord(result.path, "BUNDLE"),
      "allows in the manifest what the code asks for: " + (hosts ? count(hosts, "host") : "") +
          (hosts && names ? " and " : "") + (names ? count(names, "environment variable") : ""));
}

} // namespace

std::string nextStep(llvm::StringRef command, llvm::StringRef purpose) {
  return ("next: `" + command + "` " + purpose + "\n").str();
}

/// How to approve a bundle's warnings, and how to ask again so that the answers count.
static std::string approvalSteps(const BundleResult &result, const AskedHow &how, bool isOne,
                                 llvm::StringRef about) {
  llvm::StringRef path = result.path;
  const bool isArchive = !result.isFolder && (path.ends_with("gz") || path.ends_with(".zip") ||
                                              path.ends_with(".mcpb"));
  const std::string bundle = shellWord(path, "BUNDLE");
  std::string flags = how.isRegistry ? "--trust=registry " : "";
  // A bundle from a stranger doesn't say itself which of its findings are approved.
  const bool isOutside = isArchive || how.isRegistry;
  if (how.waivers || isOutside)
    flags += "--waivers " + shellWord(how.waivers.value_or("waivers.json"), "WAIVERS") + " ";
  std::string steps =
      nextStep("agentc approve " + flags + bundle,
               ("asks about " + llvm::Twine(isOne ? "the warning" : "the warnings") + about).str());
  if (isOutside && !how.waivers)
    steps +=
        nextStep(("agentc " + how.command + " " + flags + bundle).str(), "believes the answers");
  return steps;
}

std::string stepsAfter(llvm::ArrayRef<BundleResult> results, const AskedHow &how) {
  std::string steps;
  if (const RuleInfo *rule = firstError(results))
    steps += nextStep(("agentc explain " + rule->name).str(), "tells why, and what to do instead");
  for (const BundleResult &result : results)
    steps += allowanceStep(result, how);
  for (const BundleResult &result : results)
    if (size_t count = countApprovable(result))
      return steps +
             approvalSteps(result, how, count == 1, results.size() > 1 ? " of one bundle" : "");
  return steps;
}

std::string shellWord(llvm::StringRef path, llvm::StringRef fallback) {
  if (path.empty() || escapeForTerminal(path) != path || path.contains('`'))
    return fallback.str();
  // A name that looks like a flag is none behind `./`.
  const std::string word = (path.starts_with("-") && path != "-" ? "./" + path : path).str();
  const bool isPlain = llvm::all_of(word, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("-_./=:,@+").contains(c) || (c & 0x80);
  });
  if (isPlain)
    return word;
  std::string quoted = "'";
  for (char c : word)
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

} // namespace agentc
