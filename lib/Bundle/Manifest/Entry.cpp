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
  EntryFinder(const FileTree &files, FieldReader &reader, const EntryFields &fields)
      : files_(files), reader_(reader), fields_(fields) {}

  std::optional<std::string> fromExports(const JsonNode &exports, const JsonNode *bin);
  std::optional<std::string> fromMain(const JsonNode &main, const JsonNode *bin);
  std::optional<std::string> fromBin(const JsonNode &bin);
  /// As `fromBin`, and a program that is not there is not told.
  std::optional<std::string> presentProgram(const JsonNode &bin);
  std::optional<std::string> usual();
  std::vector<std::string> fromSubpaths(const JsonNode &exports);

private:
  std::optional<JsonNode> pickTarget(const JsonNode &value, unsigned depth);
  std::optional<std::string> sourceOf(llvm::StringRef built);
  std::optional<std::string> findMain(llvm::StringRef path);
  std::optional<std::string> checkSource(std::optional<std::string> path, llvm::StringRef field,
                                         const JsonNode &target, llvm::StringRef built);
  std::optional<std::string> normalize(llvm::StringRef field, const JsonNode &target);
  void tellUnbuilt(llvm::StringRef field, const JsonNode &target, llvm::StringRef source);

  const FileTree &files_;
  FieldReader &reader_;
  const EntryFields &fields_;
};

bool isSource(llvm::StringRef path) {
  auto language = languageOf(path);
  return language && *language != ast::Language::Json && !path.contains(".d.");
}

/// A word of a command as a path from the bundle's top: what `--outfile=` gives, too.
std::optional<std::string> pathIn(llvm::StringRef word) {
  if (word.starts_with("-"))
    word = word.split('=').second;
  return word.empty() ? std::nullopt : resolveRelative("package.json", word.trim("'\""));
}

/// The source that a command of a script makes a file of, as `esbuild src/a.ts --outfile=dist/a.js`
/// says.
std::optional<std::string> sourceInScript(const FileTree &files, llvm::StringRef script,
                                          llvm::StringRef built) {
  llvm::SmallVector<llvm::StringRef, 8> commands, words;
  llvm::SplitString(script, commands, "&|;\n");
  for (llvm::StringRef command : commands) {
    words.clear();
    llvm::SplitString(command, words);
    if (llvm::none_of(words,
                      [](llvm::StringRef word) {
                        return llvm::is_contained(
                            {"esbuild", "bun", "ncc", "rollup", "swc", "babel"}, word);
                      }) ||
        llvm::none_of(words, [&](llvm::StringRef word) { return pathIn(word) == built; }))
      continue;
    for (llvm::StringRef word : words)
      if (std::optional<std::string> path = pathIn(word); path && *path != built && isSource(*path))
        if (std::optional<std::string> file = findWrittenFile(files, *path))
          return file;
  }
  return std::nullopt;
}

/// Finds the source that a missing file would be made from.
std::optional<std::string> EntryFinder::sourceOf(llvm::StringRef built) {
  if (fields_.scripts && fields_.scripts->value.kind() == JsonKind::Object)
    for (const JsonNode::Member &script : fields_.scripts->value.members())
      if (script.value.kind() == JsonKind::String)
        if (auto source = sourceInScript(files_, script.value.text(), built))
          return source;
  return findUnbuiltSource(files_, "", built);
}

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

void EntryFinder::tellUnbuilt(llvm::StringRef field, const JsonNode &target,
                              llvm::StringRef source) {
  reader_.report(reported::entryNotBuilt, target.range(),
                 "`" + field + "` names `" + target.text() + "`, which is not built; its source `" +
                     source + "` is read");
}

