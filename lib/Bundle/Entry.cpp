#include "BundleRules.h"
#include "ManifestFields.h"

#include "agentc/Bundle/OpenedBundle.h"
#include "agentc/Bundle/SourceLookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc {

namespace {

constexpr unsigned maxExportsDepth = 16;

class EntryFinder {
public:
  EntryFinder(const FileTree &files, FieldReader &reader) : files_(files), reader_(reader) {}

  std::optional<std::string> fromExports(const JsonNode &exports, const JsonNode *bin);
  std::optional<std::string> fromMain(const JsonNode &main);
  std::optional<std::string> fromBin(const JsonNode &bin);
  std::optional<std::string> usual();
  std::vector<std::string> fromSubpaths(const JsonNode &exports);

private:
  std::optional<JsonNode> pickTarget(const JsonNode &value, unsigned depth);
  std::optional<std::string> checkSource(std::optional<std::string> path, llvm::StringRef field,
                                         const JsonNode &target, llvm::StringRef built);
  std::optional<std::string> normalize(llvm::StringRef field, const JsonNode &target);

  const FileTree &files_;
  FieldReader &reader_;
};

/// The string that `exports` comes to under the conditions of an import or require in Node; as
/// there, the first condition written that applies counts.
std::optional<JsonNode> EntryFinder::pickTarget(const JsonNode &value, unsigned depth) {
  if (depth > maxExportsDepth)
    return std::nullopt;
  if (value.kind() == JsonKind::String)
    return value;
  for (const JsonNode &item : value.items())
    if (auto target = pickTarget(item, depth + 1))
      return target;
  for (const JsonNode::Member &member : value.members())
    if (llvm::is_contained({"import", "require", "node", "default"}, member.key))
      if (auto target = pickTarget(member.value, depth + 1))
        return target;
  return std::nullopt;
}

std::optional<std::string> EntryFinder::normalize(llvm::StringRef field, const JsonNode &target) {
  llvm::StringRef written = target.text();
  // A scheme, and a drive letter, end in a colon before any slash.
  const bool outside = written.starts_with("/") || written.split('/').first.contains(':');
  auto path = outside ? std::nullopt : resolveRelative("package.json", written);
  if (!path)
    reader_.report(reported::entryOutsideBundle, target.range(),
                   "`" + field + "` names `" + written + "`, which is outside the bundle");
  return path;
}

std::optional<std::string> EntryFinder::checkSource(std::optional<std::string> path,
                                                    llvm::StringRef field, const JsonNode &target,
                                                    llvm::StringRef built) {
  if (!path && (path = findUnbuiltSource(files_, "", built)))
    reader_.report(reported::entryNotBuilt, target.range(),
                   "`" + field + "` names `" + target.text() +
                       "`, which is not built; its source `" + *path + "` is read");
  if (!path) {
    reader_
        .report(reported::missingEntry, target.range(),
                "`" + field + "` names `" + target.text() +
                    "`, which is not in the bundle; is the bundle built?")
        .isBuiltLater = true;
    return std::nullopt;
  }
  auto language = languageOf(*path);
  if (language && *language != ast::Language::Json)
    return path;
  reader_.report(reported::entryNotSource, target.range(),
                 "`" + field + "` names `" + *path +
                     "`, which is not JavaScript or TypeScript source");
  return std::nullopt;
}

std::optional<std::string> EntryFinder::fromExports(const JsonNode &exports, const JsonNode *bin) {
  auto refuse = [&](const JsonNode &at, const llvm::Twine &message) {
    reader_.report(reported::invalidExports, at.range(), message);
    return std::nullopt;
  };
  std::optional<JsonNode> start = exports;
  if (exports.kind() == JsonKind::Object) {
    const std::vector<JsonNode::Member> members = reader_.members(exports, "exports");
    auto isSubpath = [](const JsonNode::Member &member) { return member.key.starts_with("."); };
    if (llvm::any_of(members, isSubpath)) {
      if (!llvm::all_of(members, isSubpath))
        return refuse(exports, "`exports` mixes subpaths and conditions");
      auto at = llvm::find_if(members, [](const auto &member) { return member.key == "."; });
      if (at == members.end() && bin) // a program that others take parts of
        return fromBin(*bin);
      if (at == members.end())
        return refuse(exports, "`exports` has no `.`, so the package itself cannot be loaded");
      start = at->value;
    }
  }
  auto target = pickTarget(*start, 0);
  if (!target)
    return refuse(*start, "`exports` names no file under the conditions `import`, `require`, "
                          "`node` or `default`");
  auto path = normalize("exports", *target);
  if (!path)
    return std::nullopt;
  if (!target->text().starts_with("./"))
    return refuse(*target, "`exports` names `" + target->text() + "`; it must begin with `./`");
  return checkSource(findWrittenFile(files_, *path), "exports", *target, *path);
}

std::optional<std::string> EntryFinder::fromMain(const JsonNode &main) {
  auto path = normalize("main", main);
  if (!path)
    return std::nullopt;
  std::optional<std::string> file;
  if (!path->empty())
    file = findWrittenFile(files_, *path);
  if (!file && !path->empty())
    file = findByExtension(files_, *path, false);
  if (!file)
    file = findByExtension(files_, path->empty() ? "index" : *path + "/index", false);
  return checkSource(std::move(file), "main", main, *path);
}

/// Of several programs, the first one written: a package that is a program, as MCP servers are,
/// names it nowhere else.
std::optional<std::string> EntryFinder::fromBin(const JsonNode &bin) {
  std::optional<JsonNode> target = bin;
  if (bin.kind() == JsonKind::Object) {
    const std::vector<JsonNode::Member> programs = reader_.members(bin, "bin");
    target = programs.empty() ? std::nullopt : std::optional(programs.front().value);
  }
  if (!target || target->kind() != JsonKind::String)
    return std::nullopt;
  auto path = normalize("bin", *target);
  if (!path)
    return std::nullopt;
  return checkSource(findWrittenFile(files_, *path), "bin", *target, *path);
}

/// The sources that subpaths lead to, but for patterns, whose files only others' code can name.
std::vector<std::string> EntryFinder::fromSubpaths(const JsonNode &exports) {
  std::vector<std::string> found;
  for (const JsonNode::Member &member : exports.members()) {
    if (!member.key.starts_with("./") || member.key.contains('*'))
      continue;
    auto target = pickTarget(member.value, 0);
    auto path = target && target->text().starts_with("./")
                    ? resolveRelative("package.json", target->text())
                    : std::nullopt;
    auto file = path ? findWrittenFile(files_, *path) : std::nullopt;
    auto language = file ? languageOf(*file) : std::nullopt;
    if (language && *language != ast::Language::Json && !llvm::StringRef(*file).contains(".d."))
      found.push_back(std::move(*file));
  }
  return found;
}

std::optional<std::string> EntryFinder::usual() {
  auto path = findByExtension(files_, "index", false);
  if (!path)
    reader_
        .report(reported::missingEntry, std::nullopt,
                "the manifest names no entry, and there is no `index.js`; name it by `main`")
        .isBuiltLater = true;
  return path;
}

} // namespace

