#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo waiverRule(llvm::StringRef id, llvm::StringRef name,
                                     llvm::StringRef summary) {
  constexpr unsigned improperInput = 20;
  return {.id = id,
          .name = name,
          .group = "approval",
          .severity = Severity::Error,
          .summary = summary,
          .cwe = improperInput};
}

constexpr RuleInfo reported::invalidWaiverJson =
    waiverRule("AC1206", "invalid-waiver-json", "a waiver file that is not JSON");

constexpr RuleInfo reported::waiverFieldType =
    waiverRule("AC1207", "waiver-field-type", "waivers with values of the wrong type");

constexpr RuleInfo reported::unknownWaiverField =
    waiverRule("AC1208", "unknown-waiver-field", "unknown fields in a waiver file");

constexpr RuleInfo reported::incompleteWaiver =
    waiverRule("AC1209", "incomplete-waiver", "waivers that leave out who, why or until when");

constexpr RuleInfo reported::invalidWaiverItem =
    waiverRule("AC1210", "invalid-waiver-item", "waivers with a malformed day or fingerprint");

constexpr RuleInfo reported::unknownWaiverRule =
    waiverRule("AC1211", "unknown-waiver-rule", "waivers of unknown rules");

llvm::ArrayRef<const RuleInfo *> reported::waiverRules() {
  static const RuleInfo *const table[] = {&invalidWaiverJson,  &waiverFieldType,
                                          &unknownWaiverField, &incompleteWaiver,
                                          &invalidWaiverItem,  &unknownWaiverRule};
  return table;
}
