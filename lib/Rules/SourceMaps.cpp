#include "SourceMaps.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

using llvm::StringRef;

constexpr size_t maxMapBytes = 32 << 20;
constexpr size_t maxContentBytes = 64 << 20;

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$'; }

/// The JSON of a `data:` URL; std::nullopt if it is none that tools write.
std::optional<std::string> decodeData(StringRef url) {
  auto [head, data] = url.split(',');
  if (head.ends_with_insensitive(";base64")) {
    std::vector<char> bytes;
    if (llvm::Error error = llvm::decodeBase64(data, bytes)) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    return std::string(bytes.begin(), bytes.end());
  }
  std::string text;
  for (size_t i = 0; i < data.size(); ++i) {
    unsigned code = 0;
    bool isEscape =
        data[i] == '%' && i + 2 < data.size() && !data.substr(i + 1, 2).getAsInteger(16, code);
    text += isEscape ? static_cast<char>(code) : data[i];
    i += isEscape ? 2 : 0;
  }
  return text;
}

void readMap(StringRef text, LinkedSourceMap &linked) {
  using State = LinkedSourceMap::State;
  linked.state = State::Unusable;
  if (text.size() > maxMapBytes)
    return;
  linked.map = SourceMap::parse(text);
  if (linked.map) {
    linked.state = State::Present;
    return;
  }
  std::optional<Json> json = parseJson(text);
  if (json && json->is_object() && json->contains("sections"))
    linked.state = State::Indexed;
}

uint32_t unitsOf(StringRef line) {
  uint32_t units = 0;
  for (size_t at = 0; at < line.size();) {
    DecodedCharacter character = decodeUtf8(line, at);
    units += character.codePoint.value_or(0) > 0xFFFF ? 2 : 1;
    at += character.length;
  }
  return units;
}

} // namespace

std::optional<SourceMapLink> findSourceMapLink(StringRef text) {
  StringRef code = text.rtrim();
  size_t lineBegin = code.find_last_of("\r\n");
  StringRef line = code.drop_front(lineBegin == StringRef::npos ? 0 : lineBegin + 1);
  for (StringRef mark :
       {"//# sourceMappingURL=", "//@ sourceMappingURL=", "/*# sourceMappingURL="}) {
    size_t at = line.rfind(mark);
    if (at == StringRef::npos)
      continue;
    StringRef url = line.drop_front(at + mark.size());
    if (mark.starts_with("/*") && !url.consume_back("*/"))
      continue;
    url = url.trim();
    if (url.empty() || url.find_first_of(" \t\"'`") != StringRef::npos)
      return std::nullopt;
    auto begin = static_cast<uint32_t>(line.data() + at - text.data());
    auto length = static_cast<uint32_t>(std::min<size_t>(mark.size() + url.size(), 200));
    return SourceMapLink{url, {begin, begin + length}};
  }
  return std::nullopt;
}

LinkedSourceMap followSourceMapLink(const FileTree &files, StringRef path, StringRef url) {
  LinkedSourceMap linked;
  linked.path = path.str();
  if (url.starts_with_insensitive("data:")) {
    std::optional<std::string> text = decodeData(url);
    linked.state = LinkedSourceMap::State::Unusable;
    if (text)
      readMap(*text, linked);
    return linked;
  }
  StringRef file = url.split('?').first.split('#').first;
  if (file.contains("://") || file.starts_with("//")) {
    linked.state = LinkedSourceMap::State::Remote;
    return linked;
  }
  std::optional<std::string> resolved =
      file.starts_with("/") ? std::nullopt : resolveRelative(path, file);
  if (!resolved) {
    linked.state = LinkedSourceMap::State::Outside;
    return linked;
  }
  linked.path = *resolved;
  if (const File *found = files.find(*resolved))
    readMap(found->bytes, linked);
  return linked;
}

void forEachWord(StringRef text, llvm::function_ref<void(StringRef)> visit) {
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    if (end > at)
      visit(text.slice(at, end));
    at = end + 1;
  }
}

std::optional<llvm::StringSet<>> wordsOfSources(const FileTree &files,
                                                const LinkedSourceMap &linked) {
  llvm::StringSet<> words;
  size_t bytes = 0;
  auto add = [&](StringRef text) {
    bytes += text.size();
    if (bytes <= maxContentBytes)
      forEachWord(text, [&](StringRef word) { words.insert(word); });
  };
  for (size_t i = 0; i < linked.map->sources().size(); ++i) {
    const std::optional<std::string> &content = linked.map->contents()[i];
    std::optional<std::string> path =
        content ? std::nullopt : resolveRelative(linked.path, linked.map->sources()[i]);
    const File *file = path ? files.find(*path) : nullptr;
    if (!content && !file)
      return std::nullopt;
    add(content ? StringRef(*content) : StringRef(file->bytes));
    // what a bundler makes of a file's name is not code of another source
    add(linked.map->sources()[i]);
  }
  if (linked.map->sources().empty() || bytes > maxContentBytes)
    return std::nullopt;
  return words;
}

bool isMapped(const SourceMap &map, const Position &place) {
  auto key = std::make_pair(place.line - 1, place.column - 1);
  auto found = llvm::lower_bound(map.segments(), key, [](const SourceMap::Segment &one, auto &at) {
    return std::make_pair(one.line, one.column) < at;
  });
  return found != map.segments().end() && std::make_pair(found->line, found->column) == key &&
         found->source >= 0;
}

const SourceMap::Segment *findImpossibleSegment(const SourceMap &map, StringRef code) {
  LineTable lines(code);
  llvm::ArrayRef<SourceMap::Segment> segments = map.segments();
  // builds mend a line or two of what they wrote, and another file's map fits nowhere
  constexpr size_t tolerated = 4; // one line of so many
  const SourceMap::Segment *first = nullptr;
  size_t tooLong = 0, ends = 0;
  for (size_t i = 0; i < segments.size(); ++i) {
    bool isLastOfLine = i + 1 == segments.size() || segments[i + 1].line != segments[i].line;
    if (!isLastOfLine)
      continue;
    if (segments[i].line >= lines.lineCount())
      return &segments[i];
    ++ends;
    if (segments[i].column > unitsOf(lines.line(segments[i].line + 1)) && ++tooLong == 1)
      first = &segments[i];
  }
  if (tooLong * tolerated > ends)
    return first;
  std::vector<uint32_t> counts(map.sources().size(), UINT32_MAX);
  for (size_t i = 0; i < counts.size(); ++i)
    if (map.contents()[i])
      counts[i] = LineTable(*map.contents()[i]).lineCount();
  for (const SourceMap::Segment &segment : segments)
    if (segment.source >= 0 && segment.sourceLine > counts[static_cast<size_t>(segment.source)])
      return &segment;
  return nullptr;
}

} // namespace agentc
