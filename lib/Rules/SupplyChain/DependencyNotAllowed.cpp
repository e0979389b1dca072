#include "Uses.h"

#include "agentc/Bundle/Allowance.h"
#include "agentc/Bundle/ModuleNames.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::rules {

/// True if one of the ranges that the settings allow contains every version asked for.
static bool isInRange(llvm::ArrayRef<Allowance> allowances, llvm::StringRef requirement) {
  auto asked = VersionRange::parse(requirement.trim());
  return llvm::any_of(allowances, [&](const Allowance &allowance) {
    return !allowance.range || (asked && asked->isWithin(*allowance.range));
  });
}

/// True if any of the bundle's code asks for a package.
static bool isAskedFor(const CheckContext &context, llvm::StringRef package) {
  return llvm::any_of(context.uses.all(), [&](const ApiUse &use) {
    return !use.module.empty() && packageOfSpecifier(use.module) == package;
  });
}

static void check(const CheckContext &context, RuleReporter &report) {
  for (const Dependency &dependency : context.manifest.dependencies) {
    std::vector<Allowance> allowances = allowancesOf(context.settings, dependency.name);
    if (allowances.empty()) {
      // what is installed comes along, as far as code asks for it, and is judged with the bundle
      if (context.bundle.files.find("node_modules/" + dependency.name + "/package.json"))
        continue;
      Diagnostic &finding =
          report.at(context.manifest.file, dependency.range,
                    "`" + shownText(dependency.name) +
                        "` is not an allowed dependency; "
                        "`allowedDependencies` of the project's settings names those");
      finding.subject = dependency.name;
      // an application around agents has packages of its own, which stay behind with it
      if (!context.manifest.entry && !isAskedFor(context, dependency.name))
        lowerTo(finding, Severity::Note);
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

extern const Rule DependencyNotAllowed = {{.id = "AC2101",
                                           .name = "dependency-not-allowed",
                                           .group = "supply chain",
                                           .severity = Severity::Error,
                                           .summary = "dependencies that the project doesn't allow",
                                           .access = "modules",
                                           .cwe = 1357,
                                           .concern = Concern::Sandbox,
                                           .isApprovable = true},
                                          check};

} // namespace agentc::rules
