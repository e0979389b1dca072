#include "Round.h"

#include "Findings.h"
#include "Tools.h"
#include "Uri.h"

#include "agentc/Lint/Run.h"
#include "agentc/Pipeline/CompiledAccess.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc::lsp {

namespace {

/// Sources that are read together with one that is typed, and their bytes.
constexpr size_t maxNeighbours = 40, maxNeighbourBytes = 256 << 10;

/// The parts of a compilation that are kept.
struct Kept {
  FileTree files;
  TextParts texts;
  Json config;
  Json imports = Json::object();
};

/// The sources of a unit, and the files that each imports.
Json importsOf(const Program &program) {
  Json imports = Json::object();
  for (const auto &module : program.modules()) {
    std::set<std::string> names;
    for (const auto &import : module->imports)
      if (import->resolution.module)
        names.insert(import->resolution.module->path().str());
    if (!module->wrapper)
      imports[module->path().str()] = names;
  }
  return imports;
}

/// The world's own files in the place of those on disk, settings and waivers included.
DriverEnv holding(const DriverEnv &env, const HeldTexts &held) {
  DriverEnv result = env;
  result.readFile = [&env, &held](llvm::StringRef path) -> llvm::Expected<std::string> {
    auto text = held.find(realPathOf(path));
    return text == held.end() ? env.readFile(path) : llvm::Expected<std::string>(text->second);
  };
  result.status = nullptr;
  return result;
}

/// True if a unit has to be checked again: one that the deepest folder of a change is, or a new
/// one.
std::set<std::string> changedUnits(llvm::ArrayRef<LintUnit> units, const Changes &changes,
                                   const std::set<std::string> &known) {
  std::set<std::string> changed;
  for (const LintUnit &unit : units)
    if (changes.isAll || !known.count(unit.real))
      changed.insert(unit.real);
  for (const std::string &path : changes.paths) {
    const LintUnit *deepest = nullptr;
    for (const LintUnit &unit : units)
      if (isBelow(path, unit.real) && (!deepest || unit.real.size() > deepest->real.size()))
        deepest = &unit;
    if (deepest)
      changed.insert(deepest->real);
  }
  return changed;
}

/// Access without the calls that lead to it, which are most of it and nobody asks for here.
ToolAccess withoutPaths(const ToolAccess &access) {
  ToolAccess result{access.id, access.agent, {}};
  for (const AccessItem &item : access.items) {
    result.items.push_back({item.kind, item.name, {}});
    if (!item.via.empty())
      result.items.back().via.push_back(item.via.back());
  }
  return result;
}

AccessMap withoutPaths(const AccessMap &map) {
  AccessMap result;
  for (const ToolAccess &entry : map.entries)
    result.entries.push_back(withoutPaths(entry));
  result.topLevel = withoutPaths(map.topLevel);
  return result;
}

class RoundWriter {
public:
  /// Of a part of a unit nothing is said about imports of what is not in it.
  RoundWriter(DriverEnv &env, const World &world, bool isPart)
      : env_(env), world_(world), isPart_(isPart) {}

  llvm::Error check(const LintUnit &unit, Json &json);

private:
  DriverEnv &env_;
  const World &world_;
  bool isPart_;
};

llvm::Error RoundWriter::check(const LintUnit &unit, Json &json) {
  Kept kept;
  LintCheck how{world_.options.reading, nullptr, std::nullopt};
  how.onCompiled = [&](const LintUnit &, Compilation &c) {
    if (!c.bundle)
      return;
    kept.files = c.bundle->files;
    if (!c.uses)
      return;
    kept.texts = textParts(*c.forest);
    kept.config =
        configToJson(*c.config, withoutPaths(accessOf(c)), c.bundle->files, /*plain=*/false);
    maskSecrets(kept.config, c.secrets);
    kept.imports = importsOf(*c.program);
  };
  llvm::Expected<BundleResult> result = lintUnit(env_, how, unit);
  if (!result)
    return result.takeError();
  if (isPart_)
    llvm::erase_if(result->diagnostics.mutableAll(),
                   [](const Diagnostic &finding) { return !finding.missingFile.empty(); });
  const bool isFolder = llvm::sys::fs::is_directory(unit.real);
  const FileTree &read = kept.files.empty() && unit.bundle ? unit.bundle->files : kept.files;
  UnitPlaces places(world_, isFolder ? unit.real : llvm::sys::path::parent_path(unit.real).str(),
                    read.empty() ? result->files : read, result->outside);
  json["isAgent"] = unit.isAgent;
  json["imports"] = std::move(kept.imports);
  Json &files = json["files"] = Json::object();
  addFindings(*result, kept.texts, places, files);
  if (kept.config.is_object())
    addTools(kept.config, places, files);
  return llvm::Error::success();
}

llvm::Expected<std::vector<LintUnit>> readUnits(DriverEnv &env, const World &world,
                                                const HeldTexts &held) {
  llvm::Expected<LintTargets> targets = findLintTargets(world.roots());
  if (!targets)
    return targets.takeError();
  LintReading reading{world.options.reading};
  reading.held = &held;
  return readLintUnits(env, reading, std::move(*targets));
}

} // namespace

