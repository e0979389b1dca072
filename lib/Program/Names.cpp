#include "agentc/Program/Names.h"

#include "agentc/Program/WrittenLoad.h"
#include "agentc/Syntax/NodeParts.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <set>

namespace agentc {

using namespace ast;

namespace {

/// Longer chains of names don't occur; what is asked of a hostile bundle stays bounded.
constexpr size_t maxPlaces = 10'000;

llvm::StringRef textOf(const Node *name) {
  if (const auto *id = llvm::dyn_cast_or_null<Identifier>(name))
    return id->name;
  return textOfLiteral(name).value_or("");
}

/// The name by which a specifier of an import declaration asks; `*` for the namespace.
llvm::StringRef importedName(const Node &specifier) {
  if (const auto *named = llvm::dyn_cast<ImportSpecifier>(&specifier))
    return textOf(named->imported ? named->imported : named->local);
  return llvm::isa<ImportDefaultSpecifier>(specifier) ? "default" : "*";
}

/// The specifier that declares an imported variable; null for any other.
const Node *specifierOf(const Symbol &symbol) {
  const Node *parent = symbol.kind == SymbolKind::Import && symbol.targets.size() == 1
                           ? symbol.targets.front()->parent
                           : nullptr;
  return llvm::isa_and_nonnull<ImportSpecifier, ImportDefaultSpecifier, ImportNamespaceSpecifier>(
             parent)
             ? parent
             : nullptr;
}

/// The variable that an export is bound to, `export default function f() {}` among them; null for
/// an expression.
const Symbol *symbolBehind(const agentc::Program &program, const ExportRecord &record) {
  if (record.symbol || !record.node)
    return record.symbol;
  const Identifier *own = llvm::isa<FunctionDeclaration, ClassDeclaration>(record.node)
                              ? ownNameOf(*record.node)
                              : nullptr;
  return own ? program.symbolOf(*own) : nullptr;
}

} // namespace

ExportTarget resolveExport(const agentc::Program &program, const ModuleInfo &module,
                           llvm::StringRef name) {
  struct Place {
    const Resolution *from;
    const ModuleInfo *module;
    std::string name;
    bool isStar;
    const ExportRecord *first; ///< the export of an import that led here
  };
  ExportTarget target;
  std::vector<Place> places{{nullptr, &module, name.str(), false, nullptr}};
  std::set<std::pair<const ModuleInfo *, std::string>> seen;
  auto declare = [&](const ExportRecord &record, const ExportRecord &end) {
    const Symbol *symbol = symbolBehind(program, end);
    if (llvm::none_of(target.declared, [&](const ExportTarget::Declared &known) {
          return known.end == &end || (symbol && symbolBehind(program, *known.end) == symbol);
        }))
      target.declared.push_back({&record, &end});
  };
  while (!places.empty() && ++target.places < maxPlaces) {
    Place at = std::move(places.back());
    places.pop_back();
    if (!at.module || at.module->goal != Goal::Module || at.name == "*") {
      if (at.first) {
        declare(*at.first, *at.first);
        continue;
      }
      // after an export of that very name no star counts
      if (!at.isStar)
        places.clear();
      if (!at.isStar || at.module || at.from->kind == Resolution::Kind::External)
        target.others.push_back({at.from, at.name});
      continue;
    }
    if (!seen.insert({at.module, at.name}).second)
      continue;
    auto found = at.module->exports.find(at.name);
    if (found == at.module->exports.end()) {
      if (at.name != "default")
        for (const ImportRecord *star : llvm::reverse(at.module->starExports))
          places.push_back({&star->resolution, star->resolution.module, at.name, true, at.first});
      continue;
    }
    const ExportRecord &record = found->second;
    const Node *specifier = record.symbol ? specifierOf(*record.symbol) : nullptr;
    const ImportRecord *import = specifier ? program.importOf(*specifier->parent) : record.from;
    if (!import) {
      declare(at.first ? *at.first : record, record);
      continue;
    }
    std::string next = record.from ? record.importedName : importedName(*specifier).str();
    const ExportRecord *first = at.first ? at.first : specifier ? &record : nullptr;
    places.push_back({&import->resolution, import->resolution.module, next, at.isStar, first});
  }
  // what the bundle holds goes before what it doesn't
  llvm::stable_sort(target.others, [](const auto &a, const auto &b) {
    return (a.first->kind == Resolution::Kind::External) <
           (b.first->kind == Resolution::Kind::External);
  });
  return target;
}

ExportedNames exportedNamesOf(const ModuleInfo &module) {
  ExportedNames result;
  std::set<std::string> names;
  llvm::SetVector<const ModuleInfo *> modules;
  modules.insert(&module);
  for (size_t i = 0; i < modules.size(); ++i) {
    for (const auto &[name, record] : modules[i]->exports)
      if (i == 0 || name != "default")
        names.insert(name);
    for (const ImportRecord *star : modules[i]->starExports) {
      const ModuleInfo *next = star->resolution.module;
      const bool isKnown = next && next->goal == Goal::Module && modules.size() < maxPlaces;
      result.isWhole &= isKnown;
      if (isKnown)
        modules.insert(next);
    }
  }
  result.names.assign(names.begin(), names.end());
  return result;
}

const Symbol &Names::denoted(const Symbol &symbol) {
  const Node *specifier = specifierOf(symbol);
  if (!specifier)
    return symbol;
  auto [entry, isNew] = denoted_.try_emplace(&symbol, &symbol);
  if (!isNew)
    return *entry->second;
  const ImportRecord *record = program_.importOf(*specifier->parent);
  const ModuleInfo *module = record ? record->resolution.module : nullptr;
  llvm::StringRef name = importedName(*specifier);
  if (module && module->goal == Goal::Module && name != "*") {
    ExportTarget target = resolveExport(program_, *module, name);
    const Symbol *end = target.declared.size() == 1
                            ? symbolBehind(program_, *target.declared.front().end)
                            : nullptr;
    if (end)
      entry->second = end;
  }
  return *entry->second;
}

llvm::SmallVector<llvm::StringRef, 1> Names::exportsOf(const Symbol &symbol) const {
  llvm::SmallVector<llvm::StringRef, 1> names;
  if (symbol.scope->kind == ScopeKind::Module && symbol.scope->node)
    for (const auto &[name, record] : program_.moduleOf(*symbol.scope->node).exports)
      if (symbolBehind(program_, record) == &symbol)
        names.push_back(name);
  return names;
}

/// Collects the importers of one name; each name of each module is looked at once.
struct Names::Collector {
  Names &names;
  Importers &found;
  std::set<std::pair<const ModuleInfo *, std::string>> seen;
  llvm::SmallPtrSet<const Symbol *, 4> spaces;

