#include "FieldReader.h"

#include "agentc/Support/Suggestion.h"
#include "agentc/Support/Text.h"

#include <algorithm>

namespace agentc {

namespace {
constexpr size_t maxItems = 1000;
}

std::vector<JsonNode::Member> FieldReader::members(const JsonNode &object, llvm::StringRef shown) {
  std::vector<JsonNode::Member> all = object.members();
  if (all.size() > maxItems) {
    report(rules_.tooLarge, object.range(),
           (shown.empty() ? llvm::Twine("the file") : "`" + shown + "`") + " has over " +
               llvm::Twine(maxItems) + " fields");
    all.erase(all.begin() + maxItems, all.end());
  }
  return all;
}

bool FieldReader::expect(const JsonNode &value, llvm::StringRef shown, JsonKind kind) {
  if (value.kind() == kind)
    return true;
  report(rules_.fieldType, value.range(),
         "`" + shown + "` is " + describeKind(value.kind()) + "; it takes " + describeKind(kind));
  return false;
}

std::optional<ManifestWord> FieldReader::word(const JsonNode &value, llvm::StringRef shown) {
  if (!expect(value, shown, JsonKind::String))
    return std::nullopt;
  return ManifestWord{value.text().str(), value.range()};
}

std::vector<ManifestWord> FieldReader::words(const JsonNode &value, llvm::StringRef shown) {
  std::vector<ManifestWord> words;
  if (!expect(value, shown, JsonKind::Array))
    return words;
  const std::vector<JsonNode> items = value.items();
  if (items.size() > maxItems)
    report(rules_.tooLarge, value.range(),
           "`" + shown + "` has over " + llvm::Twine(maxItems) + " items");
  for (size_t i = 0; i < std::min(items.size(), maxItems); ++i)
    if (auto item = word(items[i], (shown + "[" + llvm::Twine(i) + "]").str()))
      words.push_back(std::move(*item));
  return words;
}

void FieldReader::unknown(const JsonNode::Member &member, llvm::StringRef shown,
                          llvm::ArrayRef<std::string> known) {
  std::string message = ("unknown field `" + member.key + "`").str();
  if (!shown.empty())
    message += (" in `" + shown + "`").str();
  report(rules_.unknownField, member.keyRange, message + didYouMean(member.key, known));
}

} // namespace agentc
