#include "PathNotes.h"

#include "agentc/Analysis/Rule.h"
#include "agentc/Analysis/Waive.h"

namespace agentc {

Diagnostic &RuleReporter::at(const ast::Node &node, std::string message) {
  Diagnostic &finding =
      at(context_.program.moduleOf(node).path().str(), node.range, std::move(message));
  finding.reached = context_.access().isReached(node);
  return finding;
}

Diagnostic &RuleReporter::at(const ApiUse &use, std::string message) {
  Diagnostic &finding = at(*use.node, std::move(message));
  finding.notes = pathNotes(context_.program, context_.values, use);
  // of a single tool or handler it goes without saying
  const ToolAccess *entry = context_.access().reachedBy(*use.node);
  if (entry && context_.access().entries.size() > 1)
    finding.notes.push_back(
        {std::string(entry->agent ? "the handler `" : "the tool `") + entry->id + "` reaches this",
         "", std::nullopt});
  return finding;
}

Diagnostic &RuleReporter::at(std::string file, std::optional<ByteRange> range,
                             std::string message) {
  Diagnostic &finding = list_.report(rule_, std::move(file), range, std::move(message));
  finding.severity = severity_;
  return finding;
}

void lowerTo(Diagnostic &finding, Severity severity) {
  finding.severity = std::min(finding.severity, severity);
}

std::optional<Severity> severityOf(const Settings &settings, const RuleInfo &rule) {
  auto chosen = settings.severities.find(rule.name.str());
  if (chosen == settings.severities.end())
    chosen = settings.severities.find(rule.id.str());
  return chosen == settings.severities.end() ? rule.severity : chosen->second;
}

DiagnosticList check(const CheckContext &context, llvm::ArrayRef<const Rule *> rules,
                     std::vector<SecretPlace> &secrets) {
  DiagnosticList list;
  for (const Rule *rule : rules) {
    std::optional<Severity> severity = severityOf(context.settings, rule->info);
    if (!severity)
      continue;
    RuleReporter report(context, rule->info, *severity, list, secrets);
    rule->check(context, report);
  }
  list.sort();
  return list;
}

} // namespace agentc
