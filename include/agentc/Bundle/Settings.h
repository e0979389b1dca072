#ifndef AGENTC_BUNDLE_SETTINGS_H
#define AGENTC_BUNDLE_SETTINGS_H

#include "agentc/Bundle/Bundle.h"

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
};

/// The built-in settings: the base class, and as allowed dependencies the packages that the sandbox
/// provides and all of `@ai-sdk` and `@langchain`.
Settings defaultSettings();

/// Reads settings over the defaults; unknown fields, wrong types and, where a catalog is given,
/// unknown rules are diagnostics with their place. A list replaces the built-in one, and `...` in
/// it stands for the built-in items.
Settings readSettings(llvm::StringRef file, llvm::StringRef text, DiagnosticList &diagnostics,
                      const Catalog *catalog = nullptr);

/// Whether a package is among the allowed dependencies.
bool allowsDependency(const Settings &settings, llvm::StringRef package);

} // namespace agentc

#endif
