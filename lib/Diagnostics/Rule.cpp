#include "agentc/Diagnostics/Rule.h"

#include <algorithm>
#include <cassert>

namespace agentc {

llvm::StringRef severityName(Severity severity) {
  switch (severity) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  assert(false && "no such severity");
  return "error";
}

llvm::StringRef precisionName(Precision precision) {
  switch (precision) {
  case Precision::VeryHigh:
    return "very-high";
  case Precision::High:
    return "high";
  case Precision::Medium:
    return "medium";
  case Precision::Low:
    return "low";
  }
  assert(false && "no such precision");
  return "low";
}

Catalog::Catalog(std::vector<const RuleInfo *> rules, Pages pages)
    : pages_(pages), rules_(std::move(rules)) {
  std::sort(rules_.begin(), rules_.end(),
            [](const RuleInfo *a, const RuleInfo *b) { return a->id < b->id; });
  assert(std::adjacent_find(rules_.begin(), rules_.end(),
                            [](const RuleInfo *a, const RuleInfo *b) { return a->id == b->id; }) ==
             rules_.end() &&
         "two rules with one id");
}

const RuleInfo *Catalog::find(llvm::StringRef idOrName) const {
  for (const RuleInfo *rule : rules_)
    if (rule->id.equals_insensitive(idOrName) || rule->name.equals_insensitive(idOrName))
      return rule;
  return nullptr;
}

ManualPage Catalog::page(const RuleInfo &rule) const {
  return pages_ ? ManualPage::parse(pages_(rule.name)) : ManualPage();
}

} // namespace agentc
