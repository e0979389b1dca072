#include "agentc/Calls/StackFrames.h"
#include "agentc/Support/SourceMap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace agentc {

std::optional<FramePlace> placeOfFrame(llvm::StringRef line) {
  llvm::StringRef text = line.rtrim(") ");
  size_t begin = text.rfind('(');
  if (begin != llvm::StringRef::npos) {
    text = text.drop_front(begin + 1);
  } else {
    text = text.ltrim();
    text.consume_front("at ");
    text.consume_front("async ");
  }
  FramePlace place{text, "", 0, 0};
  auto [front, column] = text.rsplit(':');
  auto [path, number] = front.rsplit(':');
  if (number.getAsInteger(10, place.line) || column.getAsInteger(10, place.column))
    return std::nullopt;
  place.path = path;
  return place;
}

namespace {

/// The source maps of a bundle's files, each read once.
class SourceMaps {
public:
  explicit SourceMaps(const FileTree &files) : files_(files) {}

  /// A place in a source, as a stack shows it; empty if the file has no map or it no such place.
  std::string find(const FramePlace &place);

private:
  struct Entry {
    std::optional<SourceMap> map;
    std::string path; ///< of the map, or of the file that holds it
  };
  const Entry &mapOf(llvm::StringRef path);

  const FileTree &files_;
  llvm::StringMap<Entry> entries_;
};

const SourceMaps::Entry &SourceMaps::mapOf(llvm::StringRef path) {
  auto [it, isNew] = entries_.try_emplace(path);
  Entry &entry = it->second;
  const File *file = isNew ? files_.find(path) : nullptr;
  if (!file)
    return entry;
  llvm::StringRef text = file->bytes;
  size_t at = text.rfind("//# sourceMappingURL=");
  if (at == llvm::StringRef::npos)
    return entry;
  llvm::StringRef url = text.drop_front(at).split('=').second.split('\n').first.trim();
  entry.path = path.str();
  if (url.consume_front("data:application/json")) {
    std::vector<char> bytes;
    llvm::StringRef content = url.split(";base64,").second;
    if (llvm::Error error = llvm::decodeBase64(content, bytes))
      llvm::consumeError(std::move(error));
    else
      entry.map = SourceMap::parse(llvm::StringRef(bytes.data(), bytes.size()));
  } else if (std::optional<std::string> target = resolveRelative(path, url)) {
    entry.path = *target;
    if (const File *map = files_.find(*target))
      entry.map = SourceMap::parse(map->bytes);
  }
  return entry;
}

std::string SourceMaps::find(const FramePlace &place) {
  const Entry &entry = mapOf(place.path);
  if (!entry.map)
    return "";
  std::optional<SourceMap::Origin> origin = entry.map->find(place.line, place.column);
  // A name that would break the line of the stack is none.
  if (!origin || origin->source.empty() || origin->source.size() > 4096 ||
      llvm::any_of(origin->source, [](unsigned char c) { return c < 0x20 || c == 0x7f; }))
    return "";
  std::string source = resolveRelative(entry.path, origin->source).value_or(origin->source.str());
  return source + ":" + std::to_string(origin->line) + ":" + std::to_string(origin->column);
}

} // namespace

std::string mapStack(llvm::StringRef stack, const FileTree &files) {
  SourceMaps maps(files);
  std::string mapped;
  while (!stack.empty()) {
    auto [line, rest] = stack.split('\n');
    std::optional<FramePlace> place = placeOfFrame(line);
    std::string source = place ? maps.find(*place) : "";
    if (source.empty()) {
      mapped += line;
    } else {
      mapped += llvm::StringRef(line.begin(), place->text.begin() - line.begin());
      mapped += source;
      mapped += llvm::StringRef(place->text.end(), line.end() - place->text.end());
    }
    if (line.size() < stack.size())
      mapped += '\n';
    stack = rest;
  }
  return mapped;
}

} // namespace agentc
