#include "WaiveRules.h"

#include "agentc/Check/Waive.h"

using namespace agentc;

static constexpr RuleInfo makeWaiverRule(llvm::StringRef id, llvm::StringRef name,
                                         llvm::StringRef summary, unsigned cwe) {
  return {.id = id,
          .name = name,
          .group = "approval",
          .severity = Severity::Note,
          .summary = summary,
          .cwe = cwe};
}

constexpr RuleInfo waiving::expiredWaiver =
    makeWaiverRule("AC1221", "expired-waiver", "waivers whose day is over", 672);

constexpr RuleInfo waiving::unusedWaiver =
    makeWaiverRule("AC1222", "unused-waiver", "waivers that fit no finding", 1164);

constexpr RuleInfo waiving::waiverOfError =
    makeWaiverRule("AC1223", "waiver-of-error", "waivers of errors", 693);

constexpr RuleInfo waiving::malformedSuppression = {.id = "AC3401",
                                                    .name = "malformed-suppression",
                                                    .group = "approval",
                                                    .severity = Severity::Warning,
                                                    .summary =
                                                        "suppressions without a reason or a rule",
                                                    .cwe = 1116};

constexpr RuleInfo waiving::unknownSuppressedRule = {
    .id = "AC3402",
    .name = "unknown-suppressed-rule",
    .group = "approval",
    .severity = Severity::Warning,
    .summary = "suppressions of rules that don't exist or can't be suppressed",
    .cwe = 1116};

constexpr RuleInfo waiving::unusedSuppression = {.id = "AC3403",
                                                 .name = "unused-suppression",
                                                 .group = "approval",
                                                 .severity = Severity::Warning,
                                                 .summary = "suppressions that silence nothing",
                                                 .cwe = 1164};

constexpr RuleInfo waiving::ignoredSuppression = {
    .id = "AC3404",
    .name = "ignored-suppression",
    .group = "approval",
    .severity = Severity::Note,
    .summary = "suppressions in a bundle whose own words don't count",
    .cwe = 693};

llvm::ArrayRef<const RuleInfo *> agentc::waiveRules() {
  using namespace waiving;
  static const RuleInfo *const table[] = {
      &expiredWaiver,         &unusedWaiver,      &waiverOfError,     &malformedSuppression,
      &unknownSuppressedRule, &unusedSuppression, &ignoredSuppression};
  return table;
}
