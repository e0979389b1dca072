#include "BundleRules.h"

using namespace agentc;

// Examples of manual pages are sources or manifests, never waiver files.
static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name,
                                   llvm::StringRef summary, llvm::StringRef what,
                                   llvm::StringRef why) {
  constexpr unsigned improperInput = 20;
  return {id,
          name,
          "approval",
          Severity::Error,
          summary,
          "",
          {what, why, "", "", ""},
          Precision::VeryHigh,
          improperInput};
}

constexpr RuleInfo reported::invalidWaiverJson =
    makeRule("AC1206", "invalid-waiver-json", "a waiver file that is no JSON",
             "The waiver file is not a JSON object.",
             "None of its waivers holds, and whoever wrote them should know why.");

constexpr RuleInfo reported::waiverFieldType =
    makeRule("AC1207", "waiver-field-type", "waivers with values of the wrong type",
             "A field of the waiver file has a value of another type than it takes.",
             "The waiver is none, so the finding counts.");

constexpr RuleInfo reported::unknownWaiverField =
    makeRule("AC1208", "unknown-waiver-field", "unknown fields in a waiver file",
             "The waiver file has a field that agentc doesn't know.",
             "A misspelt field says nothing, and an expiry that nobody reads would never come.");

constexpr RuleInfo reported::incompleteWaiver = makeRule(
    "AC1209", "incomplete-waiver", "waivers that leave out who, why or until when",
    "A waiver lacks its rule, fingerprint, reason, person, day of approval or expiry, or the file "
    "lacks its `schema`.",
    "An approval that nobody stands for, or that never ends, is none.");

constexpr RuleInfo reported::invalidWaiverItem = makeRule(
    "AC1210", "invalid-waiver-item", "waivers with a malformed day or fingerprint",
    "A day of the waiver file is not written as `2027-05-31`, a fingerprint has not 64 hexadecimal "
    "digits, or the file has another schema than this agentc reads.",
    "The waiver matches nothing, and whoever wrote it should know why.");

constexpr RuleInfo reported::unknownWaiverRule =
    makeRule("AC1211", "unknown-waiver-rule", "waivers of unknown rules",
             "A waiver names a rule that doesn't exist.",
             "It matches nothing, and whoever wrote it should know why.");

llvm::ArrayRef<const RuleInfo *> reported::waiverRules() {
  static const RuleInfo *const table[] = {&invalidWaiverJson,  &waiverFieldType,
                                          &unknownWaiverField, &incompleteWaiver,
                                          &invalidWaiverItem,  &unknownWaiverRule};
  return table;
}
