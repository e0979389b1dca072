#ifndef AGENTC_BUNDLE_SETTINGS_H
#define AGENTC_BUNDLE_SETTINGS_H

#include "agentc/Bundle/Bundle.h"
#include "agentc/Support/PathPattern.h"

#include <functional>
#include <map>
#include <memory>

namespace agentc {

/// Severities by rule name; std::nullopt turns a rule off.
using RuleSeverities = std::map<std::string, std::optional<Severity>>;

/// Other severities for some files.
struct SettingsOverride {
  std::vector<std::shared_ptr<const PathPattern>> files;
  /// The bundle's folder as seen from the settings' own, empty or ending in `/`: patterns count
  /// from there.
  std::string below;
  RuleSeverities severities;
};

/// The project's own settings: `agentc.json` (schema `docs/schemas/agentc-settings-1.schema.json`).
struct Settings {
  std::string file; ///< where they were read; empty: defaults
  /// Classes that agents extend, as `package#Class`.
  std::vector<std::string> baseClasses = {"@buzzi/base-agent#BaseAgent"};
  /// Packages that a bundle may depend on: `name`, `@scope/*`, either with `@range` (Allowance).
  std::vector<std::string> allowedDependencies;
  RuleSeverities severities;
  std::vector<SettingsOverride> overrides; ///< later ones win
  /// The waiver file, as a path from the settings' own folder; empty: none is named.
  std::string waivers;
};

/// The built-in settings: the base class, and as allowed dependencies the packages that the sandbox
/// provides and all of `@ai-sdk` and `@langchain`.
Settings defaultSettings();

/// The choices in reading settings.
struct SettingsContext {
  const Catalog *catalog = nullptr; ///< without one no rule is unknown
  /// Returns true if a rule's severity cannot be changed; may be empty.
  std::function<bool(const RuleInfo &)> isFixed = {};
  /// Reads settings that these extend over what is there; answers why it cannot, or an empty text.
  /// May be empty.
  std::function<std::string(llvm::StringRef path, Settings &settings)> extend = {};
  std::string below = {}; ///< see SettingsOverride
};

/// Reads settings over others; unknown fields, wrong types and unknown rules are diagnostics with
/// their place; so is another severity for a rule that keeps its own. JSON may have comments and a
/// comma too many. `baseClasses` replaces the list, and `...` in it stands for the items that were
/// there; `allowedDependencies` adds to it, and `!name` takes out what was there.
void readSettings(llvm::StringRef file, llvm::StringRef text, const SettingsContext &context,
                  Settings &settings, DiagnosticList &diagnostics);

/// The text of settings as JSON: comments, and commas with nothing behind them, become spaces.
std::string settingsAsJson(llvm::StringRef text);

/// The severity that the settings give a rule in a file of the bundle: unset where they say nothing
/// of it, std::nullopt inside where they turn it off.
std::optional<std::optional<Severity>> chosenSeverity(const Settings &settings,
                                                      const RuleInfo &rule, llvm::StringRef file);

/// The text of a settings file in which a rule has a severity; all else stays as it was written.
/// `text` is empty or holds settings that were read without errors.
std::string withRuleSeverity(llvm::StringRef text, llvm::StringRef rule, Severity severity);

/// True if a package is among the allowed dependencies.
bool allowsDependency(const Settings &settings, llvm::StringRef package);

} // namespace agentc

#endif
