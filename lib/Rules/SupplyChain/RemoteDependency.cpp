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
    {"AC2103",
     "remote-dependency",
     "supply chain",
     Severity::Error,
     "dependencies that don't come from a registry by version",
     "modules",
     {"A dependency's requirement is a URL, a git repository, a path, or another package's name "
      "(`npm:`).",
      "What such an address gives can change after the review, and an allowed name can hide "
      "another "
      "package.",
      R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": "git+https://example.com/zod.git"}})",
      R"({"name": "agent", "version": "1.0.0", "dependencies": {"zod": "^4.0.0"}})",
      "Tags such as `latest` are not addresses and not reported."},
     Precision::VeryHigh,
     829},
    check};

} // namespace agentc::rules
