#include "InlinedPackages.h"

#include "agentc/Support/SourceMap.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/Regex.h"

namespace agentc {
namespace {

using Source = ComponentEvidence::Source;

constexpr llvm::StringLiteral folder = "node_modules/";
constexpr size_t maxLineBefore = 300; ///< of a path note: the line up to the path
constexpr size_t maxBanner = 300;     ///< of a banner: where name and version stand
constexpr size_t maxFound = 20000;

/// `name` or `@scope/name` at the start of a text; empty if none is there.
llvm::StringRef packageNameAt(llvm::StringRef text) {
  auto isNameByte = [](char c) { return llvm::isAlnum(c) || c == '-' || c == '_' || c == '.'; };
  size_t size = text.starts_with("@") ? 1 : 0;
  while (size < text.size() && isNameByte(text[size]))
    ++size;
  if (text.starts_with("@")) {
    if (size == 1 || size >= text.size() || text[size] != '/')
      return "";
    const size_t scope = ++size;
    while (size < text.size() && isNameByte(text[size]))
      ++size;
    if (size == scope)
      return "";
  }
  // `.pnpm`, `.vite` and the like are not packages
  return text.starts_with(".") ? llvm::StringRef() : text.take_front(size);
}

class Finder {
public:
  /// Adds the package that a path leads into: the innermost folder of `node_modules` counts.
  void addPath(llvm::StringRef path, Source source) {
    const size_t last = path.rfind(folder);
    if (last == llvm::StringRef::npos || found_.size() >= maxFound)
      return;
    const llvm::StringRef name = packageNameAt(path.drop_front(last + folder.size()));
    if (name.empty())
      return;
    const llvm::StringRef whole = path.take_front(last + folder.size() + name.size());
    const size_t first = whole.find(folder);
    InlinedPackage package{whole.drop_front(first).str(), name.str(), "", source};
    // pnpm's folders hold the version: `.pnpm/zod@3.22.4/node_modules/zod`, scopes as `@a+b@1.0.0`
    if (auto [before, store] = whole.take_front(last).split(".pnpm/"); !store.empty()) {
      package.version = store.split('/').first.drop_front(1).split('@').second.str();
      package.version = llvm::StringRef(package.version)
                            .take_until([](char c) { return c == '_' || c == '('; })
                            .str();
      package.path.clear();
    }
    found_.insert(std::move(package));
  }

  void addMap(llvm::StringRef json) {
    if (std::optional<SourceMap> map = SourceMap::parse(json))
      for (const std::string &source : map->sources())
        addPath(source, Source::SourceMap);
  }

  void addPathNotes(llvm::StringRef text);
  void addBanners(llvm::StringRef text);
  void addInlineMap(llvm::StringRef text);
  std::set<InlinedPackage> take() { return std::move(found_); }

private:
  std::set<InlinedPackage> found_;
};

/// esbuild notes `// node_modules/zod/index.js`, and wrapped modules have such a path as their key;
/// webpack has `/*!*** ./node_modules/zod/index.js ***!` and such keys.
void Finder::addPathNotes(llvm::StringRef text) {
  for (size_t at = text.find(folder); at != llvm::StringRef::npos;) {
    const size_t end = std::min(text.find_first_of("\n\"'*", at), text.size());
    size_t begin = at;
    while (begin > 0 && at - begin < maxLineBefore && text[begin - 1] != '\n')
      --begin;
    const llvm::StringRef line = text.slice(begin, end).ltrim();
    if (line.starts_with("//") || line.starts_with("/*") || line.starts_with("*") ||
        line.starts_with("\"") || line.starts_with("'"))
      addPath(line.take_front(2 * maxLineBefore), Source::PathNote);
    at = text.find(folder, end);
  }
}

/// `/*! name v1.2.3 …`, `/** @license name 1.2.3 …`.
void Finder::addBanners(llvm::StringRef text) {
  static llvm::Regex form("^([*!]|[[:space:]])*(@(license|preserve|name)[[:space:]]+)?"
                          "(@?[a-z0-9][a-z0-9._/-]*)[,]?[[:space:]]+(version[[:space:]]+)?v?"
                          "([0-9]+[.][0-9]+[.][0-9]+(-[0-9a-z.-]+)?)([^0-9a-z.]|$)",
                          llvm::Regex::IgnoreCase);
  for (size_t at = text.find("/*"); at != llvm::StringRef::npos; at = text.find("/*", at + 2)) {
    const llvm::StringRef comment = text.substr(at + 2, maxBanner).split("*/").first;
    if (!comment.starts_with("!") && !comment.contains("@license") &&
        !comment.contains("@preserve"))
      continue;
    llvm::SmallVector<llvm::StringRef, 10> parts;
    if (!form.match(comment, &parts))
      continue;
    std::string name = parts[4].lower();
    llvm::StringRef plain = name;
    plain.consume_back(".js");
    if (packageNameAt(plain) == plain && found_.size() < maxFound)
      found_.insert({"", plain.str(), parts[6].str(), Source::Banner});
  }
}

void Finder::addInlineMap(llvm::StringRef text) {
  auto [before, map] = text.rsplit("//# sourceMappingURL=data:application/json;");
  const size_t start = map.find("base64,");
  std::vector<char> json;
  if (start == llvm::StringRef::npos || start > 40)
    return;
  if (llvm::Error error = llvm::decodeBase64(map.drop_front(start + 7).rtrim(), json))
    llvm::consumeError(std::move(error));
  else
    addMap(llvm::StringRef(json.data(), json.size()));
}

} // namespace

std::set<InlinedPackage> inlinedPackages(const File &file) {
  const llvm::StringRef path = file.path;
  Finder finder;
  if (path.ends_with(".map")) {
    finder.addMap(file.bytes);
  } else if (path.ends_with(".js") || path.ends_with(".mjs") || path.ends_with(".cjs")) {
    finder.addPathNotes(file.bytes);
    finder.addBanners(file.bytes);
    finder.addInlineMap(file.bytes);
  }
  return finder.take();
}

} // namespace agentc
