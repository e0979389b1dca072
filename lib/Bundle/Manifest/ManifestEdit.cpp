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

} // namespace

std::optional<TextChange> addToSettings(llvm::StringRef manifest, llvm::StringRef list,
                                        llvm::StringRef word) {
  JsonFile::Error error;
  auto json = JsonFile::parse("package.json", manifest, error);
  if (!json)
    return std::nullopt;
  const std::string quoted = Json(word.str()).dump();
  const std::string member = "\"" + list.str() + "\": [" + quoted + "]";
  std::optional<JsonNode> settings = memberOf(json->root(), "agentc");
  if (!settings)
    settings = memberOf(json->root(), "buzzi");
  if (!settings)
    return newMember(manifest, json->root(), "\"agentc\": {" + member + "}");
  if (settings->kind() != JsonKind::Object)
    return std::nullopt;
  std::optional<JsonNode> known = memberOf(*settings, list);
  if (!known)
    return newMember(manifest, *settings, member);
  if (known->kind() != JsonKind::Array)
    return std::nullopt;
  const std::vector<JsonNode> items = known->items();
  if (items.empty())
    return TextChange{at(known->range().begin + 1), quoted};
  return TextChange{at(items.back().range().end), ", " + quoted};
}

} // namespace agentc