std::optional<std::string> EntryFinder::checkSource(std::optional<std::string> path,
                                                    llvm::StringRef field, const JsonNode &target,
                                                    llvm::StringRef built) {
  if (!path && (path = sourceOf(built)))
    tellUnbuilt(field, target, *path);
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

std::optional<std::string> EntryFinder::findMain(llvm::StringRef path) {
  if (path.empty())
    return findByExtension(files_, "index", false);
  if (auto file = findWrittenFile(files_, path))
    return file;
  if (auto file = findByExtension(files_, path, false))
    return file;
  return findByExtension(files_, (path + "/index").str(), false);
}

/// `npm init` writes a `main` that may never be there; `bin` is then what the package is.
std::optional<std::string> EntryFinder::fromMain(const JsonNode &main, const JsonNode *bin) {
  auto path = normalize("main", main);
  if (!path)
    return std::nullopt;
  std::optional<std::string> file = findMain(*path);
  if (!file && bin && !sourceOf(*path))
    if (auto program = presentProgram(*bin)) {
      reader_.report(reported::entryNotBuilt, main.range(),
                     "`main` names `" + main.text() + "`, which is not there; `" + *program +
                         "`, which `bin` starts, is the entry");
      return program;
    }
  return checkSource(std::move(file), "main", main, *path);
}

/// Of several programs, the one that `npx` runs: it is called as the package without its scope,
/// else the first. A package that is a program, as MCP servers are, names it nowhere else.
std::optional<JsonNode> mainProgram(const JsonNode &bin, const EntryFields &fields) {
  const bool isNamed = fields.name && fields.name->value.kind() == JsonKind::String;
  const llvm::StringRef package = isNamed ? fields.name->value.text() : "";
  std::optional<JsonNode> target = bin;
  if (bin.kind() == JsonKind::Object) {
    const std::vector<JsonNode::Member> programs = bin.members();
    target = programs.empty() ? std::nullopt : std::optional(programs.front().value);
    for (const JsonNode::Member &program : programs)
      if (program.key == package.substr(package.rfind('/') + 1))
        target = program.value;
  }
  return target && target->kind() == JsonKind::String ? target : std::nullopt;
}

std::optional<std::string> EntryFinder::fromBin(const JsonNode &bin) {
  std::optional<JsonNode> target = mainProgram(bin, fields_);
  auto path = target ? normalize("bin", *target) : std::nullopt;
  if (!path)
    return std::nullopt;
  return checkSource(findWrittenFile(files_, *path), "bin", *target, *path);
}

std::optional<std::string> EntryFinder::presentProgram(const JsonNode &bin) {
  std::optional<JsonNode> target = mainProgram(bin, fields_);
  auto path = target ? resolveRelative("package.json", target->text()) : std::nullopt;
  if (!path)
    return std::nullopt;
  auto file = findWrittenFile(files_, *path);
  const bool isBuilt = file.has_value();
  if (!isBuilt)
    file = sourceOf(*path);
  if (!file || !isSource(*file))
    return std::nullopt;
  if (!isBuilt)
    tellUnbuilt("bin", *target, *file);
  return file;
}

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
    if (file && isSource(*file))
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

std::optional<std::string> chooseEntry(const FileTree &files, const EntryFields &fields,
                                       FieldReader &reader) {
  EntryFinder finder(files, reader, fields);
  const JsonNode *bin = fields.bin ? &fields.bin->value : nullptr;
  if (!fields.given.empty())
    return fields.given;
  if (fields.exports && fields.exports->value.kind() != JsonKind::Null)
    return finder.fromExports(fields.exports->value, bin);
  if (fields.main && reader.expect(fields.main->value, "main", JsonKind::String))
    return finder.fromMain(fields.main->value, bin);
  if (bin && !findByExtension(files, "index", false))
    return finder.fromBin(*bin);
  return finder.usual();
}

} // namespace

std::optional<std::string> findEntry(const FileTree &files, const EntryFields &fields,
                                     FieldReader &reader) {
  std::optional<std::string> entry = chooseEntry(files, fields, reader);
  const File *file = entry ? files.find(*entry) : nullptr;
  llvm::StringRef text = file ? llvm::StringRef(file->bytes) : "";
  text.consume_front("\xEF\xBB\xBF");
  if (file && text.trim().empty())
    reader.report(reported::emptyEntry, std::nullopt, "the entry `" + *entry + "` is empty");
  return entry;
}

void EntryFields::take(const JsonNode::Member &member) {
  if (member.key == "name")
    name = member;
  else if (member.key == "exports")
    exports = member;
  else if (member.key == "main")
    main = member;
  else if (member.key == "bin")
    bin = member;
  else if (member.key == "scripts")
    scripts = member;
}

std::optional<std::string> findProgramBeside(const FileTree &files, const EntryFields &fields,
                                             const std::optional<std::string> &entry,
                                             FieldReader &reader) {
  auto program = entry && fields.bin
                     ? EntryFinder(files, reader, fields).presentProgram(fields.bin->value)
                     : std::nullopt;
  return program == entry ? std::nullopt : program;
}

std::vector<std::string> findOtherEntries(const FileTree &files, const EntryFields &fields,
                                          FieldReader &reader) {
  return fields.exports ? EntryFinder(files, reader, fields).fromSubpaths(fields.exports->value)
                        : std::vector<std::string>();
}

} // namespace agentc