  void collect(const ModuleInfo &module, llvm::StringRef name) {
    if (seen.size() >= maxPlaces || !seen.insert({&module, name.str()}).second)
      return;
    found.isOfEntry |= &module == names.program_.entry();
    for (const ImportRecord *import : names.importsOf(module))
      readImport(*import, name);
    if (module.goal != Goal::Module || !names.requiresOf(module).empty() ||
        names.loads().dynamic.contains(&module))
      found.keys.insert(strings(name));
  }

  llvm::StringRef strings(llvm::StringRef name) {
    return names.strings_.insert(name).first->getKey();
  }

  void readImport(const ImportRecord &import, llvm::StringRef name) {
    if (const auto *declaration = llvm::dyn_cast<ImportDeclaration>(import.node)) {
      for (const Node *specifier : declaration->specifiers)
        addSpecifier(*specifier, name);
      return;
    }
    const ModuleInfo &again = names.program_.moduleOf(*import.node);
    const auto *all = llvm::dyn_cast<ExportAllDeclaration>(import.node);
    if (all && !all->exported) {
      if (name != "default" && !again.exports.count(name.str()))
        collect(again, name);
      return;
    }
    for (const auto &[exported, record] : again.exports) {
      if (record.from != &import)
        continue;
      if (record.importedName == name)
        collect(again, exported);
      else if (record.importedName == "*")
        addSpaceUses(names.importersOf(again, exported), name);
    }
  }

  void addSpecifier(const Node &specifier, llvm::StringRef name) {
    llvm::StringRef asked = importedName(specifier);
    const Node *local = nullptr;
    if (const auto *named = llvm::dyn_cast<ImportSpecifier>(&specifier))
      local = named->local;
    else if (const auto *byDefault = llvm::dyn_cast<ImportDefaultSpecifier>(&specifier))
      local = byDefault->local;
    else if (const auto *space = llvm::dyn_cast<ImportNamespaceSpecifier>(&specifier))
      local = space->local;
    const auto *id = llvm::dyn_cast_or_null<Identifier>(local);
    const Symbol *symbol = id ? names.program_.symbolOf(*id) : nullptr;
    if (!symbol)
      return;
    if (asked == name)
      found.symbols.insert(symbol);
    else if (asked == "*")
      addSpace(*symbol, name);
  }

