#include "agentc/Packaging/Contents.h"

#include "NpmFiles.h"

#include "agentc/Access/BundleReads.h"
#include "agentc/Access/TextShape.h"
#include "agentc/Bundle/LockFile.h"
#include "agentc/Flow/ModuleLoads.h"

namespace agentc {

namespace {

using ReasonKind = FileReason::Kind;

/// Names that a module makes of names that a module makes …; each round reads all code again.
constexpr unsigned maxRounds = 4;

/// Sources are taken where code loads them, and types never; tests' data only where `agentc test`
/// looks for it.
bool isData(llvm::StringRef path) {
  auto language = languageOf(path);
  llvm::StringRef name = path.rsplit('/').second.empty() ? path : path.rsplit('/').second;
  if (language && *language != ast::Language::Json)
    return false;
  if (language && (name.starts_with("tsconfig.") || name.starts_with("jsconfig.")))
    return false;
  return !path.starts_with(".") && !path.contains("/.") &&
         (!isTestPath(path) || (path.starts_with("tests/") && path.ends_with(".json")));
}

bool isTool(llvm::StringRef path) {
  auto language = languageOf(path);
  return path.consume_front("tools/") && !path.contains('/') && language &&
         *language != ast::Language::Json && !path.contains(".d.") && !isTestPath(path);
}

} // namespace

Contents::Contents(const OpenedBundle &opened, const Manifest &manifest, bool isSealed,
                   llvm::ArrayRef<std::string> defining, ast::Forest &forest,
                   DiagnosticList &diagnostics)
    : opened_(opened), diagnostics_(diagnostics), loaded_(opened, forest, diagnostics) {
  const bool isEntered = !isSealed && (manifest.entry || !defining.empty());
  const bool isFolder = opened.bundle.form != BundleForm::SingleFile;
  if (isEntered && isFolder)
    addEntries(manifest, defining);
  else
    addAll(ReasonKind::Source, isSealed);
  loaded_.follow();
  if (isEntered)
    addData(manifest);
  if (isEntered && isFolder)
    checkTwins();
}

/// Sources that become one file are told of what is there now.
void Contents::checkTwins() {
  Bundle found = opened_.bundle;
  found.files = loaded_.files();
  findSources(found, diagnostics_);
}

/// All sources, and JSON that code could ask for; in a package JSON is data unless code does.
void Contents::addAll(ReasonKind kind, bool isSealed) {
  for (const std::string &path : findSources(opened_.bundle, diagnostics_)) {
    auto language = languageOf(path);
    if (!isSealed || (language && *language != ast::Language::Json))
      loaded_.add(path, {kind, ""});
  }
  for (const auto &[path, file] : opened_.bundle.files.files())
    loaded_.add(path, {ReasonKind::Manifest, ""});
  for (const auto &[path, why] : opened_.unread)
    loaded_.add(path, {ReasonKind::Manifest, ""});
}

void Contents::addEntries(const Manifest &manifest, llvm::ArrayRef<std::string> defining) {
  loaded_.add("package.json", {ReasonKind::Layout, ""});
  if (manifest.entry)
    loaded_.add(*manifest.entry, {ReasonKind::Entry, ""});
  if (manifest.program)
    loaded_.add(*manifest.program, {ReasonKind::Entry, ""});
  for (const std::string &path : defining)
    loaded_.add(path, {ReasonKind::Defining, ""});
  for (const std::string &path : manifest.otherEntries)
    loaded_.add(path, {ReasonKind::Entry, ""});
  for (const auto &[path, file] : opened_.bundle.files.files())
    if (isTool(path))
      loaded_.add(path, {ReasonKind::Entry, ""});
  // The layout's own files (SPEC, section 2) go along whatever `files` says; so does npm's lock
  // file, from which the list of components is derived, here and by whoever verifies.
  for (llvm::StringRef path : {"config.json", "config.schema.json"})
    if (opened_.bundle.files.find(path))
      loaded_.add(path, {ReasonKind::Layout, ""});
  // the version that is installed of what is declared, also where no code asks for it
  for (const Dependency &dependency : manifest.dependencies)
    loaded_.add("node_modules/" + dependency.name + "/package.json",
                {ReasonKind::Package, "package.json"});
  if (const File *lock = findLockFile(opened_.bundle.files))
    loaded_.add(lock->path, {ReasonKind::Layout, ""});
  for (llvm::StringRef path : {"yarn.lock", "pnpm-lock.yaml"}) // that these are not read is told
    if (opened_.bundle.files.find(path))
      loaded_.add(path, {ReasonKind::Layout, ""});
}

void Contents::addData(const Manifest &manifest) {
  FileTree all = opened_.bundle.files;
  // a link that npm's patterns mean is one that the author meant to publish
  if (!manifest.filesField.empty())
    for (const auto &[path, why] : opened_.unread)
      if (resolveRelative("", path) == path)
        all.add(path, "");
  for (const std::string &path : npmFiles(all, manifest, diagnostics_))
    if (isData(path) || opened_.unread.count(path))
      loaded_.add(path, {ReasonKind::Manifest, ""});
}

bool Contents::addFound(const Program &program, const Values &values) {
  if (++rounds_ > maxRounds)
    return false;
  const size_t known = loaded_.reasons().size();
  for (const auto &module : program.modules())
    addRead(program, values, *module);
  for (const auto &module : program.modules())
    forEachLoad(values, *module, [&](const ModuleLoad &load) {
      const Value &specifier = values.of(*load.specifier);
      bool isKnown = true;
      forEachAlternative(specifier, [&](const Value &value) {
        if (std::optional<llvm::StringRef> text = asString(value))
          loaded_.ask(*module->syntax, *text, load.form);
        else
          isKnown = false;
      });
      if (isKnown)
        return;
      for (const TextShape &shape : textShapes(values, specifier))
        if (llvm::StringRef begin = shape.beginning();
            !shape.isComplete() && (begin.starts_with("./") || begin.starts_with("../")))
          loaded_.askMatching(*module->syntax, begin,
                              llvm::StringRef(shape.text).rsplit(TextShape::hole).second);
    });
  return loaded_.follow() || loaded_.reasons().size() > known;
}

/// Data of the bundle's own that code reads, also where the manifest's `files` doesn't name it.
void Contents::addRead(const Program &program, const Values &values, const ModuleInfo &module) {
  forEachBundleRead(program, values, module, [&](const BundleRead &read) {
    for (const auto &[path, file] : opened_.bundle.files.files())
      if (isData(path) && read.mayRead(path))
        loaded_.add(path, {ReasonKind::Loaded, module.path().str()});
  });
}

} // namespace agentc
