#include "agentc/Check/Severity.h"

#include "agentc/Check/DependencyFindings.h"
#include "agentc/Check/Rule.h"

namespace agentc {

bool isQuestionOfPackage(const RuleInfo &rule, llvm::StringRef file) {
  // the sandbox makes no code of texts, and what is done to prototypes stays in its processes
  const bool isContained = rule.concern == Concern::Sandbox || rule.group == "code generation" ||
                           rule.name == "prototype-access";
  return isContained && !packageFolderOf(file).empty();
}

Waivable::Waivable(llvm::ArrayRef<const Rule *> rules) {
  for (const Rule *rule : rules)
    judging_.insert(&rule->info);
}

bool Waivable::canSuppress(const RuleInfo &rule) const {
  return judging_.count(&rule) || (rule.severity != Severity::Error && rule.group != "approval");
}

bool Waivable::hasFixedSeverity(const RuleInfo &rule) const {
  return !judging_.count(&rule) && rule.severity == Severity::Error;
}

std::optional<Severity> Severities::ofRule(const RuleInfo &rule, llvm::StringRef file) const {
  if (!waivable_.hasFixedSeverity(rule))
    if (auto chosen = chosenSeverity(settings_, rule, file))
      return *chosen;
  Severity severity = rule.severity;
  if (isQuestionOfPackage(rule, file) &&
      (tree_.trust == Trust::Author || rule.concern != Concern::Danger))
    severity = std::min(severity, Severity::Warning);
  if (tree_.isBundle || rule.concern == Concern::Danger)
    return severity;
  return std::min(severity, rule.concern == Concern::Sandbox ? Severity::Note : Severity::Warning);
}

std::optional<Severity> Severities::of(const Diagnostic &finding) const {
  std::optional<Severity> severity = ofRule(*finding.rule, finding.file);
  if (severity && finding.isBuiltLater && tree_.isUnbuilt)
    severity = std::min(*severity, Severity::Note);
  return severity ? std::min(*severity, finding.atMost) : severity;
}

bool Severities::turnOff(const RuleInfo &rule) const {
  auto isOn = [&](const RuleSeverities &severities) {
    auto chosen = severities.find(rule.name.str());
    return chosen != severities.end() && chosen->second;
  };
  return !ofRule(rule, "") && llvm::none_of(settings_.overrides, [&](const SettingsOverride &some) {
    return isOn(some.severities);
  });
}

void Severities::apply(DiagnosticList &list) const {
  std::erase_if(list.mutableAll(), [&](Diagnostic &finding) {
    std::optional<Severity> severity = of(finding);
    finding.severity = severity.value_or(finding.severity);
    return !severity;
  });
}

} // namespace agentc
