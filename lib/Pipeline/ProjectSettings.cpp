#include "agentc/Pipeline/ProjectSettings.h"
#include "agentc/Check/Waive.h"
#include "agentc/Pipeline/Catalog.h"
#include "agentc/Rules/Rules.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace agentc {

namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

struct FoundSettings {
  std::string name; ///< as diagnostics show it, from the bundle's folder
  std::string file;
};

/// A path as people below the working folder name it, and as tools that annotate files need it.
std::string fromWorkingFolder(llvm::StringRef file) {
  llvm::SmallString<256> here;
  if (fs::current_path(here))
    return file.str();
  llvm::StringRef shorter = file;
  return shorter.consume_front(here) && shorter.consume_front("/") ? shorter.str() : file.str();
}

std::optional<FoundSettings> searchUpwards(const DriverEnv &env, const Bundle &bundle) {
  std::optional<llvm::SmallString<256>> folder = folderOf(bundle);
  if (!folder)
    return std::nullopt;
  std::string name = "agentc.json";
  for (llvm::StringRef at = *folder; !at.empty(); at = path::parent_path(at)) {
    llvm::SmallString<256> candidate = at;
    path::append(candidate, "agentc.json");
    if (env.isFile(candidate))
      return FoundSettings{name, fromWorkingFolder(candidate)};
    name = "../" + name;
  }
  return std::nullopt;
}

constexpr size_t maxExtended = 32;

void shareOutside(FileTree &outside, const std::string &name, const std::string &path,
                  std::string text) {
  outside.share(name, std::make_shared<const File>(File{path, std::move(text)}));
}

/// Settings and those that they extend, each below the ones that name it.
class SettingsChain {
public:
  SettingsChain(DriverEnv &env, const Bundle &bundle, FileTree &outside,
                DiagnosticList &diagnostics)
      : env_(env), bundle_(bundle), outside_(outside), diagnostics_(diagnostics),
        catalog_(fullCatalog()), waivable_(allRules()) {}

  llvm::Error read(const FoundSettings &found, Settings &settings);

private:
  std::string extend(const FoundSettings &from, llvm::StringRef path, Settings &settings);
  std::string whyNot(llvm::StringRef from, llvm::StringRef file) const;
  std::string below(llvm::StringRef file) const;

  DriverEnv &env_;
  const Bundle &bundle_;
  FileTree &outside_;
  DiagnosticList &diagnostics_;
  Catalog catalog_;
  Waivable waivable_;
  std::vector<std::string> open_; ///< the files that are being read, the first one first
  size_t extended_ = 0;
};

std::string realPlace(llvm::StringRef file) {
  llvm::SmallString<256> place = file, real;
  if (!fs::real_path(file, real))
    return real.str().str();
  fs::make_absolute(place);
  path::remove_dots(place, /*remove_dot_dot=*/true);
  return place.str().str();
}

/// Returns the bundle's path below the settings' folder, with a slash at its end; empty if the
/// bundle is not below that folder.
std::string SettingsChain::below(llvm::StringRef file) const {
  const std::string place = realPlace(file);
  const std::string folder = path::parent_path(place).str();
  const std::optional<llvm::SmallString<256>> own = folderOf(bundle_);
  const std::string bundle = own ? realPlace(*own) : "";
  if (bundle.size() <= folder.size() || !isBelow(bundle, folder))
    return "";
  return llvm::StringRef(bundle).drop_front(folder.size()).ltrim('/').str() + "/";
}

/// Returns the reason why settings must not extend a file; empty if they may. The settings for
/// a stranger's bundle come only from the project of whoever checks it.
std::string SettingsChain::whyNot(llvm::StringRef from, llvm::StringRef file) const {
  const std::string real = realPlace(file);
  if (llvm::is_contained(open_, real))
    return "it extends these settings itself";
  if (extended_ >= maxExtended)
    return "settings extend at most " + std::to_string(maxExtended) + " files";
  if (bundle_.trust == Trust::Author)
    return "";
  const std::string first = realPlace(from), folder = path::parent_path(first).str();
  const std::string repository = repositoryAround(folder);
  if (!isBelow(real, repository))
    return "in registry trust settings extend files of their own project only";
  const std::optional<llvm::SmallString<256>> own = folderOf(bundle_);
  if (bundle_.form == BundleForm::Folder && own && isBelow(real, realPlace(*own)))
    return "in registry trust nothing of the bundle says how it is checked";
  return "";
}

