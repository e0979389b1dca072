#include "ModuleUses.h"

#include "agentc/Access/FileReach.h"

namespace agentc::rules {

static std::string said(const FileReach &reach) {
  if (reach.place == FileReach::Place::Data)
    return describe(reach) + " that outlives calls, and the manifest has no `files.data`";
  if (reach.place != FileReach::Place::Host)
    return describe(reach);
  return (reach.writes ? "writes `" : "reads `") + shownText(reach.path) + "`";
}

static void check(const CheckContext &context, RuleReporter &report) {
  using Place = FileReach::Place;
  FileReaches reaches(context.program, context.uses, context.input);
  auto told = [&](const ApiUse &use, bool isLost) -> std::optional<ModuleFinding> {
    if (use.isImport)
      return isLost ? std::optional(ModuleFinding{Severity::Warning, "reads and writes files"})
                    : std::nullopt;
    std::string what, help;
    Severity most = Severity::Warning;
    for (const FileReach &reach : reaches.of(context.values, use)) {
      const bool isUndeclared = reach.place == Place::Data && !context.manifest.data;
      if (llvm::is_contained({Place::Bundle, Place::Scratch, Place::Data}, reach.place) &&
          !isUndeclared)
        continue;
      if (isUndeclared)
        help = R"(declare it in the manifest's settings: "files": {"data": "10MB"})";
      if (reach.place == Place::Host)
        most = Severity::Error;
      what += (what.empty() ? "" : " and ") + said(reach);
    }
    return what.empty() ? std::nullopt : std::optional(ModuleFinding{most, what, help});
  };
  reportModules(context, report, ModuleReach::Files, told);
}

extern const Rule FilesystemModule = {{.id = "AC4202",
                                       .name = "filesystem-module",
                                       .group = "modules",
                                       .severity = Severity::Error,
                                       .summary = "use of `fs` on files of the host",
                                       .access = "filesystem",
                                       .cwe = 552,
                                       .concern = Concern::Sandbox},
                                      check};

} // namespace agentc::rules
