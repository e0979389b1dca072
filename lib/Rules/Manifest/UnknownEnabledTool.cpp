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

extern const Rule UnknownEnabledTool = {
    {"AC2037",
     "unknown-enabled-tool",
     "manifest",
     Severity::Error,
     "enabled tools that the bundle doesn't have",
     "",
     {"`enabledTools` names a tool that the bundle doesn't define.",
      "A misspelt name disables the tool that was meant, and nobody would notice.",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"enabledTools": ["stock"]}})",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"enabledTools": []}})",
      "Where some tools' names or places could not be determined, it is a note."},
     Precision::High,
     1173},
    check};

} // namespace agentc::rules