std::optional<std::string> findEntry(const FileTree &files, const EntryFields &fields,
                                     FieldReader &reader) {
  EntryFinder finder(files, reader);
  if (!fields.given.empty())
    return fields.given;
  if (fields.exports && fields.exports->value.kind() != JsonKind::Null)
    return finder.fromExports(fields.exports->value, fields.bin ? &fields.bin->value : nullptr);
  if (fields.main && reader.expect(fields.main->value, "main", JsonKind::String))
    return finder.fromMain(fields.main->value);
  if (fields.bin && !findByExtension(files, "index", false))
    return finder.fromBin(fields.bin->value);
  return finder.usual();
}

std::vector<std::string> findOtherEntries(const FileTree &files) {
  const File *manifest = files.find("package.json");
  JsonFile::Error error;
  auto json = manifest ? JsonFile::parse(manifest->path, manifest->bytes, error) : std::nullopt;
  DiagnosticList ignored; // the entry's field is checked where it is read
  constexpr FieldReader::Rules rules = {reported::manifestFieldType, reported::unknownManifestField,
                                        reported::manifestTooLarge};
  FieldReader reader("package.json", rules, ignored);
  if (json)
    for (const JsonNode::Member &member : json->root().members())
      if (member.key == "exports")
        return EntryFinder(files, reader).fromSubpaths(member.value);
  return {};
}

} // namespace agentc
