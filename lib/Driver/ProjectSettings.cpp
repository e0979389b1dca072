#include "ProjectSettings.h"

#include "DriverRules.h"

#include "agentc/Analysis/Waive.h"
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

void shareOutside(FileTree &outside, const std::string &name, const std::string &path,
                  std::string text) {
  outside.share(name, std::make_shared<const File>(File{path, std::move(text)}));
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

llvm::Expected<Settings> readProjectSettings(DriverEnv &env, const std::optional<std::string> &file,
                                             const Bundle &bundle, FileTree &outside,
                                             DiagnosticList &diagnostics) {
  std::optional<FoundSettings> found;
  if (file)
    found = FoundSettings{*file, *file};
  else if (bundle.trust == Trust::Author)
    found = searchUpwards(env, bundle);
  if (!found)
    return defaultSettings();
  llvm::Expected<std::string> text = env.readFile(found->file);
  if (!text)
    return text.takeError();
  Catalog catalog = fullCatalog();
  const Waivable waivable(allRules());
  Settings settings =
      readSettings(found->name, *text, diagnostics, &catalog,
                   [&](const RuleInfo &rule) { return waivable.hasFixedSeverity(rule); });
  shareOutside(outside, found->name, found->file, std::move(*text));
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
