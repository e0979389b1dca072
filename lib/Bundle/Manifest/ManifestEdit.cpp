#include "agentc/Bundle/ManifestEdit.h"

#include "agentc/Bundle/JsonTree.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

std::optional<JsonNode> memberOf(const JsonNode &object, llvm::StringRef name) {
  for (const JsonNode::Member &member : object.members())
    if (member.key == name)
      return member.value;
  return std::nullopt;
}

ByteRange at(uint32_t offset) { return {offset, offset}; }

/// A new member behind an object's `{`, laid out as the one that stands there now.
TextChange newMember(llvm::StringRef text, const JsonNode &object, const std::string &member) {
  const uint32_t begin = object.range().begin + 1;
  const std::vector<JsonNode::Member> members = object.members();
  if (members.empty())
    return {at(begin), member};
  llvm::StringRef gap = text.slice(begin, members.front().keyRange.begin);
  return {at(begin), gap.contains('\n') ? gap.str() + member + "," : member + ", "};
}

std::optional<JsonNode> settingsOf(const JsonFile &json) {
  std::optional<JsonNode> settings = memberOf(json.root(), "agentc");
  return settings ? settings : memberOf(json.root(), "buzzi");
}

/// A new member of the settings, which the manifest may not have yet; std::nullopt where something
/// else is in their place.
std::optional<TextChange> newSetting(llvm::StringRef manifest, const JsonFile &json,
                                     const std::string &member) {
  std::optional<JsonNode> settings = settingsOf(json);
  if (!settings)
    return newMember(manifest, json.root(), "\"agentc\": {" + member + "}");
  if (settings->kind() != JsonKind::Object)
    return std::nullopt;
  return newMember(manifest, *settings, member);
}

std::string listOf(const std::set<std::string> &words, llvm::StringRef prefix = "") {
  std::string text;
  for (const std::string &word : words)
    text += (text.empty() ? "" : ", ") + Json(prefix.str() + word).dump();
  return "[" + text + "]";
}

/// Hosts for an entry of `secrets` that has none.
std::optional<TextChange> hostsOfEntry(llvm::StringRef manifest, const JsonNode &entry,
                                       const std::string &hosts, const std::string &places) {
  const std::string rest = memberOf(entry, "in") ? "" : places;
  std::optional<JsonNode> known = memberOf(entry, "hosts");
  if (entry.kind() != JsonKind::Object)
    return std::nullopt;
  if (!known)
    return newMember(manifest, entry, "\"hosts\": " + hosts + rest);
  if (known->kind() != JsonKind::Array || !known->items().empty())
    return std::nullopt;
  return TextChange{known->range(), hosts + rest};
}

} // namespace

std::optional<TextChange> addToSettings(llvm::StringRef manifest, llvm::StringRef list,
                                        llvm::StringRef word) {
  JsonFile::Error error;
  auto json = JsonFile::parse("package.json", manifest, error);
  if (!json)
    return std::nullopt;
  const std::string quoted = Json(word.str()).dump();
  std::optional<JsonNode> settings = settingsOf(*json);
  std::optional<JsonNode> known = settings ? memberOf(*settings, list) : std::nullopt;
  if (!known)
    return newSetting(manifest, *json, "\"" + list.str() + "\": [" + quoted + "]");
  if (known->kind() != JsonKind::Array)
    return std::nullopt;
  const std::vector<JsonNode> items = known->items();
  if (items.empty())
    return TextChange{at(known->range().begin + 1), quoted};
  return TextChange{at(items.back().range().end), ", " + quoted};
}

std::optional<TextChange> removeFromSettings(llvm::StringRef manifest, llvm::StringRef list,
                                             llvm::StringRef word) {
  JsonFile::Error error;
  auto json = JsonFile::parse("package.json", manifest, error);
  std::optional<JsonNode> settings = json ? settingsOf(*json) : std::nullopt;
  std::optional<JsonNode> known = settings ? memberOf(*settings, list) : std::nullopt;
  const std::vector<JsonNode> items = known ? known->items() : std::vector<JsonNode>();
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].kind() != JsonKind::String || items[i].text() != word)
      continue;
    // with the comma after it, or before the last one
    if (i + 1 < items.size())
      return TextChange{{items[i].range().begin, items[i + 1].range().begin}, ""};
    return TextChange{{i ? items[i - 1].range().end : items[i].range().begin, items[i].range().end},
                      ""};
  }
  return std::nullopt;
}

std::optional<TextChange> addSecretToSettings(llvm::StringRef manifest, llvm::StringRef name,
                                              const std::set<std::string> &hosts,
                                              const std::set<std::string> &headers) {
  JsonFile::Error error;
  auto json = JsonFile::parse("package.json", manifest, error);
  if (!json)
    return std::nullopt;
  const std::string list = listOf(hosts);
  // which is what an entry without `in` means
  const bool isUsual = headers == std::set<std::string>{"authorization"};
  const std::string places = isUsual ? "" : ", \"in\": " + listOf(headers, "header:");
  const std::string entry = Json(name.str()).dump() + ": {\"hosts\": " + list + places + "}";
  std::optional<JsonNode> settings = settingsOf(*json);
  std::optional<JsonNode> secrets = settings ? memberOf(*settings, "secrets") : std::nullopt;
  if (!secrets)
    return newSetting(manifest, *json, "\"secrets\": {" + entry + "}");
  if (secrets->kind() != JsonKind::Object)
    return std::nullopt;
  std::optional<JsonNode> own = memberOf(*secrets, name);
  return own ? hostsOfEntry(manifest, *own, list, places) : newMember(manifest, *secrets, entry);
}

} // namespace agentc
