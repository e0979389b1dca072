#include "BundleRules.h"
#include "ManifestFields.h"
#include "Names.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Bundle/ProvidedVersions.h"
#include "agentc/Bundle/Semver.h"
#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr double maxMilliseconds = 3'600'000;
constexpr uint64_t minMemory = 16ull << 20;
constexpr uint64_t maxMemory = 4ull << 30;
constexpr uint64_t minData = 4096;
constexpr uint64_t maxData = 16ull << 30;
constexpr size_t maxArguments = 64;
constexpr size_t maxArgumentBytes = 4096;

/// Reads one settings object; each method reads the field that it is named after.
class AgentFields {
public:
  AgentFields(llvm::StringRef text, FieldReader &reader, Manifest &manifest)
      : text_(text), reader_(reader), manifest_(manifest) {}

  void agentType(const JsonNode &value);
  void minBaseVersion(const JsonNode &value);
  void capabilities(const JsonNode &value);
  void allowedHosts(const JsonNode &value);
  void allowedEnv(const JsonNode &value);
  void allowedModules(const JsonNode &value);
  void secrets(const JsonNode &value) { secrets_ = value; }
  /// To be called behind all others.
  void finish() { takeSecrets(secrets_, reader_, manifest_); }
  void arguments(const JsonNode &value);
  void enabledTools(const JsonNode &value);
  void toolConfig(const JsonNode &value);
  void fetchTimeout(const JsonNode &value) {
    milliseconds("fetchTimeout", value, manifest_.fetchTimeoutMs);
  }
  void timeout(const JsonNode &value) { milliseconds("timeout", value, manifest_.timeoutMs); }
  void cpu(const JsonNode &value) { milliseconds("cpu", value, manifest_.cpuMs); }
  void maxMemory(const JsonNode &value);
  void files(const JsonNode &value);

private:
  std::vector<ManifestWord> distinct(llvm::StringRef field, const JsonNode &value);
  void milliseconds(llvm::StringRef field, const JsonNode &value, uint64_t &limit);
  void refuse(const RuleInfo &rule, const ManifestWord &word, const llvm::Twine &message) {
    reader_.report(rule, word.range, message);
  }

  llvm::StringRef text_;
  FieldReader &reader_;
  Manifest &manifest_;
  std::optional<JsonNode> secrets_;
};

struct Field {
  llvm::StringLiteral name;
  void (AgentFields::*read)(const JsonNode &);
};
constexpr Field fields[] = {{"agentType", &AgentFields::agentType},
                            {"minBaseVersion", &AgentFields::minBaseVersion},
                            {"capabilities", &AgentFields::capabilities},
                            {"allowedHosts", &AgentFields::allowedHosts},
                            {"allowedEnv", &AgentFields::allowedEnv},
                            {"allowedModules", &AgentFields::allowedModules},
                            {"arguments", &AgentFields::arguments},
                            {"enabledTools", &AgentFields::enabledTools},
                            {"toolConfig", &AgentFields::toolConfig},
                            {"fetchTimeout", &AgentFields::fetchTimeout},
                            {"timeout", &AgentFields::timeout},
                            {"cpu", &AgentFields::cpu},
                            {"maxMemory", &AgentFields::maxMemory},
                            {"files", &AgentFields::files},
                            {"secrets", &AgentFields::secrets}};

std::vector<ManifestWord> AgentFields::distinct(llvm::StringRef field, const JsonNode &value) {
  std::vector<ManifestWord> once;
  llvm::StringSet<> seen;
  for (ManifestWord &word : reader_.words(value, field)) {
    if (seen.insert(word.text).second)
      once.push_back(std::move(word));
    else
      refuse(reported::duplicateManifestItem, word,
             "`" + word.text + "` stands twice in `" + field + "`");
  }
  return once;
}

void AgentFields::agentType(const JsonNode &value) {
  auto word = reader_.word(value, "agentType");
  if (!word)
    return;
  if (isPlainWord(word->text))
    manifest_.agentType = std::move(word);
  else
    refuse(reported::invalidAgentType, *word,
           "`" + word->text + "` is not a word for an agent's type");
}

void AgentFields::minBaseVersion(const JsonNode &value) {
  auto word = reader_.word(value, "minBaseVersion");
  if (!word)
    return;
  if (parseVersion(word->text))
    manifest_.minBaseVersion = std::move(word);
  else
    refuse(reported::invalidBaseVersion, *word,
           "`" + word->text + "` is not a version; write it like `2.0.0`");
}

void AgentFields::capabilities(const JsonNode &value) {
  for (ManifestWord &word : distinct("capabilities", value)) {
    if (isPlainWord(word.text))
      manifest_.capabilities.push_back(std::move(word));
    else
      refuse(reported::invalidCapability, word,
             "`" + word.text + "` is not a word for a capability");
  }
}

void AgentFields::allowedHosts(const JsonNode &value) {
  for (ManifestWord &word : distinct("allowedHosts", value))
    if (checkHost(word, reader_))
      manifest_.allowedHosts.push_back(std::move(word));
}

void AgentFields::allowedEnv(const JsonNode &value) {
  for (ManifestWord &word : distinct("allowedEnv", value)) {
    if (isEnvName(word.text))
      manifest_.allowedEnv.push_back(std::move(word));
    else
      refuse(reported::invalidEnvName, word, "`" + word.text + "` is not an environment name");
  }
}

