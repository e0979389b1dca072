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
    {"AC2039",
     "capability-mismatch",
     "manifest",
     Severity::Note,
     "capabilities that say something else than the code",
     "",
     {"`capabilities` names `tools` and the bundle defines none, or it names others and not "
      "`tools`, and the bundle defines some.",
      "Capabilities are what platforms show and select agents by.",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"capabilities": ["tools"]}})",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"capabilities": ["rag"]}})",
      "Other capabilities are words that only a platform knows."},
     Precision::High,
     1173},
    check};

} // namespace agentc::rules
