#ifndef AGENTC_ANALYSIS_WAIVE_H
#define AGENTC_ANALYSIS_WAIVE_H

#include "agentc/Analysis/Rule.h"
#include "agentc/Bundle/Waivers.h"

#include <functional>
#include <map>
#include <set>

namespace agentc {

/// The severity that the settings give a rule, or its own; std::nullopt turns it off.
std::optional<Severity> severityOf(const Settings &settings, const RuleInfo &rule);

/// What was found in bundles at an earlier time: the fingerprints by bundle.
struct Baseline {
  std::map<std::string, std::set<std::string>, std::less<>> fingerprints;
};

/// Reads a baseline file (schema `docs/schemas/baseline-1.schema.json`); an Error says what is
/// wrong with it.
llvm::Expected<Baseline> readBaseline(llvm::StringRef file, llvm::StringRef text);
std::string printBaseline(const Baseline &baseline);

/// Whether findings of a rule can be silenced whatever their severity: those of the rules in
/// lib/Rules, which judge what code does. What keeps a bundle from being read as it is meant
/// (archives, structure, syntax, manifest, settings, packages, the sandbox) cannot, where it is an
/// error.
class Waivable {
public:
  explicit Waivable(llvm::ArrayRef<const Rule *> rules);

  /// By a suppression or a baseline.
  bool canSuppress(const RuleInfo &rule) const;
  /// Whether settings cannot give the rule a severity.
  bool hasFixedSeverity(const RuleInfo &rule) const;
  /// Whether settings can, and the stage `check` doesn't see to it.
  bool takesSeverityLate(const RuleInfo &rule) const;

private:
  std::set<const RuleInfo *> judging_;
};

/// What the findings of one bundle are held against.
struct WaiveInput {
  const Bundle &bundle;
  const Manifest &manifest;
  const Settings &settings;
  const ast::Forest &forest;
  const Waivable &waivable;
  const Catalog &catalog;
  const Waivers &waivers;
  const std::set<std::string> *baseline; ///< may be null
  llvm::StringRef today;
  /// What was waived before a package was sealed; may be empty. Errors are not asked about.
  const std::function<std::optional<Waived>(const Diagnostic &)> &known;
};

/// The stage `waive`: gives what other libraries than Rules report the settings' severities, and
/// marks what suppressions (in author trust), waivers and the baseline keep from counting. Reports
/// suppressions and waivers that do nothing. The list is sorted, with fingerprints.
void waive(const WaiveInput &input, DiagnosticList &list);

/// The name under which waivers and baselines know a bundle: the manifest's, which may be empty.
std::string bundleName(const Manifest &manifest);

/// The dependency that a finding is about, if a person can approve it: one that the project doesn't
/// allow.
const Dependency *approvableDependency(const Manifest &manifest, const Diagnostic &finding);

/// The diagnostics of this stage.
llvm::ArrayRef<const RuleInfo *> waiveRules();

} // namespace agentc

#endif
