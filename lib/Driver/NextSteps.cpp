#include "NextSteps.h"

#include "agentc/Analysis/Waive.h"
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

} // namespace

std::string nextStep(llvm::StringRef command, llvm::StringRef purpose) {
  return ("next: `" + command + "` " + purpose + "\n").str();
}

std::string stepsAfter(llvm::ArrayRef<BundleResult> results) {
  std::string steps;
  if (const RuleInfo *rule = firstError(results))
    steps += nextStep(("agentc explain " + rule->name).str(), "tells why, and what to do instead");
  for (const BundleResult &result : results)
    if (size_t count = countApprovable(result)) {
      // What comes from a stranger doesn't say itself what was approved of it.
      const bool isArchive = !result.isFolder && (llvm::StringRef(result.path).ends_with("gz") ||
                                                  llvm::StringRef(result.path).ends_with(".zip"));
      steps +=
          nextStep("agentc approve " + std::string(isArchive ? "--waivers waivers.json " : "") +
                       shellWord(result.path, "BUNDLE"),
                   "asks about " + std::string(count == 1 ? "the warning" : "the warnings") +
                       (results.size() > 1 ? " of one bundle" : ""));
      break;
    }
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
