#include "Evaluator.h"

namespace agentc {

using namespace ast;

const Value &Values::Evaluator::exportsOf(const ModuleInfo &module, const Node *site) {
  if (module.syntax->goal == Goal::Module)
    return make<NamespaceValue>(&module, site);
  auto [entry, isNew] = exports_.try_emplace(&module, nullptr);
  if (!isNew)
    return entry->second ? *entry->second : unknown(UnknownReason::Cycle, site);
  const Value *result = nullptr;
  if (module.syntax->goal == Goal::Json) {
    const auto &body = module.syntax->program->body;
    const auto *statement =
        body.empty() ? nullptr : llvm::dyn_cast<ExpressionStatement>(body.front());
    result = statement ? &eval(*statement->expression)
                       : &unknown(UnknownReason::Unsupported, site);
  } else {
    llvm::SmallVector<const Value *, 2> whole;
    llvm::SmallVector<PropertyValue, 8> named;
    for (const CommonJsExport &written : module.commonJsExports) {
      if (written.name.empty())
        whole.push_back(&eval(*written.value));
      else
        named.push_back(
            {strings_.save(llvm::StringRef(written.name)), &eval(*written.value), written.value});
    }
    // of several values of one name the last counts
    llvm::StringMap<size_t> indices;
    llvm::SmallVector<PropertyValue, 8> properties;
    bool open = false;
    auto set = [&](const PropertyValue &property) {
      auto [slot, fresh] = indices.try_emplace(property.key, properties.size());
      if (fresh)
        properties.push_back(property);
      else
        properties[slot->second] = property;
    };
    const Value *united = whole.empty() ? nullptr : &unite(whole, site);
    const auto *base = united ? llvm::dyn_cast<ObjectValue>(united) : nullptr;
    if (base) {
      open = base->open;
      llvm::for_each(base->properties, set);
    }
    llvm::for_each(named, set);
    result = united && !(base && !named.empty())
                 ? united
                 : &object(properties, open, base ? base->origin : module.syntax->program);
  }
  exports_[&module] = result;
  return *result;
}

const Value &Values::Evaluator::exportOf(const ModuleInfo &module, llvm::StringRef name,
                                         const Node *site) {
  name = strings_.save(name);
  std::pair<const ModuleInfo *, const char *> key(&module, name.data());
  auto [entry, isNew] = exportValues_.try_emplace(key, nullptr);
  if (!isNew) // modules that export each other's names give none
    return entry->second ? *entry->second : make<UndefinedValue>(site);
  const Value &value = computeExport(module, name, site);
  exportValues_[key] = &value;
  return value;
}

const Value &Values::Evaluator::computeExport(const ModuleInfo &module, llvm::StringRef name,
                                              const Node *site) {
  if (module.syntax->goal != Goal::Module) {
    for (const CommonJsExport &written : llvm::reverse(module.commonJsExports))
      if (written.name == name)
        return eval(*written.value);
    const Value &whole = exportsOf(module, site);
    return name == "default" ? whole : member(whole, name, site);
  }
  if (depth_ >= maxEvaluationDepth)
    return unknown(UnknownReason::Limit, site);
  auto through = [&](const ImportRecord &from, llvm::StringRef imported) -> const Value & {
    const Resolution &resolution = from.resolution;
    if (resolution.kind == Resolution::Kind::External) {
      const Value &path = api("module:" + resolution.name, site);
      return imported == "*" ? path : member(path, imported, site);
    }
    if (resolution.kind != Resolution::Kind::Bundle)
      return unknown(UnknownReason::Unresolved, site);
    if (imported == "*")
      return make<NamespaceValue>(resolution.module, site);
    ++depth_;
    const Value &value = exportOf(*resolution.module, imported, site);
    --depth_;
    return value;
  };
  auto found = module.exports.find(name);
  if (found != module.exports.end()) {
    const ExportRecord &record = found->second;
    if (record.from)
      return through(*record.from, record.importedName);
    if (record.symbol)
      return ofSymbol(*record.symbol);
    return record.node ? eval(*record.node) : unknown(UnknownReason::Unresolved, site);
  }
  if (name != "default")
    for (const ImportRecord *star : module.starExports)
      if (const ModuleInfo *source = star->resolution.module;
          source && source != &module &&
          (source->exports.count(name.str()) || !source->starExports.empty() ||
           source->syntax->goal != Goal::Module))
        if (const Value &value = through(*star, name); !llvm::isa<UndefinedValue>(value))
          return value;
  for (const ImportRecord *star : module.starExports)
    if (star->resolution.kind == Resolution::Kind::External)
      return through(*star, name);
  return make<UndefinedValue>(site);
}

} // namespace agentc
