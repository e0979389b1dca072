#include "agentc/Lint/Units.h"
#include "agentc/Pipeline/OuterIgnoreFiles.h"
#include "agentc/Pipeline/ProjectSettings.h"

#include "llvm/Support/Path.h"

#include <map>

namespace agentc {

namespace path = llvm::sys::path;

namespace {

/// Beyond a bundle's limit, for the many files of a repository.
constexpr uint64_t maxTreeEntries = 200000;

llvm::StringRef folderOfFile(llvm::StringRef file) {
  return file.contains('/') ? file.rsplit('/').first : llvm::StringRef();
}

/// The units of one tree of files.
class UnitSplitter {
public:
  explicit UnitSplitter(LintUnit whole) : whole_(std::move(whole)) {}

  std::vector<LintUnit> split();

private:
  void findRoots();
  bool isSelected(llvm::StringRef file) const;
  llvm::StringRef rootOf(llvm::StringRef file) const;
  std::optional<LintUnit> makeUnit(const std::string &root, bool isAgent) const;

  LintUnit whole_;
  std::map<std::string, bool, std::less<>> roots_; ///< folders, and whether they are agents
  bool hasOwnSources_ = false; ///< whether there is a source outside of the agents
};

/// Returns true if a file is a source that is checked.
bool UnitSplitter::isSelected(llvm::StringRef file) const {
  auto language = languageOf(file);
  return language && *language != ast::Language::Json &&
         !(whole_.bundle->leavesTestsOut && isTestPath(file));
}

/// The agents in the tree, and the tree itself. Packages that are not agents import each other, so
/// that they are checked together.
void UnitSplitter::findRoots() {
  roots_[""] = false;
  for (const auto &[file, bytes] : whole_.bundle->files.files())
    if (path::filename(file) == "package.json" &&
        !llvm::StringRef("/" + file).contains("/node_modules/") &&
        !(whole_.bundle->leavesTestsOut && isTestPath(file)) && hasAgentSettings(bytes->bytes))
      roots_[folderOfFile(file).str()] = true;
}

/// The folder of the unit that a file belongs to: the nearest.
llvm::StringRef UnitSplitter::rootOf(llvm::StringRef file) const {
  llvm::StringRef folder = folderOfFile(file);
  while (!roots_.count(std::string_view(folder)))
    folder = folderOfFile(folder);
  return folder;
}

/// The unit of a folder without its files, or std::nullopt if its findings were not asked for.
std::optional<LintUnit> UnitSplitter::makeUnit(const std::string &root, bool isAgent) const {
  LintUnit unit;
  unit.path = shownBelow(whole_.path, root);
  unit.real = shownBelow(whole_.real, root);
  unit.isAgent = isAgent;
  unit.held = whole_.held;
  unit.hasSources = isAgent || roots_.size() == 1 || hasOwnSources_;
  bool isWhole = whole_.only.empty();
  for (llvm::StringRef named : whole_.only) {
    isWhole |= isBelow(root, named);
    if (rootOf(named) == root && !roots_.count(std::string_view(named)))
      unit.only.push_back(named.drop_front(root.empty() ? 0 : root.size() + 1).str());
  }
  const bool isAsked = isWhole || !unit.only.empty();
  if (!isAsked)
    return std::nullopt;
  if (isWhole)
    unit.only.clear();
  // what is named is checked, whether anything loads it or not
  unit.isOneSet = isAgent && isWhole && whole_.bundle->form == BundleForm::Folder;
  Bundle &bundle = unit.bundle.emplace();
  bundle.path = unit.path;
  bundle.form = whole_.bundle->form;
  bundle.trust = whole_.bundle->trust;
  bundle.isSourceTree = whole_.bundle->isSourceTree;
  // Files that are named explicitly are checked whatever they are called.
  bundle.leavesTestsOut = whole_.bundle->leavesTestsOut && llvm::none_of(unit.only, isTestPath);
  return unit;
}

std::vector<LintUnit> UnitSplitter::split() {
  findRoots();
  hasOwnSources_ = llvm::any_of(whole_.bundle->files.files(), [&](const auto &entry) {
    return isSelected(entry.first) && rootOf(entry.first).empty();
  });
  std::map<std::string, LintUnit, std::less<>> units;
  for (const auto &[root, isAgent] : roots_)
    if (std::optional<LintUnit> unit = makeUnit(root, isAgent))
      units.emplace(root, std::move(*unit));
  const auto cut = [](llvm::StringRef root, const std::string &file) {
    return file.substr(root.empty() ? 0 : std::min(root.size() + 1, file.size()));
  };
  for (const auto &[file, bytes] : whole_.bundle->files.files()) {
    llvm::StringRef root = rootOf(file);
    auto unit = units.find(std::string_view(root));
    if (unit == units.end())
      continue;
    if (root.empty())
      unit->second.bundle->files.share(file, bytes);
    else
      unit->second.bundle->files.add(cut(root, file), bytes->bytes);
  }
  for (const Diagnostic &found : whole_.reading.all()) {
    llvm::StringRef root = rootOf(found.file);
    if (auto unit = units.find(std::string_view(root)); unit != units.end()) {
      unit->second.reading.mutableAll().push_back(found);
      unit->second.reading.mutableAll().back().file = cut(root, found.file);
    }
  }
  std::vector<LintUnit> result;
  for (auto &[root, unit] : units)
    if (unit.hasSources || !unit.reading.all().empty())
      result.push_back(std::move(unit));
  return result;
}

llvm::StringRef belowOf(llvm::StringRef path, llvm::StringRef folder) {
  return path.drop_front(folder.size()).ltrim('/');
}

/// Returns true if the tree has the file, or any file of the folder, at a path.
bool holds(const FileTree &tree, llvm::StringRef path) {
  auto first = tree.files().lower_bound(std::string_view(path));
  if (path.empty() || (first != tree.files().end() && path == first->first))
    return true;
  first = tree.files().lower_bound((path + "/").str());
  return first != tree.files().end() && isBelow(first->first, path);
}

class UnitReader {
public:
  UnitReader(DriverEnv &env, const LintReading &reading) : env_(env), reading_(reading) {}

