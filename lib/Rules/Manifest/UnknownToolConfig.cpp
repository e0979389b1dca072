#include "ToolNames.h"
#include "Uses.h"

#include "agentc/Bundle/JsonTree.h"

namespace agentc::rules {

/// The members of `toolConfig`, where the manifest is a file of the bundle.
static std::vector<ManifestWord> configuredTools(const CheckContext &context) {
  std::vector<ManifestWord> words;
  const File *file = context.bundle.files.find(context.manifest.file);
  JsonFile::Error error;
  std::optional<JsonFile> json =
      file ? JsonFile::parse(file->path, file->bytes, error) : std::nullopt;
  for (const JsonNode::Member &key :
       json ? json->root().members() : std::vector<JsonNode::Member>())
    if (key.key == context.manifest.settingsKey)
      for (const JsonNode::Member &field : key.value.members())
        if (field.key == "toolConfig")
          for (const JsonNode::Member &tool : field.value.members())
            words.push_back({tool.key.str(), tool.keyRange});
  return words;
}

static void check(const CheckContext &context, RuleReporter &report) {
  if (!context.manifest.toolConfig)
    return;
  ToolNames tools = toolNamesOf(context.config);
  auto isEnabled = [&](llvm::StringRef name) {
    return !context.manifest.enabledTools ||
           llvm::any_of(*context.manifest.enabledTools,
                        [&](const ManifestWord &word) { return word.text == name; });
  };
  for (const ManifestWord &word : configuredTools(context)) {
    std::string what = "`toolConfig` has settings for `" + shownText(word.text) + "`, ";
    if (tools.names.contains(word.text)) {
      if (!isEnabled(word.text))
        lowerTo(report.at(context.manifest.file, word.range,
                          what + "which `enabledTools` doesn't name"),
                Severity::Note);
      continue;
    }
    Diagnostic &finding =
        report.at(context.manifest.file, word.range,
                  what + "and the bundle has no such tool" + tools.meant(word.text));
    if (!tools.isComplete)
      lowerTo(finding, Severity::Note);
  }
}

extern const Rule UnknownToolConfig = {
    {"AC2038",
     "unknown-tool-config",
     "manifest",
     Severity::Warning,
     "settings for tools that the bundle doesn't have",
     "",
     {"`toolConfig` has settings under a name that no tool of the bundle has. Settings for a tool "
      "that `enabledTools` leaves out are a note.",
      "A misspelt name leaves the tool that was meant at its defaults, and nobody would notice.",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"toolConfig": {"stock": {"limit": 3}}}})",
      R"({"name": "agent", "version": "1.0.0", "agentc": {"toolConfig": {}}})",
      "Where some tools' names or places could not be determined, it is a note. A manifest given "
      "by `--manifest` is not looked at."},
     Precision::Medium,
     1173},
    check};

} // namespace agentc::rules
