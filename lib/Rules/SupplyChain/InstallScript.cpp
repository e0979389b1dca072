#include "Uses.h"

#include "agentc/Bundle/JsonTree.h"
#include "agentc/Bundle/LockFile.h"

namespace agentc::rules {

constexpr size_t maxManifestBytes = 1 << 20;
constexpr size_t maxNotes = 5;

static constexpr llvm::StringLiteral installScripts[] = {
    "preinstall", "install", "postinstall", "preuninstall", "uninstall", "postuninstall"};

/// The package of `node_modules` that a manifest in it is of; empty for any other path.
static llvm::StringRef packageOfManifest(llvm::StringRef path) {
  static constexpr llvm::StringLiteral folder = "node_modules/";
  size_t last = path.rfind(folder);
  if (last == llvm::StringRef::npos || (last > 0 && path[last - 1] != '/'))
    return {};
  llvm::StringRef rest = path.drop_front(last + folder.size());
  size_t parts = rest.starts_with("@") ? 2 : 1;
  if (rest.count('/') != parts || !rest.consume_back("/package.json"))
    return {};
  return rest;
}

/// `binding.gyp` makes npm run node-gyp where no `install` script stands and `gypfile` isn't false.
static void checkNative(const CheckContext &context, llvm::StringRef folder, bool hasInstall,
                        bool isOff, RuleReporter &report, Severity severity) {
  const File *file = context.bundle.files.find((folder + "binding.gyp").str());
  if (!file || hasInstall || isOff)
    return;
  lowerTo(report.at(file->path, std::nullopt,
                    "`" + shownText(file->path) +
                        "` makes npm build native code on the machine that installs the package"),
          severity);
}

static void checkInner(const CheckContext &context, const File &file, llvm::StringRef package,
                       RuleReporter &report) {
  JsonFile::Error error;
  std::optional<JsonFile> json = JsonFile::parse(file.path, file.bytes, error);
  bool hasInstall = false, isOff = false;
  for (const JsonNode::Member &member :
       json ? json->root().members() : std::vector<JsonNode::Member>()) {
    if (member.key == "gypfile")
      isOff = member.value.kind() == JsonKind::Boolean &&
              member.value.range().end - member.value.range().begin == 5;
    if (member.key != "scripts")
      continue;
    for (const JsonNode::Member &script : member.value.members()) {
      hasInstall |= script.key == "install" || script.key == "preinstall";
      // npm runs none when a package is removed any more
      if (llvm::is_contained(llvm::ArrayRef(installScripts).take_front(3), script.key))
        lowerTo(report.at(file.path, script.keyRange,
                          "`" + script.key.str() + "` of `" + shownText(package) +
                              "` runs where the bundle's packages are installed"),
                Severity::Note);
    }
  }
  llvm::StringRef folder = file.path;
  folder.consume_back("package.json");
  checkNative(context, folder, hasInstall, isOff, report, Severity::Note);
}

static bool switchesNativeOff(const CheckContext &context) {
  const File *file = context.bundle.files.find("package.json");
  if (!file || file->bytes.size() > maxManifestBytes)
    return false;
  JsonFile::Error error;
  std::optional<JsonFile> json = JsonFile::parse(file->path, file->bytes, error);
  return json && llvm::any_of(json->root().members(), [](const JsonNode::Member &member) {
           return member.key == "gypfile" && member.value.kind() == JsonKind::Boolean &&
                  member.value.range().end - member.value.range().begin == 5;
         });
}

static void checkLocked(const CheckContext &context, RuleReporter &report) {
  std::optional<LockFile> lock = readLockFile(context.bundle.files);
  std::vector<const LockedPackage *> found;
  for (const LockedPackage &package :
       lock ? llvm::ArrayRef<LockedPackage>(lock->packages) : llvm::ArrayRef<LockedPackage>())
    if (package.runsScripts && !package.isDevelopment)
      found.push_back(&package);
  if (found.empty())
    return;
  std::string others =
      found.size() > 1 ? " and " + std::to_string(found.size() - 1) + " more have" : " has";
  Diagnostic &finding = report.at(lock->file, found.front()->range,
                                  "`" + shownText(found.front()->path) + "`" + others +
                                      " a script that runs where it is installed");
  lowerTo(finding, Severity::Note);
  for (size_t i = 1; i < found.size() && i <= maxNotes; ++i)
    finding.notes.push_back(
        {"`" + shownText(found[i]->path) + "` has one", lock->file, found[i]->range});
}

static void check(const CheckContext &context, RuleReporter &report) {
  bool hasInstall = false;
  for (const ManifestWord &script : context.manifest.scripts) {
    hasInstall |= script.text == "install" || script.text == "preinstall";
    if (llvm::is_contained(installScripts, script.text))
      report.at(context.manifest.file, script.range,
                "`" + script.text + "` runs on the machine that installs the package");
  }
  checkNative(context, "", hasInstall, switchesNativeOff(context), report, Severity::Error);
  checkLocked(context, report);
  for (const auto &[path, file] : context.bundle.files.files())
    if (llvm::StringRef package = packageOfManifest(path);
        !package.empty() && file->bytes.size() <= maxManifestBytes)
      checkInner(context, *file, package, report);
}

extern const Rule InstallScript = {{.id = "AC2102",
                                    .name = "install-script",
                                    .group = "supply chain",
                                    .severity = Severity::Error,
                                    .summary = "scripts that run at installation",
                                    .access = "process",
                                    .cwe = 506,
                                    .concern = Concern::Bundle},
                                   check};

} // namespace agentc::rules
