#ifndef AGENTC_LINT_RUN_H
#define AGENTC_LINT_RUN_H

#include "agentc/Cache/ResultCache.h"
#include "agentc/Check/Rule.h"
#include "agentc/Lint/Units.h"

namespace agentc {

/// The rules that `--rule` names.
struct RuleSelection {
  std::vector<const Rule *> rules; ///< of lib/Rules
  std::set<const RuleInfo *> all;  ///< and of other libraries
};

/// Told of a unit that was compiled, while its values are there.
using CompilationListener = std::function<void(const LintUnit &unit, Compilation &compiled)>;

/// How the units are checked.
struct LintCheck {
  const ReadingOptions &options;
  const Baseline *baseline = nullptr;     ///< may be null
  std::optional<RuleSelection> selection; ///< std::nullopt: all rules
  const ResultCache *cache = nullptr;     ///< may be null
  size_t threads = 1;                     ///< for one unit
  /// The process ends after what is checked: what it was read into goes with its memory at once.
  bool keepsRead = false;
  /// The working folder's repository, as formats for programs name paths, and where in it the
  /// working folder is; see BundleResult.
  std::string repository = {}, workingPrefix = {};
  CompilationListener onCompiled = {}; ///< not told of what the cache answers; may be empty
};

/// Checks one unit, or finds what it came to when the same bytes were checked in the same way. What
/// was asked for in parts of it only has no other findings.
llvm::Expected<BundleResult> lintUnit(DriverEnv &env, const LintCheck &how, const LintUnit &unit);

} // namespace agentc

#endif