void AgentFields::allowedModules(const JsonNode &value) {
  for (ManifestWord &word : distinct("allowedModules", value)) {
    if (isNodeModule(word.text) && !findProvidedModule(word.text))
      refuse(reported::nodeModuleAllowed, word,
             "`" + word.text + "` is Node's own, and the sandbox doesn't provide it");
    else if (auto package = packageOfSpecifier(word.text);
             !findProvidedModule(word.text) &&
             (!package || !isDependencyName(*package) ||
              llvm::StringRef(word.text).contains("/..") || word.text.ends_with('/')))
      refuse(reported::invalidModuleName, word, "`" + word.text + "` is not a name of a package");
    else
      manifest_.allowedModules.push_back(std::move(word));
  }
}

/// An argument may stand twice, as `-v -v` does; NUL ends one wherever a program is started.
void AgentFields::arguments(const JsonNode &value) {
  for (ManifestWord &word : reader_.words(value, "arguments")) {
    if (manifest_.arguments.size() == maxArguments || word.text.size() > maxArgumentBytes ||
        llvm::StringRef(word.text).contains('\0')) {
      refuse(reported::manifestFieldType, word,
             "`arguments` takes at most " + llvm::Twine(maxArguments) + " strings of " +
                 llvm::Twine(maxArgumentBytes) + " bytes, without NUL characters");
      return;
    }
    manifest_.arguments.push_back(std::move(word));
  }
}

void AgentFields::enabledTools(const JsonNode &value) {
  if (value.kind() == JsonKind::Array)
    manifest_.enabledTools.emplace();
  for (ManifestWord &word : distinct("enabledTools", value)) {
    if (isToolName(word.text))
      manifest_.enabledTools->push_back(std::move(word));
    else
      refuse(reported::invalidToolName, word, "`" + word.text + "` is not a name of a tool");
  }
}

void AgentFields::toolConfig(const JsonNode &value) {
  if (!reader_.expect(value, "toolConfig", JsonKind::Object))
    return;
  const ByteRange range = value.range();
  if (auto json = parseJson(text_.slice(range.begin, range.end)))
    manifest_.toolConfig = std::make_shared<const Json>(std::move(*json));
}

void AgentFields::milliseconds(llvm::StringRef field, const JsonNode &value, uint64_t &limit) {
  if (!reader_.expect(value, field, JsonKind::Number))
    return;
  const double number = value.number().value_or(0);
  if (number >= 1 && number <= maxMilliseconds && std::trunc(number) == number) {
    limit = static_cast<uint64_t>(number);
    return;
  }
  const ByteRange range = value.range();
  reader_.report(reported::invalidTimeLimit, range,
                 "`" + field + "` is " + text_.slice(range.begin, range.end).take_front(40) +
                     "; it takes whole milliseconds from 1 to 3600000");
}

void AgentFields::maxMemory(const JsonNode &value) {
  auto word = reader_.word(value, "maxMemory");
  if (!word)
    return;
  auto bytes = parseByteSize(word->text);
  if (bytes && *bytes >= minMemory && *bytes <= agentc::maxMemory)
    manifest_.maxMemoryBytes = *bytes;
  else
    refuse(reported::invalidMemoryLimit, *word,
           "`" + word->text + (bytes ? "` is out of bounds" : "` is not a size") +
               "; `maxMemory` takes 16MB to 4GB");
}

void AgentFields::files(const JsonNode &value) {
  if (!reader_.expect(value, "files", JsonKind::Object))
    return;
  for (const JsonNode::Member &member : reader_.members(value, "files")) {
    if (member.key != "data") {
      reader_.unknown(member, "files", {"data"});
      continue;
    }
    auto word = reader_.word(member.value, "files.data");
    if (!word)
      continue;
    auto bytes = parseByteSize(word->text);
    if (bytes && *bytes >= minData && *bytes <= maxData)
      manifest_.data = {*bytes, word->range};
    else
      refuse(reported::invalidDataSize, *word,
             "`" + word->text + (bytes ? "` is out of bounds" : "` is not a size") +
                 "; `files.data` takes 4KB to 16GB");
  }
}

} // namespace

void readAgentFields(const JsonNode &object, llvm::StringRef key, llvm::StringRef text,
                     FieldReader &reader, Manifest &manifest) {
  AgentFields values(text, reader, manifest);
  for (const JsonNode::Member &member : reader.members(object, key)) {
    auto *field =
        llvm::find_if(fields, [&](const Field &field) { return field.name == member.key; });
    if (field != std::end(fields)) {
      (values.*field->read)(member.value);
      continue;
    }
    std::vector<std::string> known;
    for (const Field &each : fields)
      known.push_back(each.name.str());
    reader.unknown(member, key, known);
  }
  values.finish();
}

void checkProvidedVersions(const Manifest &manifest,
                           llvm::function_ref<bool(llvm::StringRef)> isInstalled,
                           FieldReader &reader) {
  for (const Dependency &dependency : manifest.dependencies) {
    const ProvidedModule *module = findProvidedModule(dependency.name);
    if (!module || module->version.empty())
      continue;
    // what is installed comes along where the sandbox's own doesn't fit
    if (!providedInstead(dependency.name, {"", dependency.requirement}) &&
        !isInstalled(dependency.name))
      reader.report(reported::providedVersionMismatch, dependency.requirementRange,
                    "`" + dependency.name + "` is asked for as `" + dependency.requirement +
                        "`, and the sandbox provides " + module->version);
  }
  const ProvidedModule *base = findProvidedModule("@buzzi/base-agent");
  if (!manifest.minBaseVersion || !base)
    return;
  auto wanted = parseVersion(manifest.minBaseVersion->text);
  auto provided = parseVersion(base->version);
  if (wanted && provided && *provided < *wanted)
    reader.report(reported::providedVersionMismatch, manifest.minBaseVersion->range,
                  "`minBaseVersion` is `" + manifest.minBaseVersion->text +
                      "`, and the sandbox provides " + base->version);
}

} // namespace agentc
