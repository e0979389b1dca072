#include "Uses.h"

#include "agentc/Bundle/LockFile.h"
#include "agentc/Bundle/Semver.h"
#include "agentc/Support/Json.h"

#include <nlohmann/json.hpp>

namespace agentc::rules {

/// Reports the differences between the manifest and the lock file's own list of its
/// requirements.
static void compareLists(const CheckContext &context, const LockFile &lock, RuleReporter &report) {
  auto requirementOf = [&](llvm::StringRef name) -> const LockedRequirement * {
    for (const LockedRequirement &one : *lock.requirements)
      if (one.name == name)
        return &one;
    return nullptr;
  };
  for (const Dependency &dependency : context.manifest.dependencies) {
    if (dependency.section == "peerDependencies")
      continue;
    const LockedRequirement *locked = requirementOf(dependency.name);
    if (locked && llvm::StringRef(locked->requirement).trim() ==
                      llvm::StringRef(dependency.requirement).trim()) {
      if (!lock.find("", dependency.name))
        report.at(context.manifest.file, dependency.requirementRange,
                  "`" + lock.file + "` locks no version of `" + shownText(dependency.name) +
                      "`, which the manifest asks for");
      continue;
    }
    std::string what = "the manifest asks for `" + shownText(dependency.name) + "` as `" +
                       shownText(dependency.requirement) + "`, and `" + lock.file + "` ";
    Diagnostic &finding = report.at(context.manifest.file, dependency.requirementRange,
                                    what + (locked ? "has `" + shownText(locked->requirement) + "`"
                                                   : std::string("doesn't have it")));
    if (locked)
      finding.notes.push_back({"the lock file's own is here", lock.file, locked->range});
  }
  for (const LockedRequirement &one : *lock.requirements)
    if (llvm::none_of(context.manifest.dependencies,
                      [&](const Dependency &asked) { return asked.name == one.name; }))
      report.at(lock.file, one.range,
                "the lock file asks for `" + shownText(one.name) + "`, and the manifest doesn't");
}

static bool isOutside(const LockedPackage *package, llvm::StringRef requirement) {
  if (!package || package->isLink)
    return false;
  auto version = parseVersion(package->version);
  auto range = VersionRange::parse(requirement.trim());
  return version && range && !range->contains(*version);
}

static void compareVersions(const CheckContext &context, const LockFile &lock, bool alsoNeeds,
                            RuleReporter &report) {
  auto tell = [&](const LockedPackage &package, llvm::StringRef requirement,
                  const std::string &asker) -> Diagnostic & {
    return report.at(lock.file, package.range,
                     "`" + shownText(package.path) + "` is locked to " +
                         shownText(package.version) + ", and " + asker + " asks for `" +
                         shownText(requirement) + "`");
  };
  for (const Dependency &dependency : context.manifest.dependencies)
    if (const LockedPackage *package = lock.find("", dependency.name);
        isOutside(package, dependency.requirement))
      tell(*package, dependency.requirement, "the manifest")
          .notes.push_back({"the manifest asks for it here", context.manifest.file,
                            dependency.requirementRange});
  if (!alsoNeeds)
    return;
  for (const LockedPackage &asker : lock.packages)
    for (const auto &[name, requirement] : asker.needs)
      if (const LockedPackage *package = lock.find(asker.path, name);
          isOutside(package, requirement))
        tell(*package, requirement, "`" + shownText(asker.path) + "`");
}

/// True if an entry is taken from the package's own file: registries name it by the package's
/// name and version.
static bool isOwnFile(const LockedPackage &package) {
  llvm::StringRef url = llvm::StringRef(package.resolved).split('#').first.split('?').first;
  if (!url.starts_with("https://") && !url.starts_with("http://"))
    return true;
  auto [folder, file] = url.split("/-/");
  if (file.empty())
    return true;
  std::string name = package.ownName.empty() ? package.name : package.ownName;
  llvm::StringRef base = llvm::StringRef(name).rsplit('/').second;
  if (base.empty())
    base = name;
  std::string path = folder.lower(), wanted = "/" + llvm::StringRef(name).lower();
  for (size_t at; (at = path.find("%2f")) != std::string::npos;)
    path.replace(at, 3, "/");
  std::string version = llvm::StringRef(package.version).split('+').first.str();
  llvm::StringRef stem = file.rsplit('/').second.empty() ? file : file.rsplit('/').second;
  return llvm::StringRef(path).ends_with(wanted) &&
         stem.equals_insensitive((base + "-" + version + ".tgz").str());
}

static void checkEntries(const LockFile &lock, RuleReporter &report) {
  for (const LockedPackage &package : lock.packages) {
    bool isAlias = !package.ownName.empty() && package.ownName != package.name;
    auto asksForAlias = [&](const auto &need) {
      return need.first == package.name && llvm::StringRef(need.second).starts_with("npm:");
    };
    bool isAsked = !isAlias || llvm::any_of(lock.packages, [&](const LockedPackage &asker) {
      return llvm::any_of(asker.needs, asksForAlias);
    });
    if (lock.requirements && isAlias && !isAsked)
      isAsked = llvm::any_of(*lock.requirements, [&](const LockedRequirement &one) {
        return one.name == package.name && llvm::StringRef(one.requirement).starts_with("npm:");
      });
    if (!isAsked)
      report.at(lock.file, package.range,
                "`" + shownText(package.path) + "` holds another package, `" +
                    shownText(package.ownName) + "`, that nothing asks for by that name");
    else if (!isOwnFile(package))
      report.at(lock.file, package.range,
                "`" + shownText(package.path) + "` is version " + shownText(package.version) +
                    ", and is taken from another file, `" + shownText(package.resolved) + "`");
  }
}

static void check(const CheckContext &context, RuleReporter &report) {
  std::optional<LockFile> lock = readLockFile(context.bundle.files);
  if (!lock || !context.manifest.present)
    return;
  // what overrides names gets another version on purpose
  const File *manifest = context.bundle.files.find("package.json");
  std::optional<Json> json = manifest ? parseJson(manifest->bytes) : std::nullopt;
  bool overrides = json && json->is_object() && json->contains("overrides");
  if (lock->requirements)
    compareLists(context, *lock, report);
  compareVersions(context, *lock, !overrides, report);
  checkEntries(*lock, report);
}

extern const Rule LockFileMismatch = {
    {.id = "AC2104",
     .name = "lock-file-mismatch",
     .group = "supply chain",
     .severity = Severity::Error,
     .summary = "lock files that say something else than the manifest",
     .access = "modules",
     .precision = Precision::High,
     .cwe = 829,
     .concern = Concern::Bundle},
    check};

} // namespace agentc::rules
