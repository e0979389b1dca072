#include "agentc/Check/DependencyFindings.h"

#include "agentc/Check/Rule.h"
#include "agentc/Support/Json.h"

#include <map>
#include <nlohmann/json.hpp>

namespace agentc {

namespace {

constexpr llvm::StringLiteral modules = "node_modules/";
constexpr size_t maxPlaces = 5;
constexpr size_t maxManifestBytes = 1 << 20;

/// `` `pino` 9.2.0 ``, by the package's own words.
std::string describePackage(const FileTree &files, llvm::StringRef folder) {
  std::string name = folder.drop_front(folder.rfind(modules) + modules.size()).str(), version;
  const File *file = files.find((folder + "/package.json").str());
  std::optional<Json> manifest;
  if (file && file->bytes.size() <= maxManifestBytes)
    manifest = parseJson(file->bytes);
  if (manifest && manifest->is_object())
    if (auto found = manifest->find("version"); found != manifest->end() && found->is_string())
      version = " " + found->get<std::string>().substr(0, 64);
  return "`" + name + "`" + version;
}

bool isWorse(const Diagnostic &a, const Diagnostic &b) {
  if (a.severity != b.severity)
    return a.severity > b.severity;
  return std::tie(a.file, a.range) < std::tie(b.file, b.range);
}

/// Unites the findings of one rule in one package into one.
Diagnostic unite(const std::string &package, std::vector<Diagnostic> &group) {
  llvm::stable_sort(group, isWorse);
  Diagnostic united = group.front();
  const size_t places = llvm::count_if(group, [&](const Diagnostic &one) {
    return one.severity == united.severity && one.reached == united.reached;
  });
  std::string where = "in " + package;
  if (places > 1)
    where += ", at " + std::to_string(places) + " places";
  if (places > 1 && united.reached)
    where += *united.reached ? " that the bundle reaches" : " that nothing reaches";
  united.message = where + ": " + united.message;
  united.fix.reset();
  const size_t others = group.size() - 1, told = std::min(others, maxPlaces);
  for (const Diagnostic &one : llvm::ArrayRef(group).slice(1, told))
    united.notes.push_back({one.message, one.file, one.range});
  if (others > told)
    united.notes.push_back(
        {"and at " + std::to_string(others - told) + " more places, which `--each-place` tells", "",
         std::nullopt});
  return united;
}

} // namespace

llvm::StringRef packageFolderOf(llvm::StringRef file) {
  const size_t last = file.rfind(modules);
  if (last == llvm::StringRef::npos || (last && file[last - 1] != '/'))
    return {};
  llvm::StringRef rest = file.drop_front(last + modules.size());
  size_t end = rest.find('/');
  if (rest.starts_with("@") && end != llvm::StringRef::npos)
    end = rest.find('/', end + 1);
  return end == llvm::StringRef::npos ? llvm::StringRef()
                                      : file.take_front(last + modules.size() + end);
}

void groupByPackage(const FileTree &files, DiagnosticList &list) {
  std::map<std::pair<std::string, llvm::StringRef>, std::vector<Diagnostic>> groups; // by rule
  llvm::erase_if(list.mutableAll(), [&](Diagnostic &finding) {
    llvm::StringRef folder = packageFolderOf(finding.file);
    if (folder.empty())
      return false;
    if (finding.reached && !*finding.reached)
      lowerTo(finding, Severity::Note);
    groups[{folder.str(), finding.rule->id}].push_back(finding);
    return true;
  });
  std::map<std::string, std::string> names;
  for (auto &[key, group] : groups) {
    std::string &name = names[key.first];
    if (name.empty())
      name = describePackage(files, key.first);
    list.mutableAll().push_back(unite(name, group));
  }
}

} // namespace agentc