std::string SettingsChain::extend(const FoundSettings &from, llvm::StringRef relative,
                                  Settings &settings) {
  if (relative.empty() || path::is_absolute(relative) || relative.contains("://"))
    return "it is not a path from the settings' own folder";
  llvm::SmallString<256> file = path::parent_path(from.file), name = path::parent_path(from.name);
  path::append(file, relative);
  path::append(name, relative);
  path::remove_dots(name, /*remove_dot_dot=*/true);
  if (std::string why = whyNot(from.file, file); !why.empty())
    return why;
  if (!env_.isFile(file))
    return "there is no such file";
  ++extended_;
  const std::string ownFile = settings.file, waivers = settings.waivers;
  settings.waivers.clear();
  llvm::Error error = read({name.str().str(), fromWorkingFolder(file)}, settings);
  settings.file = ownFile;
  // Paths in the extended file are relative to that file's own folder.
  if (settings.waivers.empty())
    settings.waivers = waivers;
  else if (!path::is_absolute(settings.waivers)) {
    llvm::SmallString<256> there = path::parent_path(relative);
    path::append(there, settings.waivers);
    settings.waivers = there.str().str();
  }
  return error ? llvm::toString(std::move(error)) : "";
}

llvm::Error SettingsChain::read(const FoundSettings &found, Settings &settings) {
  llvm::Expected<std::string> text = env_.readFile(found.file);
  if (!text)
    return text.takeError();
  open_.push_back(realPlace(found.file));
  readSettings(
      found.name, *text,
      {.catalog = &catalog_,
       .isFixed = [&](const RuleInfo &rule) { return waivable_.hasFixedSeverity(rule); },
       .extend = [&](llvm::StringRef path, Settings &base) { return extend(found, path, base); },
       .below = below(found.file)},
      settings, diagnostics_);
  open_.pop_back();
  shareOutside(outside_, found.name, found.file, std::move(*text));
  return llvm::Error::success();
}

} // namespace

std::optional<llvm::SmallString<256>> folderOf(const Bundle &bundle) {
  llvm::SmallString<256> folder(bundle.path == "-" ? "." : llvm::StringRef(bundle.path));
  if (fs::make_absolute(folder))
    return std::nullopt;
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  if (bundle.form != BundleForm::Folder && bundle.path != "-")
    path::remove_filename(folder);
  return folder;
}

bool isBelow(llvm::StringRef path, llvm::StringRef folder) {
  return folder.empty() || folder == "/" ||
         (path.consume_front(folder) && (path.empty() || path.starts_with("/")));
}

std::string repositoryAround(llvm::StringRef real) {
  for (llvm::StringRef at = real; !at.empty(); at = path::parent_path(at))
    if (fs::exists(at + "/.git"))
      return at.str();
  return real.str();
}

llvm::Expected<Settings> readProjectSettings(DriverEnv &env, const std::optional<std::string> &file,
                                             const Bundle &bundle, FileTree &outside,
                                             DiagnosticList &diagnostics) {
  std::optional<FoundSettings> found;
  if (file)
    found = FoundSettings{*file, *file};
  else if (bundle.trust == Trust::Author)
    found = searchUpwards(env, bundle);
  Settings settings = defaultSettings();
  if (found)
    if (llvm::Error error = SettingsChain(env, bundle, outside, diagnostics).read(*found, settings))
      return error;
  return settings;
}

std::optional<WaiverPlace> placeOfWaivers(const std::optional<std::string> &file,
                                          const Bundle &bundle, const Settings &settings,
                                          const FileTree &outside) {
  if (file)
    return WaiverPlace{*file, *file};
  const File *settingsFile = outside.find(settings.file);
  llvm::SmallString<256> beside;
  if (settingsFile)
    beside = path::parent_path(settingsFile->path);
  else if (auto folder = folderOf(bundle))
    beside = *folder;
  std::string name = settings.waivers;
  if (name.empty()) {
    if (bundle.trust == Trust::Registry)
      return std::nullopt;
    name = usualWaiverFile.str();
  }
  if (path::is_absolute(name))
    return WaiverPlace{name, name};
  path::append(beside, name);
  return WaiverPlace{name, fromWorkingFolder(beside)};
}

llvm::Expected<Waivers> readProjectWaivers(DriverEnv &env, const std::optional<std::string> &file,
                                           const Bundle &bundle, const Settings &settings,
                                           FileTree &outside, DiagnosticList &diagnostics) {
  std::optional<WaiverPlace> place = placeOfWaivers(file, bundle, settings, outside);
  if (!place || (!file && !env.isFile(place->path)))
    return Waivers();
  llvm::Expected<std::string> text = env.readFile(place->path);
  if (!text)
    return text.takeError();
  Waivers waivers = readWaivers(place->name, *text, fullCatalog(), diagnostics);
  shareOutside(outside, place->name, place->path, std::move(*text));
  return waivers;
}

} // namespace agentc
