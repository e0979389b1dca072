#include "BundleRules.h"

using namespace agentc;

static constexpr RuleInfo agentFieldRule(llvm::StringRef id, llvm::StringRef name,
                                         Severity severity, llvm::StringRef summary,
                                         unsigned cwe = 0,
                                         Precision precision = Precision::VeryHigh,
                                         Concern concern = Concern::Bundle) {
  return {.id = id,
          .name = name,
          .group = "manifest",
          .severity = severity,
          .summary = summary,
          .precision = precision,
          .cwe = cwe,
          .concern = concern};
}

constexpr RuleInfo reported::ambiguousSettingsKey = agentFieldRule(
    "AC2020", "ambiguous-settings-key", Severity::Error, "both `agentc` and `buzzi`", 436);

constexpr RuleInfo reported::invalidAgentType = agentFieldRule(
    "AC2021", "invalid-agent-type", Severity::Error, "an `agentType` that is not a word", 1286);

constexpr RuleInfo reported::invalidBaseVersion =
    agentFieldRule("AC2022", "invalid-base-version", Severity::Error,
                   "a `minBaseVersion` that is not a version", 1286);

constexpr RuleInfo reported::invalidCapability = agentFieldRule(
    "AC2023", "invalid-capability", Severity::Error, "capabilities that are not words", 1286);

constexpr RuleInfo reported::invalidHostPattern =
    agentFieldRule("AC2024", "invalid-host-pattern", Severity::Error, "invalid hosts", 1286);

constexpr RuleInfo reported::wideHostPattern =
    agentFieldRule("AC2025", "wide-host-pattern", Severity::Error,
                   "hosts that allow almost everything", 183, Precision::High);

constexpr RuleInfo reported::invalidEnvName = agentFieldRule(
    "AC2026", "invalid-env-name", Severity::Error, "invalid names of environment variables", 1286);

constexpr RuleInfo reported::invalidModuleName = agentFieldRule(
    "AC2027", "invalid-module-name", Severity::Error, "modules that no package can be", 1286);

constexpr RuleInfo reported::nodeModuleAllowed = agentFieldRule(
    "AC2028", "node-module-allowed", Severity::Error, "Node's modules among `allowedModules`", 183);

constexpr RuleInfo reported::invalidTimeLimit = agentFieldRule(
    "AC2029", "invalid-time-limit", Severity::Error, "times that are not limits", 1284);

constexpr RuleInfo reported::invalidMemoryLimit = agentFieldRule(
    "AC2030", "invalid-memory-limit", Severity::Error, "a `maxMemory` that is not a limit", 1284);

constexpr RuleInfo reported::invalidDataSize = agentFieldRule(
    "AC2040", "invalid-data-size", Severity::Error, "a `files.data` that is not a size", 1284);

constexpr RuleInfo reported::secretWithoutHosts = agentFieldRule(
    "AC2041", "secret-without-hosts", Severity::Error, "secrets that no host may get", 1286);

constexpr RuleInfo reported::invalidSecretPlace =
    agentFieldRule("AC2042", "invalid-secret-place", Severity::Error,
                   "places for secrets that are no headers", 1286);

constexpr RuleInfo reported::visibleSecret =
    agentFieldRule("AC2043", "visible-secret", Severity::Note,
                   "variables that look like secrets, and whose values code sees", 522,
                   Precision::Medium, Concern::Sandbox);

constexpr RuleInfo reported::invalidToolName =
    agentFieldRule("AC2031", "invalid-tool-name", Severity::Error, "invalid tool names", 1286);

constexpr RuleInfo reported::duplicateManifestItem = agentFieldRule(
    "AC2032", "duplicate-manifest-item", Severity::Warning, "the same item twice in a list", 694);

constexpr RuleInfo reported::providedVersionMismatch =
    agentFieldRule("AC2033", "provided-version-mismatch", Severity::Error,
                   "dependencies on versions that the sandbox doesn't provide", 439);

llvm::ArrayRef<const RuleInfo *> reported::agentFieldRules() {
  static const RuleInfo *const table[] = {
      &ambiguousSettingsKey, &invalidAgentType,      &invalidBaseVersion,      &invalidCapability,
      &invalidHostPattern,   &wideHostPattern,       &invalidEnvName,          &invalidModuleName,
      &nodeModuleAllowed,    &invalidTimeLimit,      &invalidMemoryLimit,      &invalidDataSize,
      &invalidToolName,      &duplicateManifestItem, &providedVersionMismatch, &secretWithoutHosts,
      &invalidSecretPlace,   &visibleSecret};
  return table;
}
