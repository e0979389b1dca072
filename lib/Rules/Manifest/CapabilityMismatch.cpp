#include "ToolNames.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  ToolNames tools = toolNamesOf(context.config);
  const ManifestWord *named = nullptr;
  for (const ManifestWord &word : context.manifest.capabilities)
    if (word.text == "tools")
      named = &word;
  if (named && tools.names.empty() && tools.isComplete)
    report.at(context.manifest.file, named->range,
              "`capabilities` names `tools`, and the bundle has none");
  if (!named && !context.manifest.capabilities.empty() && !tools.names.empty())
    report.at(context.manifest.file, context.manifest.capabilities.front().range,
              "the bundle has tools, and `capabilities` doesn't name `tools`");
}

extern const Rule CapabilityMismatch = {
    {.id = "AC2039",
     .name = "capability-mismatch",
     .group = "manifest",
     .severity = Severity::Note,
     .summary = "capabilities that say something else than the code",
     .precision = Precision::High,
     .cwe = 1173,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
