// Workflow commands, as GitHub documents them and as its runner parses them: `::name a=b,c=d::text`
// at the start of a line, and the older `##[name a=b;c=d]text` anywhere in one.
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
#include "Summary.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/Twine.h"

#include <map>

namespace agentc {

namespace {

/// GitHub shows ten annotations of a kind for a step, and drops the others without a word.
constexpr size_t maxAnnotations = 10;

/// The older form of a command, made harmless wherever a bundle's text stands in a plain line.
std::string withoutCommands(std::string line) {
  constexpr llvm::StringRef opening = "##[";
  for (size_t at = 0; (at = line.find(opening, at)) != std::string::npos;)
    line.replace(at, opening.size(), "##\\u{5b}");
  return line;
}

std::string escapeData(llvm::StringRef text) {
  std::string out;
  for (char byte : text) {
    switch (byte) {
    case '%':
      out += "%25";
      break;
    case '\r':
      out += "%0D";
      break;
    case '\n':
      out += "%0A";
      break;
    default:
      out += byte;
    }
  }
  return out;
}

std::string escapeProperty(llvm::StringRef text) {
  std::string out;
  for (char byte : escapeData(text)) {
    if (byte == ':')
      out += "%3A";
    else if (byte == ',')
      out += "%2C";
    else
      out += byte;
  }
  return out;
}

llvm::StringRef commandName(Severity severity) {
  return severity == Severity::Note ? "notice" : severityName(severity);
}

struct Finding {
  const Diagnostic *diagnostic;
  Sources *sources;
};

std::string title(const RuleInfo &rule) { return (rule.id + llvm::Twine(" ") + rule.name).str(); }

std::string joinLines(llvm::ArrayRef<std::string> lines, llvm::StringRef separator) {
  std::string out;
  for (const std::string &line : lines)
    out += (out.empty() ? "" : separator.str()) + line;
  return out;
}

/// Columns count only where a finding begins and ends on one line.
std::string properties(const Finding &finding) {
  const Diagnostic &diagnostic = *finding.diagnostic;
  ReportPlace place = finding.sources->place(diagnostic.file, diagnostic.range);
  std::string out = " file=" + escapeProperty(escapeForTerminal(place.path));
  if (!place.isWholeFile) {
    out += ",line=" + std::to_string(place.begin.line);
    if (place.begin.line == place.end.line)
      out += ",col=" + std::to_string(place.begin.column) +
             ",endColumn=" + std::to_string(place.end.column);
    out += ",endLine=" + std::to_string(place.end.line);
  }
  return out + ",title=" + escapeProperty(title(*diagnostic.rule));
}

void printAnnotation(const Finding &finding, llvm::raw_ostream &out) {
  const Diagnostic &diagnostic = *finding.diagnostic;
  out << "::" << commandName(diagnostic.severity) << properties(finding)
      << "::" << escapeData(joinLines(findingLines(diagnostic, *finding.sources), "\n")) << '\n';
}

/// A line that no runner takes for a command: it begins with the severity.
void printPlain(const Finding &finding, llvm::raw_ostream &out) {
  const Diagnostic &diagnostic = *finding.diagnostic;
  ReportPlace place = finding.sources->place(diagnostic.file, diagnostic.range);
  std::string line = severityName(diagnostic.severity).str() + ": " + escapeForTerminal(place.path);
  if (!place.isWholeFile)
    line += ":" + std::to_string(place.begin.line) + ":" + std::to_string(place.begin.column);
  line += ": " + joinLines(findingLines(diagnostic, *finding.sources), "; ") + " [" +
          title(*diagnostic.rule) + "]";
  out << withoutCommands(std::move(line)) << '\n';
}

/// The findings past those that GitHub shows: counted by rule in one annotation, listed in the log.
void printRest(llvm::ArrayRef<Finding> rest, llvm::raw_ostream &out) {
  std::map<llvm::StringRef, size_t> byRule;
  for (const Finding &finding : rest)
    ++byRule[finding.diagnostic->rule->name];
  std::string rules;
  for (auto [rule, count] : byRule)
    rules += (rules.empty() ? "" : ", ") + rule.str() + " (" + std::to_string(count) + ")";
  Severity severity = rest.front().diagnostic->severity;
  std::string title = std::to_string(rest.size()) + " more " + severityName(severity).str() + "s";
  out << "::" << commandName(severity) << " title=" << escapeProperty(title)
      << "::the log of this step lists them: " << escapeData(rules) << '\n';
  out << "::group::" << title << '\n';
  for (const Finding &finding : rest)
    printPlain(finding, out);
  out << "::endgroup::\n";
}

void printKind(llvm::ArrayRef<Finding> findings, llvm::raw_ostream &out) {
  size_t shown = findings.size() <= maxAnnotations ? findings.size() : maxAnnotations - 1;
  for (const Finding &finding : findings.take_front(shown))
    printAnnotation(finding, out);
  if (shown < findings.size())
    printRest(findings.drop_front(shown), out);
}

} // namespace

void renderGithub(const Report &report, llvm::raw_ostream &out) {
  const llvm::ArrayRef<BundleResult> bundles = report.bundles;
  std::vector<Sources> sources(bundles.begin(), bundles.end());
  for (Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
    std::vector<Finding> findings;
    for (size_t i = 0; i < bundles.size(); ++i)
      for (const Diagnostic &diagnostic : bundles[i].diagnostics.all())
        if (!diagnostic.waived && diagnostic.severity == severity)
          findings.push_back({&diagnostic, &sources[i]});
    printKind(findings, out);
  }
  if (report.quiet)
    return;
  for (const BundleResult &bundle : bundles) {
    Summary summary = summarize(bundle, bundles.size() > 1);
    out << withoutCommands("agentc: " + summary.label + ": " + summary.text) << '\n';
  }
}

} // namespace agentc
