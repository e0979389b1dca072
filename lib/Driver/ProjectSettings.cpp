#include "ProjectSettings.h"

#include "DriverRules.h"

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

std::optional<FoundSettings> searchUpwards(const Bundle &bundle) {
  llvm::SmallString<256> folder(bundle.path == "-" ? "." : llvm::StringRef(bundle.path));
  if (fs::make_absolute(folder))
    return std::nullopt;
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  if (bundle.form != BundleForm::Folder && bundle.path != "-")
    path::remove_filename(folder);
  std::string name = "agentc.json";
  for (llvm::StringRef at = folder; !at.empty(); at = path::parent_path(at)) {
    llvm::SmallString<256> candidate = at;
    path::append(candidate, "agentc.json");
    if (fs::is_regular_file(candidate))
      return FoundSettings{name, candidate.str().str()};
    name = "../" + name;
  }
  return std::nullopt;
}

} // namespace

llvm::Expected<Settings> readProjectSettings(DriverEnv &env, const std::optional<std::string> &file,
                                             const Bundle &bundle, DiagnosticList &diagnostics) {
  std::optional<FoundSettings> found;
  if (file)
    found = FoundSettings{*file, *file};
  else if (bundle.trust == Trust::Author)
    found = searchUpwards(bundle);
  if (!found)
    return defaultSettings();
  llvm::Expected<std::string> text = env.readFile(found->file);
  if (!text)
    return text.takeError();
  Catalog catalog = fullCatalog();
  return readSettings(found->name, *text, diagnostics, &catalog);
}

} // namespace agentc
