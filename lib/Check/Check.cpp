#include "PathNotes.h"

#include "agentc/Access/ReachedCode.h"
#include "agentc/Check/Rule.h"
#include "agentc/Check/Waive.h"

namespace agentc {

Diagnostic &RuleReporter::at(const ast::Node &node, std::string message) {
  Diagnostic &finding =
      at(context_.program.moduleOf(node).path().str(), node.range, std::move(message));
  finding.reached = context_.reached().contains(node);
  return finding;
}

/// True if a value had so many alternatives that only the harmful ones were kept: a member by
/// an unknown key of a table of all the language's functions, or a parameter that everything
/// goes through.
static bool isMixed(const Value &value) {
  bool isMixed = false, isApi = false;
  forEachAlternative(value, [&](const Value &one) {
    const auto *unknown = llvm::dyn_cast<UnknownValue>(&one);
    isMixed |= unknown && unknown->reason == UnknownReason::Limit;
    isApi |= llvm::isa<ApiValue>(one);
  });
  return isMixed && isApi;
}

/// The object that a member is taken of, as far as that goes.
static bool isOfMixed(const Values &values, const ast::Node *node) {
  while (node && !isMixed(values.of(*node))) {
    const auto *member = llvm::dyn_cast<ast::MemberExpression>(node);
    node = member ? member->object : nullptr;
  }
  return node;
}

Diagnostic &RuleReporter::at(const ApiUse &use, std::string message) {
  Diagnostic &finding = at(*use.node, std::move(message));
  if (isOfMixed(context_.values, use.node))
    mixed_.push_back(list_.all().size() - 1);
  finding.notes = pathNotes(context_.program, context_.values, use);
  // of a single tool or handler it goes without saying
  const ReachedCode::Entry *entry = context_.reached().firstTo(*use.node);
  if (entry && context_.reached().entries().size() > 1)
    finding.notes.push_back(
        {std::string(entry->agent ? "the handler `" : "the tool `") + entry->id + "` reaches this",
         "", std::nullopt});
  return finding;
}

Diagnostic &RuleReporter::at(std::string file, std::optional<ByteRange> range,
                             std::string message) {
  Diagnostic &finding = list_.report(rule_, std::move(file), range, std::move(message));
  finding.severity = severities_.of(finding).value_or(finding.severity);
  return finding;
}

void RuleReporter::lowerMixed() {
  llvm::StringSet<> filesOfErrors, filesOfWarnings;
  for (size_t index : mixed_) {
    Diagnostic &finding = list_.mutableAll()[index];
    if (finding.severity == Severity::Error && !filesOfErrors.insert(finding.file).second)
      lowerTo(finding, Severity::Warning);
    else if (finding.severity == Severity::Warning && !filesOfWarnings.insert(finding.file).second)
      lowerTo(finding, Severity::Note);
  }
}

DiagnosticList check(const CheckContext &context, llvm::ArrayRef<const Rule *> rules,
                     const Severities &severities, std::vector<SecretPlace> &secrets) {
  DiagnosticList list;
  for (const Rule *rule : rules) {
    if (severities.turnOff(rule->info))
      continue;
    RuleReporter report(context, rule->info, severities, list, secrets);
    rule->check(context, report);
    report.lowerMixed();
  }
  severities.apply(list);
  list.sort();
  return list;
}

} // namespace agentc
