#include "Uses.h"

#include "agentc/Bundle/Allowance.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::rules {

/// Whether one of the ranges that the settings allow has all that is asked for.
static bool isInRange(llvm::ArrayRef<Allowance> allowances, llvm::StringRef requirement) {
  auto asked = VersionRange::parse(requirement.trim());
  return llvm::any_of(allowances, [&](const Allowance &allowance) {
    return !allowance.range || (asked && asked->isWithin(*allowance.range));
  });
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const Dependency &dependency : context.manifest.dependencies) {
    std::vector<Allowance> allowances = allowancesOf(context.settings, dependency.name);
    if (allowances.empty()) {
      // what is installed comes along, as far as code asks for it, and is judged with the bundle
      if (context.bundle.files.find("node_modules/" + dependency.name + "/package.json"))
        continue;
      report.at(context.manifest.file, dependency.range,
                "`" + shownText(dependency.name) +
                    "` is no allowed dependency; "
                    "`allowedDependencies` of the project's settings names those");
    } else if (!isInRange(allowances, dependency.requirement)) {
      std::vector<std::string> ranges;
      for (const Allowance &allowance : allowances)
        ranges.push_back("`" + allowance.rangeText.str() + "`");
      report.at(context.manifest.file, dependency.requirementRange,
                "`" + shownText(dependency.name) + "` is asked for as `" +
                    shownText(dependency.requirement) + "`, and allowed as " +
                    llvm::join(ranges, " or "));
    }
  }
}

extern const Rule DependencyNotAllowed = {
    {"AC2101",
     "dependency-not-allowed",
     "supply chain",
     Severity::Error,
     "dependencies that the project doesn't allow",
     "modules",
     {"`dependencies`, `peerDependencies` or `optionalDependencies` name a package that is not "
      "among the project's `allowedDependencies`, or ask for versions beyond the range that stands "
      "there (`left-pad@^1.3.0`). Without settings these are the base class's package and what the "
      "sandbox provides.",
      "Each dependency is code of somebody else that runs with the agent's rights.",
      R"({"name": "agent", "version": "1.0.0", "dependencies": {"left-pad": "^1.3.0"}})",
      R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": "^4.0.0"}})",
      "`devDependencies` are not installed with a package and not looked at. Where a range is "
      "allowed, tags such as `latest` are refused. What is installed comes along and is judged "
      "itself."},
     Precision::VeryHigh,
     1357},
    check};

} // namespace agentc::rules
