#include "Uses.h"

#include "agentc/Bundle/Semver.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  for (const Dependency &dependency : context.manifest.dependencies) {
    llvm::StringRef requirement = llvm::StringRef(dependency.requirement).trim();
    if (VersionRange::parse(requirement))
      continue;
    std::string shown =
        "`" + shownText(dependency.name) + "` comes from `" + shownText(requirement);
    if (requirement.starts_with("npm:"))
      report.at(context.manifest.file, dependency.range,
                "`" + shownText(dependency.name) + "` stands for another package, `" +
                    shownText(requirement.drop_front(4)) + "`");
    else if (requirement.find_first_of(":/") != llvm::StringRef::npos)
      report.at(context.manifest.file, dependency.range,
                shown + "`; only a range of versions can be checked");
  }
}

extern const Rule RemoteDependency = {
    {.id = "AC2103",
     .name = "remote-dependency",
     .group = "supply chain",
     .severity = Severity::Error,
     .summary = "dependencies that don't come from a registry by version",
     .access = "modules",
     .cwe = 829},
    check};

} // namespace agentc::rules