  /// A variable that holds a namespace of which `name` is a member.
  void addSpace(const Symbol &space, llvm::StringRef name) {
    if (!spaces.insert(&space).second)
      return;
    for (const Identifier *reference : space.references) {
      const auto *member = llvm::dyn_cast<MemberExpression>(reference->parent);
      bool isObject = member && member->object == reference;
      std::optional<llvm::StringRef> key = isObject ? writtenKeyOf(*member) : std::nullopt;
      if (key == name)
        found.members.insert(member);
      else if (!key)
        found.keys.insert(strings(name));
    }
    for (llvm::StringRef exported : names.exportsOf(space))
      addSpaceUses(names.importersOf(names.program_.moduleOf(*space.targets.front()), exported),
                   name);
  }

  void addSpaceUses(const Importers &ofSpace, llvm::StringRef name) {
    if (!ofSpace.members.empty() || !ofSpace.keys.empty())
      found.keys.insert(strings(name));
    found.isOfEntry |= ofSpace.isOfEntry;
    for (const Symbol *symbol : ofSpace.symbols)
      addSpace(*symbol, name);
  }
};

const Importers &Names::importersOf(const ModuleInfo &module, llvm::StringRef name) {
  std::unique_ptr<Importers> &entry = importers_[{&module, name.str()}];
  if (entry)
    return *entry;
  entry = std::make_unique<Importers>();
  Importers &found = *entry;
  Collector{*this, found, {}, {}}.collect(module, name);
  return found;
}

llvm::ArrayRef<const Symbol *> Names::aliasesOf(const Symbol &symbol) {
  std::unique_ptr<llvm::SetVector<const Symbol *>> &entry = aliases_[&symbol];
  if (entry)
    return entry->getArrayRef();
  llvm::SetVector<const Symbol *> found;
  found.insert(&symbol);
  for (size_t i = 0; i < found.size(); ++i)
    for (llvm::StringRef name : exportsOf(*found[i]))
      for (const Symbol *import :
           importersOf(program_.moduleOf(*found[i]->scope->node), name).symbols)
        found.insert(import);
  found.remove(&symbol);
  auto &filled = aliases_[&symbol];
  filled = std::make_unique<llvm::SetVector<const Symbol *>>(std::move(found));
  return filled->getArrayRef();
}

llvm::ArrayRef<const ImportRecord *> Names::importsOf(const ModuleInfo &module) {
  auto at = loads().imports.find(&module);
  return at == loads().imports.end() ? llvm::ArrayRef<const ImportRecord *>()
                                     : llvm::ArrayRef<const ImportRecord *>(at->second);
}

llvm::ArrayRef<const Node *> Names::requiresOf(const ModuleInfo &module) {
  auto at = loads().requires_.find(&module);
  return at == loads().requires_.end() ? llvm::ArrayRef<const Node *>()
                                       : llvm::ArrayRef<const Node *>(at->second);
}

const Names::Loads &Names::loads() {
  if (loads_)
    return *loads_;
  loads_ = std::make_unique<Loads>();
  Loads &loads = *loads_;
  auto isRequire = [](const Identifier &name) { return name.name == "require"; };
  auto visit = [&](const Node &node, const ModuleInfo &module) {
    std::optional<WrittenLoad> load = writtenLoadAt(node, isRequire);
    Resolution at = load && load->isLoaded
                        ? program_.resolveSpecifier(module, load->specifier, load->form)
                        : Resolution();
    if (!at.module)
      return;
    if (load->form == ImportForm::Require)
      loads.requires_[at.module].push_back(&node);
    else
      loads.dynamic.insert(at.module);
  };
  for (const auto &module : program_.modules()) {
    module->syntax->forEach<CallExpression>(
        [&](const CallExpression &call) { visit(call, *module); });
    module->syntax->forEach<ImportExpression>(
        [&](const ImportExpression &import) { visit(import, *module); });
    for (const auto &import : module->imports)
      if (import->resolution.module)
        loads.imports[import->resolution.module].push_back(import.get());
  }
  return loads;
}

} // namespace agentc
