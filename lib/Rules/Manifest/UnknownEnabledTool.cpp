#include "ToolNames.h"
#include "Uses.h"

namespace agentc::rules {

static void check(const CheckContext &context, RuleReporter &report) {
  if (!context.manifest.enabledTools)
    return;
  ToolNames tools = toolNamesOf(context.config);
  for (const ManifestWord &word : *context.manifest.enabledTools)
    if (!tools.names.contains(word.text)) {
      Diagnostic &finding =
          report.at(context.manifest.file, word.range,
                    "`enabledTools` names `" + shownText(word.text) +
                        "`, and the bundle has no such tool" + tools.meant(word.text));
      if (!tools.isComplete)
        lowerTo(finding, Severity::Note);
    }
}

extern const Rule UnknownEnabledTool = {{.id = "AC2037",
                                         .name = "unknown-enabled-tool",
                                         .group = "manifest",
                                         .severity = Severity::Error,
                                         .summary = "enabled tools that the bundle doesn't have",
                                         .precision = Precision::High,
                                         .cwe = 1173,
                                         .concern = Concern::Bundle},
                                        check};

} // namespace agentc::rules
