#ifndef AGENTC_LIB_DRIVER_FLAGS_LINTFLAGS_H
#define AGENTC_LIB_DRIVER_FLAGS_LINTFLAGS_H

#include "BaselineFlags.h"
#include "Options.h"

#include "agentc/Lint/Run.h"

namespace agentc {

/// The sources that the arguments name; the working folder if they name none.
struct LintNames {
  std::vector<std::string> paths;
  std::optional<TypedSource> typed;
};

/// Everything that the flags say, for one round or many.
struct LintFlags {
  CommonOptions options;
  size_t jobs = 1;
  BaselineFlags baselines;
  std::optional<RuleSelection> selection;
  LintNames names;
  bool fixes = false, watches = false;
};

llvm::Expected<LintFlags> readLintFlags(DriverEnv &env, const llvm::opt::InputArgList &arguments);

} // namespace agentc

#endif
