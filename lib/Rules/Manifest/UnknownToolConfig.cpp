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
  ToolNames tools = toolNamesOf(context.config);
  if (!context.manifest.toolConfig || tools.names.empty())
    return;
  auto isEnabled = [&](llvm::StringRef name) {
    return !context.manifest.enabledTools ||
           llvm::any_of(*context.manifest.enabledTools,
                        [&](const ManifestWord &word) { return word.text == name; });
  };
  std::vector<ManifestWord> words = configuredTools(context);
  bool isByTool = llvm::any_of(
      words, [&](const ManifestWord &word) { return tools.names.contains(word.text); });
  for (const ManifestWord &word : words) {
    std::string what = "`toolConfig` has settings for `" + shownText(word.text) + "`, ";
    if (tools.names.contains(word.text)) {
      if (!isEnabled(word.text))
        lowerTo(report.at(context.manifest.file, word.range,
                          what + "which `enabledTools` doesn't name"),
                Severity::Note);
      continue;
    }
    // settings need not be by tool: what looks like no tool's name is any other word
    std::string meant = tools.meant(word.text);
    if (!isByTool && meant.empty())
      continue;
    Diagnostic &finding = report.at(context.manifest.file, word.range,
                                    what + "and the bundle has no such tool" + meant);
    if (!tools.isComplete || meant.empty())
      lowerTo(finding, Severity::Note);
  }
}

extern const Rule UnknownToolConfig = {
    {.id = "AC2038",
     .name = "unknown-tool-config",
     .group = "manifest",
     .severity = Severity::Warning,
     .summary = "settings for tools that the bundle doesn't have",
     .precision = Precision::Medium,
     .cwe = 1173,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
