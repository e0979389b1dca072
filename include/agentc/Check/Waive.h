#ifndef AGENTC_CHECK_WAIVE_H
#define AGENTC_CHECK_WAIVE_H

#include "agentc/Bundle/Waivers.h"
#include "agentc/Check/Rule.h"
#include "agentc/Check/Severity.h"

#include <functional>
#include <map>
#include <set>

namespace agentc {

/// Findings of an earlier time: the fingerprints by bundle.
struct Baseline {
  std::map<std::string, std::set<std::string>, std::less<>> fingerprints;
};

/// Reads a baseline file (schema `docs/schemas/baseline-1.schema.json`); an Error says what is
/// wrong with it.
llvm::Expected<Baseline> readBaseline(llvm::StringRef file, llvm::StringRef text);
std::string printBaseline(const Baseline &baseline);

/// The approvals that the findings of one bundle are held against.
struct WaiveInput {
  const Bundle &bundle;
  const Manifest &manifest;
  const Settings &settings;
  const ast::Forest &forest;
  const Waivable &waivable;
  const Severities &severities;
  const Catalog &catalog;
  const Waivers &waivers;
  const std::set<std::string> *baseline; ///< may be null
  llvm::StringRef today;
  /// Findings waived before a package was sealed; may be empty. Errors are not asked about.
  const std::function<std::optional<Waived>(const Diagnostic &)> &known;
};

/// The stage `waive`: marks what suppressions (in author trust), waivers and the baseline keep from
/// counting. Reports suppressions and waivers that do nothing. The list is sorted, with severities
/// and fingerprints.
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
