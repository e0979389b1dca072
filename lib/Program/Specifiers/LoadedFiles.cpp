#include "agentc/Program/LoadedFiles.h"

#include "SpecifierResolver.h"

#include "agentc/Bundle/ModuleNames.h"
#include "agentc/Program/RunnableText.h"
#include "agentc/Program/WrittenLoad.h"
#include "agentc/Support/Parallel.h"
#include "agentc/Syntax/Jsx.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc {

using namespace ast;

namespace {

constexpr size_t maxMatched = 2000;

llvm::StringRef nameOf(const Node *node) {
  const auto *id = llvm::dyn_cast_or_null<Identifier>(node);
  return id ? id->name : llvm::StringRef();
}

bool isIn(llvm::ArrayRef<TypeSpan> spans, size_t at) {
  auto after = llvm::upper_bound(
      spans, at, [](size_t at, const TypeSpan &span) { return at < span.range.begin; });
  return after != spans.begin() && at < std::prev(after)->range.end;
}

/// True if a name stands anywhere outside types and `own`, so that erasing types keeps its
/// declaration.
bool isValue(const ast::Module &module, llvm::StringRef name, ByteRange own) {
  auto isWord = [&](size_t at) {
    return at < module.text.size() &&
           (llvm::isAlnum(module.text[at]) || module.text[at] == '_' || module.text[at] == '$');
  };
  for (size_t at = module.text.find(name); at != llvm::StringRef::npos;
       at = module.text.find(name, at + name.size()))
    if (!(at >= own.begin && at < own.end) && !(at && isWord(at - 1)) &&
        !isWord(at + name.size()) && !isIn(module.typeSpans, at))
      return true;
  return false;
}

} // namespace

bool isErased(const ast::Module &module, const ImportDeclaration &import) {
  const bool isTyped = module.language == Language::TypeScript || module.language == Language::Tsx;
  if (import.typeOnly)
    return true;
  if (!isTyped || import.specifiers.empty() || isJsxImport(import))
    return false;
  // JSX may mean a factory's name without writing it
  const bool hasUnwritten =
      module.language == Language::Tsx && llvm::none_of(module.program->body, [](const Node *each) {
        return each && isJsxImport(*each);
      });
  return llvm::none_of(import.specifiers, [&](const Node *each) {
    const Node *local = nullptr;
    if (const auto *named = llvm::dyn_cast<ImportSpecifier>(each))
      local = named->typeOnly ? nullptr : named->local;
    else if (const auto *whole = llvm::dyn_cast<ImportDefaultSpecifier>(each))
      local = whole->local;
    else if (const auto *space = llvm::dyn_cast<ImportNamespaceSpecifier>(each))
      local = space->local;
    return local &&
           (hasUnwritten || nameOf(local).empty() || isValue(module, nameOf(local), import.range));
  });
}

/// Modules in the order of the units, whichever processor parsed them.
static std::vector<std::unique_ptr<ast::Module>> parseAll(llvm::ArrayRef<SourceUnit> units,
                                                          const SpecifierResolver &resolver,
                                                          DiagnosticList &diagnostics) {
  std::vector<std::unique_ptr<ast::Module>> modules(units.size());
  std::vector<DiagnosticList> found(units.size());
  forEachInParallel(units.size(), processorCount(), [&](size_t i) {
    modules[i] = parseModule(units[i], resolver.jsxOf(units[i].path), found[i]);
  });
  for (const DiagnosticList &one : found)
    diagnostics.append(one);
  return modules;
}

LoadedFiles::LoadedFiles(const OpenedBundle &opened, Forest &forest, DiagnosticList &diagnostics)
    : opened_(opened), forest_(forest), diagnostics_(diagnostics), known_(opened.bundle.files) {
  for (const auto &[path, why] : opened.unread)
    if (resolveRelative("", path) == path)
      known_.add(path, "");
  resolver_ = std::make_shared<SpecifierResolver>(known_);
}

std::shared_ptr<const File> LoadedFiles::read(const std::string &path) {
  if (auto own = opened_.bundle.files.files().find(path); own != opened_.bundle.files.files().end())
    return own->second;
  if (auto unread = opened_.unread.find(path); unread != opened_.unread.end()) {
    DiagnosticList why;
    why.mutableAll().push_back(unread->second);
    diagnostics_.append(why);
    return nullptr;
  }
  // a manifest is read though nothing asks for its package
  llvm::StringRef package = path;
  if (opened_.installed && !known_.find(path) && package.consume_front("node_modules/") &&
      package.consume_back("/package.json"))
    findPackage("", package);
  auto listed = known_.files().find(path);
  if (listed != known_.files().end() && !listed->second->bytes.empty())
    return listed->second;
  if (!opened_.installed || listed == known_.files().end())
    return nullptr;
  std::optional<std::string> bytes = opened_.installed->read(path);
  return bytes ? std::make_shared<const File>(File{path, std::move(*bytes)}) : nullptr;
}

