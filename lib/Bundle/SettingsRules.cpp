#include "BundleRules.h"

using namespace agentc;

// Examples of manual pages are sources or manifests, never settings.
static constexpr RuleInfo makeRule(llvm::StringRef id, llvm::StringRef name, Severity severity,
                                   llvm::StringRef summary, llvm::StringRef what,
                                   llvm::StringRef why, unsigned cwe = 0,
                                   Precision precision = Precision::VeryHigh) {
  return {id, name, "settings", severity, summary, "", {what, why, "", "", ""}, precision, cwe};
}

constexpr RuleInfo reported::invalidSettingsJson =
    makeRule("AC1201", "invalid-settings-json", Severity::Error, "settings that are no JSON",
             "The settings file (`agentc.json`) is not a JSON object.",
             "agentc then goes on with the built-in settings, which may be stricter or laxer than "
             "what was meant.",
             1286);

constexpr RuleInfo reported::settingsFieldType =
    makeRule("AC1202", "settings-field-type", Severity::Error, "settings of the wrong type",
             "A field of the settings has a value of another type than it takes.",
             "The field is left at its default, so the project's own policy would not hold.", 1287);

constexpr RuleInfo reported::unknownSettingsField =
    makeRule("AC1203", "unknown-settings-field", Severity::Error, "unknown fields in settings",
             "The settings have a field that agentc doesn't know.",
             "A misspelt field changes nothing, and nobody would notice.", 20);

constexpr RuleInfo reported::invalidSettingsItem = makeRule(
    "AC1204", "invalid-settings-item", Severity::Error, "words that settings cannot hold",
    "A base class is not written as `package#Class`, an allowed dependency is neither a package "
    "name nor `@scope/*`, either with `@` and a range of versions, or a rule's severity is none of "
    "`off`, `note`, `warning` and `error`.",
    "A word that matches nothing allows nothing, and nobody would notice.", 20);

constexpr RuleInfo reported::unknownSettingsRule =
    makeRule("AC1205", "unknown-settings-rule", Severity::Error, "severities of unknown rules",
             "The settings give a severity to a rule that doesn't exist.",
             "A misspelt rule keeps its severity, and nobody would notice.", 20);

constexpr RuleInfo reported::fixedSeverity = makeRule(
    "AC1212", "fixed-severity", Severity::Error,
    "other severities for errors that cannot be waived",
    "The settings give another severity to a rule about what keeps a bundle from being read as it "
    "is "
    "meant: archives, structure, syntax, the manifest, the settings, packages or the sandbox.",
    "What agentc could not read it has not checked either, so nobody can accept it.", 693);

llvm::ArrayRef<const RuleInfo *> reported::settingsRules() {
  static const RuleInfo *const table[] = {&invalidSettingsJson,  &settingsFieldType,
                                          &unknownSettingsField, &invalidSettingsItem,
                                          &unknownSettingsRule,  &fixedSeverity};
  return table;
}
