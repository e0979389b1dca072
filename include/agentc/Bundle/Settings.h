#ifndef AGENTC_BUNDLE_SETTINGS_H
#define AGENTC_BUNDLE_SETTINGS_H

#include "agentc/Bundle/Bundle.h"

#include <functional>
#include <map>

namespace agentc {

/// The project's own settings: `agentc.json` (schema `docs/schemas/agentc-settings-1.schema.json`).
struct Settings {
  std::string file; ///< where they were read; empty: defaults
  /// Classes that agents extend, as `package#Class`.
  std::vector<std::string> baseClasses = {"@buzzi/base-agent#BaseAgent"};
  /// Packages that a bundle may depend on: `name`, `@scope/*`, either with `@range` (Allowance).
  std::vector<std::string> allowedDependencies;
  /// Severity by rule name or id; std::nullopt turns the rule off.
  std::map<std::string, std::optional<Severity>> severities;
  /// The waiver file, as a path from the settings' own folder; empty: none is named.
  std::string waivers;
};

/// The built-in settings: the base class, and as allowed dependencies the packages that the sandbox
/// provides and all of `@ai-sdk` and `@langchain`.
Settings defaultSettings();

/// Reads settings over the defaults; unknown fields, wrong types and, where a catalog is given,
/// unknown rules are diagnostics with their place; so is another severity for a rule that `isFixed`
/// names. A list replaces the built-in one, and `...` in it stands for the built-in items.
Settings readSettings(llvm::StringRef file, llvm::StringRef text, DiagnosticList &diagnostics,
                      const Catalog *catalog = nullptr,
                      const std::function<bool(const RuleInfo &)> &isFixed = nullptr);

/// The text of a settings file in which a rule has a severity; all else stays as it was written.
/// `text` is empty or holds settings that were read without errors.
std::string withRuleSeverity(llvm::StringRef text, llvm::StringRef rule, Severity severity);

/// Whether a package is among the allowed dependencies.
bool allowsDependency(const Settings &settings, llvm::StringRef package);

} // namespace agentc

#endif