void LoadedFiles::share(llvm::StringRef path, FileReason reason) {
  if (reasons_.count(std::string_view(path)))
    return;
  std::shared_ptr<const File> file = read(path.str());
  if (!file && !opened_.unread.count(std::string_view(path)))
    return;
  reasons_.emplace(path.str(), std::move(reason));
  if (file)
    files_.share(path.str(), std::move(file));
}

/// The manifests and compilers' settings by which a file's specifiers lead where they do, so that
/// they do so where nothing else is left.
void LoadedFiles::addSettings(const std::string &path) {
  for (llvm::StringRef folder = path; !folder.empty();) {
    folder = folderOf(folder);
    for (llvm::StringRef name : {"package.json", "pnpm-workspace.yaml"})
      if (std::string manifest = joinPath(folder, name); known_.find(manifest))
        share(manifest, {FileReason::Kind::Package, path});
  }
  for (llvm::StringRef settings : resolver_->settingsOf(path))
    share(settings, {FileReason::Kind::Package, path});
}

void LoadedFiles::add(llvm::StringRef path, FileReason reason) {
  const bool isAsked = reason.kind != FileReason::Kind::Manifest &&
                       reason.kind != FileReason::Kind::Layout &&
                       reason.kind != FileReason::Kind::Package;
  // of a package all files have the same reason, until code says more
  if (auto known = reasons_.find(std::string_view(path));
      known != reasons_.end() && known->second.kind == FileReason::Kind::Source)
    known->second = reason;
  share(path, std::move(reason));
  if (!isAsked || !files_.find(path) || !followed_.insert(path).second)
    return;
  addSettings(path.str());
  unparsed_.push_back(path.str());
}

void LoadedFiles::findPackage(llvm::StringRef folder, llvm::StringRef name) {
  if (resolver_->packages().inWorkspace(folder, name))
    return;
  addListed(opened_.installed->list(folder, name));
}

void LoadedFiles::addListed(std::vector<InstalledPackages::Listed> listed) {
  for (InstalledPackages::Listed &file : listed) {
    std::string path = file.path;
    if (resolveRelative("", path) == path && known_.add(path, std::move(file.bytes)))
      resolver_->add(*known_.find(path));
  }
}

/// Looks for the packages by which a specifier can be answered.
void LoadedFiles::findInstalled(const ast::Module &from, llvm::StringRef specifier) {
  llvm::StringRef folder = folderOf(from.path);
  if (opened_.bundle.form == BundleForm::SingleFile && specifier.starts_with("."))
    if (auto target = resolveRelative(from.path, specifier)) {
      addListed(opened_.installed->listBeside(folderOf(*target)));
      return addListed(opened_.installed->listBeside(*target));
    }
  if (std::optional<llvm::StringRef> name = packageOfSpecifier(specifier);
      name && !isNodeModule(specifier))
    return findPackage(folder, *name);
  if (auto target =
          specifier.starts_with(".") ? resolveRelative(from.path, specifier) : std::nullopt) {
    static constexpr llvm::StringLiteral modules = "node_modules/";
    const size_t last = llvm::StringRef(*target).rfind(modules);
    if (last != llvm::StringRef::npos && (last == 0 || (*target)[last - 1] == '/'))
      if (auto name =
              packageOfSpecifier(llvm::StringRef(*target).drop_front(last + modules.size())))
        findPackage(llvm::StringRef(*target).take_front(last).rtrim('/'), *name);
    return;
  }
  const PackageFile *package =
      specifier.starts_with("#") ? resolver_->packages().around(folder) : nullptr;
  if (!package)
    return;
  std::vector<const Json *> todo = {&package->imports};
  while (!todo.empty()) {
    const Json &target = *todo.back();
    todo.pop_back();
    if (target.is_structured())
      for (const Json &below : target)
        todo.push_back(&below);
    else if (target.is_string())
      if (auto name = packageOfSpecifier(target.get_ref<const std::string &>()))
        findPackage(package->folder, *name);
  }
}

