#include "CallConfig.h"

#include "agentc/Support/JsonSchema.h"
#include "agentc/Support/Text.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// A JSON file of the bundle, if it is there and well-formed; what is not has a finding.
std::optional<Json> readJson(const Bundle &bundle, llvm::StringRef path) {
  const File *file = bundle.files.find(path);
  return file ? parseJson(file->bytes) : std::nullopt;
}

std::optional<std::string> findFault(const Bundle &bundle, const Json &config) {
  std::optional<Json> schema = readJson(bundle, "config.schema.json");
  std::optional<SchemaDraft> draft =
      schema ? draftOf(*schema, SchemaDraft::Draft202012) : std::nullopt;
  if (!draft || !checkSchema(*schema, *draft).empty())
    return std::nullopt;
  std::vector<JsonFault> faults = checkBySchema(*schema, config, *draft);
  if (faults.empty())
    return std::nullopt;
  std::string where =
      faults.front().pointer.empty()
          ? "the configuration"
          : "`" + escapeForTerminal(faults.front().pointer) + "` of the configuration";
  return where +
         " is not what `config.schema.json` asks for: " + escapeForTerminal(faults.front().message);
}

/// The members of an AgentConfig that come from the manifest.
Json manifestMembers(const Manifest &manifest) {
  Json members = Json::object();
  members["toolConfig"] = manifest.toolConfig ? *manifest.toolConfig : Json::object();
  if (manifest.enabledTools) {
    members["enabledTools"] = Json::array();
    for (const ManifestWord &tool : *manifest.enabledTools)
      members["enabledTools"].push_back(tool.text);
  }
  members["allowedHosts"] = Json::array();
  for (const ManifestWord &host : manifest.allowedHosts)
    members["allowedHosts"].push_back(host.text);
  members["fetchTimeout"] = manifest.fetchTimeoutMs;
  return members;
}

/// No configuration enables what the manifest does not.
void keepEnabled(const Manifest &manifest, Json &tools) {
  if (!manifest.enabledTools || !tools.is_array())
    return;
  Json kept = Json::array();
  for (const Json &tool : tools)
    if (llvm::any_of(*manifest.enabledTools,
                     [&](const ManifestWord &word) { return tool == Json(word.text); }))
      kept.push_back(tool);
  tools = std::move(kept);
}

} // namespace

CallConfig chooseConfig(const Compilation &compilation, BundleStyle style, llvm::StringRef given) {
  const Manifest &manifest = *compilation.manifest;
  bool isAgent = style == BundleStyle::BaseAgent;
  std::optional<Json> config =
      given.empty() ? readJson(*compilation.bundle, "config.json") : parseJson(given);
  if (!config && !isAgent && manifest.toolConfig)
    config = *manifest.toolConfig;
  CallConfig result;
  if (config)
    result.fault = findFault(*compilation.bundle, *config);
  if (isAgent) {
    Json whole = manifestMembers(manifest);
    if (config && config->is_object())
      whole.update(*config);
    keepEnabled(manifest, whole["enabledTools"]);
    if (whole["enabledTools"].is_null())
      whole.erase("enabledTools");
    config = std::move(whole);
  }
  if (config)
    result.text = printJson(*config, /*indented=*/false);
  return result;
}

} // namespace agentc
