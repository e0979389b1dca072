#include "Evaluator.h"

#include <set>

namespace agentc {

using namespace ast;

const Value &Values::Evaluator::exportsOf(const ModuleInfo &module, const Node *site) {
  if (module.goal == Goal::Module)
    return make<NamespaceValue>(&module, site);
  return once(Question::Exports, &module, module.syntax->program,
              [this, &module]() -> const Value & { return computeExports(module); });
}

const Value &Values::Evaluator::computeExports(const ModuleInfo &module) {
  const Node *site = module.syntax->program;
  const Value *result = nullptr;
  if (module.goal == Goal::Json) {
    const auto &body = module.syntax->program->body;
    const auto *statement =
        body.empty() ? nullptr : llvm::dyn_cast<ExpressionStatement>(body.front());
    result = statement ? &eval(*statement->expression) : &unknown(UnknownReason::Unsupported, site);
  } else {
    result = &computeCommonJsExports(module);
  }
  return *result;
}

const Value &Values::Evaluator::exportOf(const ModuleInfo &module, llvm::StringRef name,
                                         const Node *site) {
  if (module.goal != Goal::Module)
    return exportOfCommonJs(module, name, site);
  name = strings_.save(name);
  std::unique_ptr<ExportSource> &entry = exportSources_[{&module, name.data()}];
  if (!entry)
    entry = std::make_unique<ExportSource>(findExport(module, name));
  const ExportSource &source = *entry;
  if (source.record && source.record->symbol)
    return ofSymbol(*source.record->symbol);
  if (source.record)
    return source.record->node ? eval(*source.record->node)
                               : unknown(UnknownReason::Unresolved, site);
  for (const auto &[resolution, imported] : source.others) {
    if (resolution->kind == Resolution::Kind::External) {
      const Value &path = api("module:" + resolution->name, site);
      return imported == "*" ? path : member(path, imported, site);
    }
    if (resolution->kind != Resolution::Kind::Bundle)
      return unknown(UnknownReason::Unresolved, site);
    if (imported == "*")
      return make<NamespaceValue>(resolution->module, site);
    if (const Value &value = exportOfCommonJs(*resolution->module, imported, site);
        !llvm::isa<UndefinedValue>(value))
      return value;
  }
  return make<UndefinedValue>(site);
}

/// ECMA-262 ResolveExport: through re-exports and stars, in their order. Modules that export each
/// other's names end the search, since each place is seen once.
Values::Evaluator::ExportSource Values::Evaluator::findExport(const ModuleInfo &module,
                                                              llvm::StringRef name) {
  struct Place {
    const Resolution *from;
    const ModuleInfo *module;
    std::string name;
    bool isStar;
  };
  ExportSource source;
  std::vector<Place> places{{nullptr, &module, name.str(), false}};
  std::set<std::pair<const ModuleInfo *, std::string>> seen;
  while (!places.empty() && spend(propertyWork)) {
    Place at = std::move(places.back());
    places.pop_back();
    if (!at.module || at.module->goal != Goal::Module || at.name == "*") {
      // after an export of that very name no star counts
      if (!at.isStar)
        places.clear();
      if (!at.isStar || at.module || at.from->kind == Resolution::Kind::External)
        source.others.push_back({at.from, at.name});
      continue;
    }
    if (!seen.insert({at.module, at.name}).second)
      continue;
    auto found = at.module->exports.find(at.name);
    if (found != at.module->exports.end()) {
      if (!found->second.from) {
        source.record = &found->second;
        return source;
      }
      const Resolution &next = found->second.from->resolution;
      places.push_back({&next, next.module, found->second.importedName, false});
      continue;
    }
    if (at.name != "default")
      for (const ImportRecord *star : llvm::reverse(at.module->starExports))
        places.push_back({&star->resolution, star->resolution.module, at.name, true});
  }
  // what the bundle holds goes before what it doesn't
  llvm::stable_sort(source.others, [](const auto &a, const auto &b) {
    return (a.first->kind == Resolution::Kind::External) <
           (b.first->kind == Resolution::Kind::External);
  });
  return source;
}

} // namespace agentc