Json checkWorld(DriverEnv &env, const World &world, const Changes &changes,
                const std::set<std::string> &known) {
  Json result = {{"units", Json::array()}, {"failures", Json::array()}};
  const HeldTexts held = world.documents.held();
  DriverEnv inside = holding(env, held);
  const std::vector<std::string> roots = world.roots();
  // Messages name files as they would be named in the first folder.
  if (!roots.empty() && llvm::sys::fs::is_directory(roots.front()))
    llvm::sys::fs::set_current_path(roots.front());
  llvm::Expected<std::vector<LintUnit>> units = readUnits(inside, world, held);
  if (!units) {
    result["failures"].push_back(llvm::toString(units.takeError()));
    return result;
  }
  const std::set<std::string> changed = changedUnits(*units, changes, known);
  RoundWriter writer(inside, world, /*isPart=*/false);
  for (const LintUnit &unit : *units) {
    Json json = {{"root", unit.real}};
    if (changed.count(unit.real))
      if (llvm::Error error = writer.check(unit, json))
        result["failures"].push_back(llvm::toString(std::move(error)));
    result["units"].push_back(std::move(json));
  }
  return result;
}

/// A source, what it imports, and what that imports, nearest first.
static std::vector<std::string> neighboursOf(const Json &imports, const std::string &name) {
  std::vector<std::string> found = {name};
  std::set<std::string> seen = {name};
  for (size_t i = 0; i < found.size() && found.size() < maxNeighbours; ++i)
    if (const Json *names = member(imports, found[i].c_str()))
      for (const Json &next : *names)
        if (found.size() < maxNeighbours && seen.insert(next.get<std::string>()).second)
          found.push_back(next.get<std::string>());
  return found;
}

/// The manifests and compilers' settings by which a file of a unit is read.
static std::vector<std::string> settingsAround(llvm::StringRef name) {
  std::vector<std::string> found;
  for (llvm::StringRef folder = name; !folder.empty();) {
    folder = llvm::sys::path::parent_path(folder);
    for (const char *file : {"package.json", "tsconfig.json", "jsconfig.json"})
      found.push_back(folder.str() + (folder.empty() ? "" : "/") + file);
  }
  return found;
}

Json checkNeighbours(DriverEnv &env, const World &world, const Json &unit,
                     const std::string &path) {
  const HeldTexts held = world.documents.held();
  DriverEnv inside = holding(env, held);
  LintUnit part;
  part.path = part.real = unit["root"].get<std::string>();
  part.isAgent = unit["isAgent"].get<bool>();
  const std::string name = path.substr(part.real == "/" ? 1 : part.real.size() + 1);
  part.only = {name};
  Bundle &bundle = part.bundle.emplace();
  bundle.path = part.path;
  bundle.isSourceTree = true;
  size_t bytes = 0;
  auto add = [&](const std::string &each) {
    llvm::Expected<std::string> text = inside.readFile(shownBelow(part.real, each));
    if (!text)
      return llvm::consumeError(text.takeError());
    bytes += text->size();
    if (each == name || bytes <= maxNeighbourBytes)
      bundle.files.add(each, std::move(*text));
  };
  for (const std::string &each : settingsAround(name))
    add(each);
  for (const std::string &each : neighboursOf(unit["imports"], name))
    add(each);
  Json json = {{"files", Json::object()}};
  RoundWriter writer(inside, world, /*isPart=*/true);
  if (llvm::Error error = writer.check(part, json))
    llvm::consumeError(std::move(error));
  const Json *answers = member(json["files"], path.c_str());
  return answers ? *answers : Json::object();
}

} // namespace agentc::lsp
