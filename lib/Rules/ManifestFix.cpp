#include "ManifestFix.h"

#include "agentc/Bundle/JsonTree.h"

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
std::pair<ByteRange, std::string> newMember(llvm::StringRef text, const JsonNode &object,
                                            const std::string &member) {
  const uint32_t begin = object.range().begin + 1;
  const std::vector<JsonNode::Member> members = object.members();
  if (members.empty())
    return {at(begin), member};
  llvm::StringRef gap = text.slice(begin, members.front().keyRange.begin);
  return {at(begin), gap.contains('\n') ? gap.str() + member + "," : member + ", "};
}

} // namespace

std::optional<Fix> allowInManifest(const CheckContext &context, llvm::StringRef list,
                                   llvm::StringRef word) {
  const File *file =
      context.manifest.present ? context.bundle.files.find(context.manifest.file) : nullptr;
  JsonFile::Error error;
  auto json = file ? JsonFile::parse(file->path, file->bytes, error) : std::nullopt;
  if (!json || context.bundle.form == BundleForm::SingleFile)
    return std::nullopt;
  const std::string quoted = Json(word.str()).dump();
  const std::string member = "\"" + list.str() + "\": [" + quoted + "]";
  std::optional<JsonNode> settings = memberOf(json->root(), "agentc");
  if (!settings)
    settings = memberOf(json->root(), "buzzi");
  std::pair<ByteRange, std::string> change;
  if (!settings) {
    change = newMember(file->bytes, json->root(), "\"agentc\": {" + member + "}");
  } else if (settings->kind() != JsonKind::Object) {
    return std::nullopt;
  } else if (std::optional<JsonNode> known = memberOf(*settings, list); !known) {
    change = newMember(file->bytes, *settings, member);
  } else if (known->kind() != JsonKind::Array) {
    return std::nullopt;
  } else if (std::vector<JsonNode> items = known->items(); items.empty()) {
    change = {at(known->range().begin + 1), quoted};
  } else {
    change = {at(items.back().range().end), ", " + quoted};
  }
  return Fix{"add `" + word.str() + "` to `" + list.str() + "` of the manifest",
             {{file->path, change.first, change.second}}};
}

} // namespace agentc
