#include "agentc/Support/SourceMap.h"

#include "agentc/Support/Json.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <array>
#include <tuple>

namespace agentc {

/// The next number of a segment, in base64 digits of five bits and one that says that more follow.
static std::optional<int64_t> takeNumber(llvm::StringRef &text) {
  static constexpr llvm::StringLiteral digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  int64_t value = 0;
  for (unsigned shift = 0; shift <= 30 && !text.empty(); shift += 5) {
    size_t digit = digits.find(text.front());
    if (digit == llvm::StringRef::npos)
      return std::nullopt;
    text = text.drop_front();
    value |= static_cast<int64_t>(digit & 31) << shift;
    if (!(digit & 32))
      return value & 1 ? -(value >> 1) : value >> 1;
  }
  return std::nullopt;
}

bool SourceMap::readMappings(llvm::StringRef text) {
  // Generated column, source, its line, its column, name: each relative to the one before.
  std::array<int64_t, 5> state = {};
  uint32_t line = 0;
  while (!text.empty()) {
    if (text.consume_front(";")) {
      ++line;
      state[0] = 0;
      continue;
    }
    if (text.consume_front(","))
      continue;
    unsigned count = 0;
    for (; count < state.size() && !text.empty() && text.front() != ',' && text.front() != ';';
         ++count) {
      std::optional<int64_t> number = takeNumber(text);
      if (!number)
        return false;
      state[count] += *number;
      if (state[count] < 0 || state[count] > INT32_MAX)
        return false;
    }
    if (count != 1 && count < 4)
      return false;
    bool hasSource = count > 1 && static_cast<size_t>(state[1]) < sources_.size();
    segments_.push_back({line, static_cast<uint32_t>(state[0]),
                         hasSource ? static_cast<int32_t>(state[1]) : -1,
                         static_cast<uint32_t>(state[2]), static_cast<uint32_t>(state[3])});
  }
  llvm::stable_sort(segments_, [](const Segment &a, const Segment &b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return true;
}

static std::string textOf(const Json &json) {
  return json.is_string() ? *json.get_ptr<const std::string *>() : std::string();
}

std::optional<SourceMap> SourceMap::parse(llvm::StringRef text) {
  // A line that keeps the text from being run as a script.
  if (text.starts_with(")]}'"))
    text = text.split('\n').second;
  std::optional<Json> json = parseJson(text);
  if (!json || !json->is_object() || json->value("version", Json()) != 3)
    return std::nullopt;
  auto sources = json->find("sources"), mappings = json->find("mappings");
  if (sources == json->end() || !sources->is_array() || mappings == json->end() ||
      !mappings->is_string())
    return std::nullopt;
  std::string root = textOf(json->value("sourceRoot", Json()));
  if (!root.empty() && root.back() != '/')
    root += '/';
  SourceMap map;
  for (const Json &source : *sources)
    map.sources_.push_back(root + textOf(source));
  map.contents_.resize(map.sources_.size());
  if (auto contents = json->find("sourcesContent"); contents != json->end() && contents->is_array())
    for (size_t i = 0; i < contents->size() && i < map.sources_.size(); ++i)
      if (const auto *text = (*contents)[i].get_ptr<const std::string *>())
        map.contents_[i] = *text;
  map.file_ = textOf(json->value("file", Json()));
  if (!map.readMappings(*mappings->get_ptr<const std::string *>()))
    return std::nullopt;
  return map;
}

std::optional<SourceMap::Origin> SourceMap::find(uint32_t line, uint32_t column) const {
  if (line == 0 || column == 0)
    return std::nullopt;
  auto after = llvm::upper_bound(segments_, std::make_pair(line - 1, column - 1),
                                 [](const std::pair<uint32_t, uint32_t> &at, const Segment &one) {
                                   return at < std::make_pair(one.line, one.column);
                                 });
  if (after == segments_.begin())
    return std::nullopt;
  const Segment &segment = *std::prev(after);
  if (segment.line != line - 1 || segment.source < 0)
    return std::nullopt;
  return Origin{sources_[static_cast<size_t>(segment.source)], segment.sourceLine + 1,
                segment.sourceColumn + 1};
}

} // namespace agentc