  llvm::Error read(const LintTarget &target);
  llvm::Error readTyped(const TypedSource &typed);
  llvm::Error readSources(llvm::ArrayRef<LintTarget> sources);
  std::vector<LintUnit> take();

private:
  BundleRequest requestFor(const LintTarget &target) const;
  llvm::Expected<LintUnit> open(const LintTarget &target, BundleRequest request);
  bool isReadAlready(llvm::StringRef real) const;

  DriverEnv &env_;
  const LintReading &reading_;
  /// Folders that were read to the end, by where they are.
  std::vector<std::pair<std::string, FileTree>> wholes_;
  std::vector<LintUnit> units_;
};

BundleRequest UnitReader::requestFor(const LintTarget &target) const {
  BundleRequest request;
  request.path = target.path;
  request.trust = reading_.options.trust;
  request.limits = reading_.options.limits;
  const bool isArchive = !target.isFolder && !languageOf(target.path);
  if (isArchive)
    return request;
  if (!reading_.hasEntryLimit)
    request.limits.entries = maxTreeEntries;
  request.sourceTree.emplace();
  request.sourceTree->tests = reading_.tests;
  request.sourceTree->ignored = reading_.ignored;
  if (target.isFolder)
    request.sourceTree->ignoreFiles = findOuterIgnoreFiles(env_, target.path);
  return request;
}

llvm::Expected<LintUnit> UnitReader::open(const LintTarget &target, BundleRequest request) {
  LintUnit whole;
  whole.path = target.path;
  whole.real = target.real;
  llvm::Expected<std::optional<Bundle>> bundle = openBundle(request, whole.reading);
  if (!bundle)
    return bundle.takeError();
  whole.bundle = std::move(*bundle);
  whole.held = reading_.held;
  if (whole.held && whole.bundle)
    whole.bundle->files =
        withHeld(whole.bundle->files,
                 target.isFolder ? llvm::StringRef(target.real) : path::parent_path(target.real),
                 *whole.held);
  return whole;
}

bool UnitReader::isReadAlready(llvm::StringRef real) const {
  return llvm::any_of(wholes_, [&](const auto &whole) {
    return isBelow(real, whole.first) && holds(whole.second, belowOf(real, whole.first));
  });
}

llvm::Error UnitReader::read(const LintTarget &target) {
  if (isReadAlready(target.real))
    return llvm::Error::success();
  llvm::Expected<LintUnit> whole = open(target, requestFor(target));
  if (!whole)
    return whole.takeError();
  if (!target.isFolder || !whole->bundle) {
    units_.push_back(std::move(*whole));
    return llvm::Error::success();
  }
  std::vector<LintTarget> leftOut;
  for (const std::string &named : target.only)
    if (holds(whole->bundle->files, named))
      whole->only.push_back(named);
    else
      leftOut.push_back(ownTarget(shownBelow(target.path, named)));
  if (target.only.empty())
    wholes_.push_back({target.real, whole->bundle->files});
  if (target.only.empty() || !whole->only.empty())
    llvm::append_range(units_, UnitSplitter(std::move(*whole)).split());
  for (const LintTarget &named : leftOut)
    if (llvm::Error error = named.isFolder ? read(named) : readSources(named))
      return error;
  return llvm::Error::success();
}

llvm::Error UnitReader::readSources(llvm::ArrayRef<LintTarget> sources) {
  std::vector<const LintTarget *> unread;
  for (const LintTarget &source : sources)
    if (!isReadAlready(source.real))
      unread.push_back(&source);
  if (unread.empty())
    return llvm::Error::success();
  BundleRequest request = requestFor(*unread.front());
  for (const LintTarget *source : llvm::drop_begin(unread))
    request.otherSources.push_back(source->path);
  llvm::Expected<LintUnit> unit = open(*unread.front(), std::move(request));
  if (!unit)
    return unit.takeError();
  if (unit->bundle) {
    unit->path = unit->bundle->path;
    unit->real = ownTarget(unit->path).real;
    // Files that are named explicitly are checked whatever they are called.
    unit->bundle->leavesTestsOut = false;
  }
  units_.push_back(std::move(*unit));
  return llvm::Error::success();
}

/// Reads a source that lies in no folder yet and has no neighbours.
llvm::Error UnitReader::readTyped(const TypedSource &typed) {
  BundleRequest request = requestFor({typed.name, typed.name, /*isFolder=*/false, {}});
  request.path = "-";
  request.standardInput = typed.text;
  request.standardInputName = typed.name;
  request.sourceTree.emplace();
  llvm::Expected<LintUnit> unit = open({"-", ownTarget(".").real, false, {}}, std::move(request));
  if (!unit)
    return unit.takeError();
  units_.push_back(std::move(*unit));
  return llvm::Error::success();
}

std::vector<LintUnit> UnitReader::take() {
  llvm::stable_sort(units_, [](const LintUnit &a, const LintUnit &b) { return a.path < b.path; });
  return std::move(units_);
}

} // namespace

llvm::Expected<std::vector<LintUnit>> readLintUnits(DriverEnv &env, const LintReading &reading,
                                                    LintTargets targets) {
  UnitReader reader(env, reading);
  for (const LintTarget &target : targets.targets)
    if (llvm::Error error = reader.read(target))
      return error;
  if (llvm::Error error = reader.readSources(targets.sources))
    return error;
  return reader.take();
}

FileTree withHeld(const FileTree &files, llvm::StringRef realFolder, const HeldTexts &held) {
  FileTree result;
  for (const auto &[path, text] : held)
    if (isBelow(path, realFolder))
      if (const std::string name = belowOf(path, realFolder).str(); files.find(name))
        result.add(name, text);
  if (result.empty())
    return files;
  for (const auto &[name, file] : files.files())
    result.share(name, file);
  return result;
}

llvm::Error putTyped(DriverEnv &env, const LintReading &reading, const TypedSource &typed,
                     std::vector<LintUnit> &units) {
  const std::string real = ownTarget(typed.name).real;
  for (LintUnit &unit : units) {
    if (!unit.bundle)
      continue;
    const bool isFolder = unit.bundle->form == BundleForm::Folder;
    llvm::StringRef folder = isFolder ? llvm::StringRef(unit.real) : path::parent_path(unit.real);
    if (!isBelow(real, folder))
      continue;
    const std::string name = belowOf(real, folder).str();
    if (!unit.bundle->files.find(name))
      continue;
    unit.bundle->files = withHeld(unit.bundle->files, folder, {{real, typed.text}});
    if (isFolder)
      unit.only = {name};
    unit.isOneSet = false;
    return llvm::Error::success();
  }
  UnitReader reader(env, reading);
  if (llvm::Error error = reader.readTyped(typed))
    return error;
  units = reader.take();
  return llvm::Error::success();
}

} // namespace agentc
