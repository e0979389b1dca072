#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo settingsRule(llvm::StringRef id, llvm::StringRef name, Severity severity,
                                       llvm::StringRef summary, unsigned cwe = 0,
                                       Precision precision = Precision::VeryHigh) {
  return {.id = id,
          .name = name,
          .group = "settings",
          .severity = severity,
          .summary = summary,
          .precision = precision,
          .cwe = cwe};
}

constexpr RuleInfo reported::invalidSettingsJson = settingsRule(
    "AC1201", "invalid-settings-json", Severity::Error, "settings that are not JSON", 1286);

constexpr RuleInfo reported::settingsFieldType = settingsRule(
    "AC1202", "settings-field-type", Severity::Error, "settings of the wrong type", 1287);

constexpr RuleInfo reported::unknownSettingsField = settingsRule(
    "AC1203", "unknown-settings-field", Severity::Error, "unknown fields in settings", 20);

constexpr RuleInfo reported::invalidSettingsItem = settingsRule(
    "AC1204", "invalid-settings-item", Severity::Error, "words that settings cannot hold", 20);

constexpr RuleInfo reported::unknownSettingsRule = settingsRule(
    "AC1205", "unknown-settings-rule", Severity::Error, "severities of unknown rules", 20);

constexpr RuleInfo reported::fixedSeverity =
    settingsRule("AC1212", "fixed-severity", Severity::Error,
                 "other severities for errors that cannot be waived", 693);

llvm::ArrayRef<const RuleInfo *> reported::settingsRules() {
  static const RuleInfo *const table[] = {&invalidSettingsJson,  &settingsFieldType,
                                          &unknownSettingsField, &invalidSettingsItem,
                                          &unknownSettingsRule,  &fixedSeverity};
  return table;
}
