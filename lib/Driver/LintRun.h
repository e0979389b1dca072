#ifndef AGENTC_LIB_DRIVER_LINTRUN_H
#define AGENTC_LIB_DRIVER_LINTRUN_H

#include "BaselineFlags.h"
#include "LintUnits.h"

#include "agentc/Analysis/Rule.h"

namespace agentc {

/// The rules that `--rule` names.
struct RuleSelection {
  std::vector<const Rule *> rules; ///< of lib/Rules
  std::set<const RuleInfo *> all;  ///< and of other libraries
};

/// How the units are checked.
struct LintCheck {
  const CommonOptions &options;
  const BaselineFlags &baselines;
  std::optional<RuleSelection> selection; ///< std::nullopt: all rules
};

/// Checks one unit. What was asked for in parts of it only has no other findings.
llvm::Expected<BundleResult> lintUnit(DriverEnv &env, const LintCheck &how, const LintUnit &unit);

} // namespace agentc

#endif
