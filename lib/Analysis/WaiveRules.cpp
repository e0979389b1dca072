#include "WaiveRules.h"

#include "agentc/Analysis/Waive.h"

using namespace agentc;

// Examples of manual pages are sources or manifests, never waiver files.
static constexpr RuleInfo makeWaiverRule(llvm::StringRef id, llvm::StringRef name,
                                         llvm::StringRef summary, llvm::StringRef what,
                                         llvm::StringRef why, unsigned cwe) {
  return {id,
          name,
          "approval",
          Severity::Note,
          summary,
          "",
          {what, why, "", "", ""},
          Precision::VeryHigh,
          cwe};
}

constexpr RuleInfo waiving::expiredWaiver = makeWaiverRule(
    "AC1221", "expired-waiver", "waivers whose day is over",
    "A waiver fits a finding, but the last day on which it holds has passed.",
    "An expired waiver is none: the finding counts again, and `agentc approve` asks anew.", 672);

constexpr RuleInfo waiving::unusedWaiver =
    makeWaiverRule("AC1222", "unused-waiver", "waivers that fit no finding",
                   "A waiver for this bundle fits no finding: the code was mended, or its "
                   "statement changed so that "
                   "it asks again.",
                   "Waivers that nothing needs hide what they might fit one day.", 1164);

constexpr RuleInfo waiving::waiverOfError = makeWaiverRule(
    "AC1223", "waiver-of-error", "waivers of errors", "A waiver fits a finding that is an error.",
    "Errors block and cannot be approved one by one. Where a project accepts what a rule finds, "
    "its "
    "settings lower the rule's severity, for all to see.",
    693);

constexpr RuleInfo waiving::malformedSuppression = {
    "AC3401",
    "malformed-suppression",
    "approval",
    Severity::Warning,
    "suppressions without a reason or a rule",
    "",
    {"A comment begins as a suppression does (`agentc-disable-next-line`, `agentc-disable-line`) "
     "but "
     "names no rule, gives no reason behind ` -- `, or has another word than these two.",
     "It has no effect. Without a reason nobody can tell later whether it still holds.",
     "// agentc-disable-next-line eval-call\n"
     "module.exports = async function handler(input) { return eval('1 + 1'); };\n",
     "// agentc-disable-next-line eval-call -- the text is constant\n"
     "module.exports = async function handler(input) { return eval('1 + 1'); };\n",
     "Comments are looked at in sources only; JSON has none."},
    Precision::VeryHigh,
    1116};

constexpr RuleInfo waiving::unknownSuppressedRule = {
    "AC3402",
    "unknown-suppressed-rule",
    "approval",
    Severity::Warning,
    "suppressions of rules that don't exist or can't be suppressed",
    "",
    {"A suppression names a rule that doesn't exist, or one whose findings are errors that no "
     "comment "
     "may silence: what keeps a file from being read as it is meant, such as a syntax error.",
     "It has no effect, and whoever wrote it should know.",
     "// agentc-disable-next-line eval-cal -- the text is constant\n"
     "module.exports = async function handler(input) { return eval('1 + 1'); };\n",
     "// agentc-disable-next-line eval-call -- the text is constant\n"
     "module.exports = async function handler(input) { return eval('1 + 1'); };\n",
     ""},
    Precision::VeryHigh,
    1116};

constexpr RuleInfo waiving::unusedSuppression = {
    "AC3403",
    "unused-suppression",
    "approval",
    Severity::Warning,
    "suppressions that silence nothing",
    "",
    {"A suppression names a rule that finds nothing on the line that is meant.",
     "The code was mended or the comment moved away from it; left there, it would silence what "
     "comes "
     "later.",
     "// agentc-disable-next-line eval-call -- the text is constant\n"
     "module.exports = async function handler(input) { return input; };\n",
     "// agentc-disable-next-line eval-call -- the text is constant\n"
     "module.exports = async function handler(input) { return eval('1 + 1'); };\n",
     "What only the sandbox or a registry's settings would find is not known here."},
    Precision::VeryHigh,
    1164};

constexpr RuleInfo waiving::ignoredSuppression = {
    "AC3404",
    "ignored-suppression",
    "approval",
    Severity::Note,
    "suppressions in a bundle whose own words don't count",
    "",
    {"A source has a suppression, and the bundle is checked in registry trust.",
     "In registry trust nothing inside the bundle weakens the check; the reviewer should still see "
     "what the author wanted silenced.",
     "", "", "In author trust suppressions count, and this is never reported."},
    Precision::VeryHigh,
    693};

llvm::ArrayRef<const RuleInfo *> agentc::waiveRules() {
  using namespace waiving;
  static const RuleInfo *const table[] = {
      &expiredWaiver,         &unusedWaiver,      &waiverOfError,     &malformedSuppression,
      &unknownSuppressedRule, &unusedSuppression, &ignoredSuppression};
  return table;
}
