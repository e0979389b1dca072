#ifndef AGENTC_LINT_SINCE_H
#define AGENTC_LINT_SINCE_H

#include "agentc/Lint/Units.h"

namespace agentc {

/// A unit as an earlier revision has it: its files, and through `env` the project's own.
struct EarlierUnit {
  EarlierUnit(DriverEnv env, LintUnit unit) : env(std::move(env)), unit(std::move(unit)) {}

  DriverEnv env;
  LintUnit unit;
};

/// `--since`: of the units those that changed since the commit that HEAD and the revision have in
/// common, each with what it was then. What counts is what stands in the working tree, whether it
/// is committed, staged or neither.
llvm::Expected<std::vector<LintUnit>> unitsSince(const DriverEnv &env,
                                                 const ReadingOptions &options,
                                                 llvm::StringRef revision,
                                                 std::vector<LintUnit> units);

} // namespace agentc

#endif
