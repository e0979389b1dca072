#include "PathNotes.h"

#include "agentc/Analysis/Rule.h"

namespace agentc {

Diagnostic &RuleReporter::at(const ast::Node &node, std::string message) {
  Diagnostic &finding =
      at(context_.program.moduleOf(node).path().str(), node.range, std::move(message));
  finding.reached = context_.access.isReached(node);
  return finding;
}

Diagnostic &RuleReporter::at(const ApiUse &use, std::string message) {
  Diagnostic &finding = at(*use.node, std::move(message));
  finding.notes = pathNotes(context_.program, context_.values, use);
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

DiagnosticList check(const CheckContext &context, llvm::ArrayRef<const Rule *> rules,
                     std::vector<SecretPlace> &secrets) {
  DiagnosticList list;
  const auto &severities = context.settings.severities;
  for (const Rule *rule : rules) {
    auto chosen = severities.find(rule->info.name.str());
    if (chosen == severities.end())
      chosen = severities.find(rule->info.id.str());
    std::optional<Severity> severity =
        chosen == severities.end() ? rule->info.severity : chosen->second;
    if (!severity)
      continue;
    RuleReporter report(context, rule->info, *severity, list, secrets);
    rule->check(context, report);
  }
  list.sort();
  return list;
}

} // namespace agentc
