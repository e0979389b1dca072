#include "agentc/Bundle/Manifest.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// Prints words, and keeps where they stand.
class ManifestPrinter {
public:
  explicit ManifestPrinter(llvm::StringRef text) : lines_(text), hasText_(!text.empty()) {}

  Json print(const Manifest &manifest);

private:
  void place(const std::string &path, ByteRange range) {
    if (!hasText_)
      return;
    const Position at = lines_.position(range.begin);
    places_[path] = std::to_string(at.line) + ":" + std::to_string(at.column);
  }
  Json word(const std::string &path, const std::optional<ManifestWord> &word) {
    if (!word)
      return nullptr;
    place(path, word->range);
    return word->text;
  }
  Json words(const std::string &path, const std::vector<ManifestWord> &words) {
    Json list = Json::array();
    for (size_t i = 0; i < words.size(); ++i) {
      place(path + "[" + std::to_string(i) + "]", words[i].range);
      list.push_back(words[i].text);
    }
    return list;
  }
  Json dependencies(const std::vector<Dependency> &dependencies);
  Json agent(const Manifest &manifest);

  LineTable lines_;
  bool hasText_;
  Json places_ = Json::object();
};

Json ManifestPrinter::dependencies(const std::vector<Dependency> &dependencies) {
  Json list = Json::array();
  for (const Dependency &dependency : dependencies) {
    place(dependency.section + "." + dependency.name, dependency.range);
    list.push_back({{"name", dependency.name},
                    {"requirement", dependency.requirement},
                    {"section", dependency.section}});
  }
  return list;
}

Json ManifestPrinter::agent(const Manifest &manifest) {
  Json agent = Json::object();
  agent["agentType"] = word("agentType", manifest.agentType);
  agent["minBaseVersion"] = word("minBaseVersion", manifest.minBaseVersion);
  agent["capabilities"] = words("capabilities", manifest.capabilities);
  agent["allowedHosts"] = words("allowedHosts", manifest.allowedHosts);
  agent["allowedEnv"] = words("allowedEnv", manifest.allowedEnv);
  agent["allowedModules"] = words("allowedModules", manifest.allowedModules);
  agent["arguments"] = words("arguments", manifest.arguments);
  agent["enabledTools"] =
      manifest.enabledTools ? words("enabledTools", *manifest.enabledTools) : Json();
  agent["toolConfig"] = manifest.toolConfig ? *manifest.toolConfig : Json::object();
  agent["fetchTimeout"] = manifest.fetchTimeoutMs;
  agent["timeout"] = manifest.timeoutMs;
  agent["cpu"] = manifest.cpuMs;
  agent["maxMemory"] = manifest.maxMemoryBytes;
  if (manifest.data)
    agent["files"] = {{"data", manifest.data->bytes}};
  return agent;
}

Json ManifestPrinter::print(const Manifest &manifest) {
  Json json = Json::object();
  json["present"] = manifest.present;
  json["file"] = manifest.file;
  json["name"] = word("name", manifest.name);
  json["version"] = word("version", manifest.version);
  json["type"] = word("type", manifest.type);
  json["entry"] = manifest.entry ? Json(*manifest.entry) : Json();
  if (manifest.program)
    json["program"] = *manifest.program;
  json["dependencies"] = dependencies(manifest.dependencies);
  json["scripts"] = words("scripts", manifest.scripts);
  json["files"] = manifest.filesField;
  json["settingsKey"] = manifest.settingsKey;
  json["agent"] = agent(manifest);
  if (hasText_)
    json["places"] = std::move(places_);
  return json;
}

} // namespace

Json manifestToJson(const Manifest &manifest, llvm::StringRef text) {
  return ManifestPrinter(text).print(manifest);
}

} // namespace agentc
