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
    {"AC2034",
     "base-version-conflict",
     "manifest",
     Severity::Error,
     "a `minBaseVersion` outside of the range that is depended on",
     "",
     {"`minBaseVersion` is not in the range of the manifest's dependency on the base class's "
      "package. A range of later versions only is a warning, since there are versions for both.",
      "A platform goes by `minBaseVersion`, an installation by the dependency; the agent would be "
      "started with a base class that one of them rules out.",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"minBaseVersion": "2.0.0"},
 "dependencies": {"@buzzi/base-agent": "^1.4.0"}})",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"minBaseVersion": "2.0.0"},
 "dependencies": {"@buzzi/base-agent": "^2.0.0"}})",
      "Tags and addresses are not compared."},
     Precision::VeryHigh,
     1104},
    check};

} // namespace agentc::rules
