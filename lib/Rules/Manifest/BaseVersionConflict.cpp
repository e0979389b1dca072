#include "Uses.h"

#include "agentc/Bundle/Semver.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  const Manifest &manifest = context.manifest;
  auto least = manifest.minBaseVersion ? parseVersion(manifest.minBaseVersion->text) : std::nullopt;
  if (!least)
    return;
  for (const Dependency &dependency : manifest.dependencies) {
    bool isBase = llvm::any_of(context.settings.baseClasses, [&](llvm::StringRef base) {
      return base.split('#').first == dependency.name;
    });
    auto range = isBase ? VersionRange::parse(dependency.requirement) : std::nullopt;
    if (!range || range->contains(*least))
      continue;
    std::string what = "`minBaseVersion` is `" + manifest.minBaseVersion->text + "`, and `" +
                       dependency.name + "` is asked for as `" + shownText(dependency.requirement) +
                       "`";
    bool isPossible = range->reaches(*least);
    Diagnostic &finding = report.at(
        manifest.file, manifest.minBaseVersion->range,
        what + (isPossible ? ", which is only later ones" : ", which is only earlier ones"));
    finding.notes.push_back({"the range is here", manifest.file, dependency.requirementRange});
    if (isPossible)
      lowerTo(finding, Severity::Warning);
  }
}

extern const Rule BaseVersionConflict = {
    {.id = "AC2034",
     .name = "base-version-conflict",
     .group = "manifest",
     .severity = Severity::Error,
     .summary = "a `minBaseVersion` outside of the range that is depended on",
     .cwe = 1104,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
