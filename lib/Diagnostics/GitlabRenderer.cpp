// GitLab's Code Quality report, the part of Code Climate's format that GitLab reads:
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
#include "Summary.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringSet.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// Returns GitLab's word for findings that block, that a person must approve, or that are only
/// recorded.
const char *gitlabSeverity(Severity severity) {
  switch (severity) {
  case Severity::Error:
    return "blocker";
  case Severity::Warning:
    return "major";
  case Severity::Note:
    return "info";
  }
  return "info";
}

Json issue(const Diagnostic &diagnostic, Sources &sources) {
  const RuleInfo &rule = *diagnostic.rule;
  ReportPlace place = sources.place(diagnostic.file, diagnostic.range);
  std::string description;
  for (const std::string &line : findingLines(diagnostic, sources))
    description += (description.empty() ? "" : "; ") + line;
  Json location = {{"path", place.path},
                   {"lines", {{"begin", place.begin.line}, {"end", place.end.line}}}};
  return {{"type", "issue"},
          {"check_name", rule.name.str()},
          {"description", std::move(description)},
          {"categories", {"Security"}},
          {"severity", gitlabSeverity(diagnostic.severity)},
          // Several bundles may hold the same file.
          {"fingerprint", sha256Hex(place.path + '\0' + diagnostic.fingerprint)},
          {"location", std::move(location)}};
}

} // namespace

void renderGitlab(const Report &report, llvm::raw_ostream &out) {
  Json issues = Json::array();
  // GitLab shows one issue a fingerprint; a file that belongs to two bundles gives its own twice.
  llvm::StringSet<> seen;
  for (const BundleResult &bundle : report.bundles) {
    Sources sources(bundle);
    for (const Diagnostic &diagnostic : bundle.diagnostics.all())
      if (!diagnostic.waived) {
        Json entry = issue(diagnostic, sources);
        if (seen.insert(entry["fingerprint"].get_ref<const std::string &>()).second)
          issues.push_back(std::move(entry));
      }
  }
  out << printJson(issues);
}

} // namespace agentc