void LoadedFiles::ask(const ast::Module &from, llvm::StringRef specifier, ImportForm form) {
  const char *mark = form == ImportForm::Import ? "\ni" : "\nr";
  if (!asked_.insert((from.path + mark + specifier).str()).second)
    return;
  if (opened_.installed)
    findInstalled(from, specifier);
  SpecifierResolver::Answer answer = resolver_->resolve(from.path, specifier, form);
  if (answer.kind == SpecifierResolver::Kind::File)
    return add(answer.name,
               {answer.isText ? FileReason::Kind::Manifest : FileReason::Kind::Loaded, from.path});
  // the version that is installed says which of the sandbox's is meant
  std::optional<llvm::StringRef> name = packageOfSpecifier(specifier);
  if (answer.kind == SpecifierResolver::Kind::External && name && !isNodeModule(specifier))
    if (const PackageFile *package = resolver_->installed(folderOf(from.path), *name))
      share(joinPath(package->folder, "package.json"), {FileReason::Kind::Package, from.path});
}

void LoadedFiles::askMatching(const ast::Module &from, llvm::StringRef beginning,
                              llvm::StringRef ending) {
  auto path = resolveRelative(from.path, beginning.rsplit('/').first.str() + "/x");
  if (!beginning.contains('/') || !path)
    return;
  const std::string prefix = path->substr(0, path->size() - 1);
  const std::string start = prefix + beginning.rsplit('/').second.str();
  // all of the bundle is not a folder that code names; bundlers' chunks there have names in part
  if (start.empty() && ending.rsplit('.').first.empty())
    return;
  std::vector<std::string> found;
  for (auto at = known_.files().lower_bound(start);
       at != known_.files().end() && llvm::StringRef(at->first).starts_with(start) &&
       found.size() < maxMatched;
       ++at) {
    llvm::StringRef rest = llvm::StringRef(at->first).drop_front(start.size());
    auto language = languageOf(at->first);
    const bool isEnding = rest.ends_with(ending) || rest.rsplit('.').first.ends_with(ending);
    if (language && isEnding && !rest.contains("node_modules/") &&
        !llvm::StringRef(at->first).contains(".d.") && !isTestPath(at->first))
      found.push_back(at->first);
  }
  for (const std::string &one : found)
    add(one, {FileReason::Kind::Matched, from.path});
}

/// Asks for the module that an expression loads.
void LoadedFiles::visitAsked(const ast::Module &module, const Node &node) {
  if (const auto *variable = llvm::dyn_cast<VariableDeclarator>(&node))
    if (makesRequire(variable->init) && !nameOf(variable->id).empty())
      requires_.insert(nameOf(variable->id));
  auto isRequire = [&](const Identifier &name) {
    return name.name == "require" || requires_.contains(name.name);
  };
  if (std::optional<WrittenLoad> load = writtenLoadAt(node, isRequire))
    ask(module, load->specifier, load->form);
}

/// True if the types that decorators keep may name an import that no code names.
bool LoadedFiles::isKeptType(const ast::Module &module, const ImportDeclaration &import) const {
  return !import.typeOnly && module.text.contains('@') && resolver_->keepsTypes(module.path);
}

void LoadedFiles::visit(const ast::Module &module, const Node &node, bool deeply) {
  const Node *source = nullptr;
  if (const auto *import = llvm::dyn_cast<ImportDeclaration>(&node))
    source = isErased(module, *import) && !isKeptType(module, *import) ? nullptr : import->source;
  else if (const auto *named = llvm::dyn_cast<ExportNamedDeclaration>(&node))
    source = named->typeOnly ? nullptr : named->source;
  else if (const auto *all = llvm::dyn_cast<ExportAllDeclaration>(&node))
    source = all->typeOnly ? nullptr : all->source;
  if (std::optional<llvm::StringRef> text = textOfLiteral(source))
    ask(module, *text, module.goal == Goal::Module ? ImportForm::Import : ImportForm::Require);
  if (!deeply)
    return;
  visitAsked(module, node);
  forEachChild(node, [&](const Node &child) { visit(module, child, true); });
}

bool LoadedFiles::follow() {
  const bool isNew = !unparsed_.empty();
  while (!unparsed_.empty()) {
    Bundle read;
    read.path = opened_.bundle.path;
    read.form = opened_.bundle.form;
    read.files = files_;
    std::vector<SourceUnit> units = selectSources(read, unparsed_, diagnostics_);
    unparsed_.clear();
    for (std::unique_ptr<ast::Module> &made : parseAll(units, *resolver_, diagnostics_)) {
      const ast::Module &module = *made;
      forest_.add(std::move(made));
      if (!module.program || module.goal == Goal::Json)
        continue;
      requires_.clear();
      const bool deeply = module.text.contains("equire") || module.text.contains("import(") ||
                          module.text.contains("import.meta");
      for (const Node *statement : module.program->body)
        if (statement)
          visit(module, *statement, deeply || isJsxImport(*statement));
    }
  }
  return isNew;
}

void leaveBrokenOut(Forest &forest) {
  for (const auto &[path, module] : forest.modules())
    if (module->hasErrors)
      module->program = nullptr;
}

} // namespace agentc
