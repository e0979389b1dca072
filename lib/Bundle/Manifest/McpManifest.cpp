#include "McpManifest.h"

#include "agentc/Bundle/SourceLookup.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr size_t maxBytes = 1 << 20;
constexpr size_t maxVariables = 1000;

const Json *memberAt(const Json &object, const char *name) {
  auto found = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && found != object.end() ? &*found : nullptr;
}

std::string textOf(const Json *value) {
  return value && value->is_string() ? value->get<std::string>() : "";
}

} // namespace

std::optional<McpManifest> readMcpManifest(const FileTree &files) {
  const File *file = files.find("manifest.json");
  std::optional<Json> json;
  if (file && file->bytes.size() <= maxBytes)
    json = parseJson(file->bytes);
  if (!json || !(memberAt(*json, "manifest_version") || memberAt(*json, "dxt_version")))
    return std::nullopt;
  const Json *server = memberAt(*json, "server");
  std::string written = server ? textOf(memberAt(*server, "entry_point")) : "";
  llvm::StringRef path = written;
  path.consume_front("${__dirname}/");
  auto entry = resolveRelative("manifest.json", path);
  auto found = entry && !entry->empty() ? findWrittenFile(files, *entry) : std::nullopt;
  if (!found)
    return std::nullopt;
  McpManifest manifest{
      textOf(memberAt(*json, "name")), textOf(memberAt(*json, "version")), *found, {}};
  const Json *config = memberAt(*server, "mcp_config");
  if (const Json *env = config ? memberAt(*config, "env") : nullptr; env && env->is_object())
    for (const auto &[name, value] : env->items())
      if (manifest.environment.size() < maxVariables)
        manifest.environment.push_back(name);
  return manifest;
}

} // namespace agentc
