#include "Uses.h"

namespace agentc::rules {

static bool isAllowed(const Settings &settings, llvm::StringRef name) {
  return llvm::any_of(settings.allowedDependencies, [&](llvm::StringRef allowed) {
    if (allowed.ends_with("/*"))
      return name.starts_with(allowed.drop_back());
    return name == allowed;
  });
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const Dependency &dependency : context.manifest.dependencies)
    if (!isAllowed(context.settings, dependency.name))
      report.at(context.manifest.file, dependency.range,
                "`" + shownText(dependency.name) +
                    "` is no allowed dependency; "
                    "`allowedDependencies` of the project's settings names those");
}

extern const Rule DependencyNotAllowed = {
    {"AC2101",
     "dependency-not-allowed",
     "supply chain",
     Severity::Error,
     "dependencies that the project doesn't allow",
     "modules",
     {"`dependencies`, `peerDependencies` or `optionalDependencies` name a package that is not "
      "among "
      "the project's `allowedDependencies`. Without settings these are the base class's package "
      "and what "
      "the sandbox provides.",
      "Each dependency is code of somebody else that runs with the agent's rights.",
      R"({"name": "agent", "version": "1.0.0", "dependencies": {"left-pad": "^1.3.0"}})",
      R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": "^4.0.0"}})",
      "`devDependencies` are not installed with a package and not looked at."},
     Precision::VeryHigh,
     1357},
    check};

} // namespace agentc::rules
