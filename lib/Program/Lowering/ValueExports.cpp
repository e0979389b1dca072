#include "ValueExports.h"

namespace agentc {

using namespace ast;

/// A chain of re-exports that is longer leads to values for all that is known.
constexpr unsigned maxReexports = 64;

llvm::StringRef writtenNameOf(const Node *name) {
  if (const auto *id = llvm::dyn_cast_or_null<Identifier>(name))
    return id->name;
  const auto *literal = llvm::dyn_cast_or_null<Literal>(name);
  return literal ? literal->text : llvm::StringRef();
}

bool ValueExports::has(const Resolution &from, llvm::StringRef name, unsigned depth) const {
  const ModuleInfo *module = from.module;
  bool hasTypes =
      module && module->goal == Goal::Module && module->syntax->language != Language::JavaScript;
  if (!hasTypes || module->syntax->hasErrors || name == "*" || depth > maxReexports)
    return true;
  auto found = module->exports.find(name);
  if (found == module->exports.end())
    return name != "default" && llvm::any_of(module->starExports, [&](const ImportRecord *star) {
             return has(star->resolution, name, depth + 1);
           });
  const ExportRecord &record = found->second;
  if (record.from)
    return has(record.from->resolution, record.importedName, depth + 1);
  if (record.symbol)
    return isValue(*record.symbol, depth + 1);
  return !llvm::isa_and_nonnull<Identifier>(record.node) ||
         llvm::isa<ExportDefaultDeclaration>(record.node->parent);
}

bool ValueExports::isValue(const Symbol &symbol, unsigned depth) const {
  return symbol.kind != SymbolKind::Import ||
         llvm::all_of(symbol.targets,
                      [&](const Identifier *target) { return isValue(*target->parent, depth); });
}

bool ValueExports::isValue(const Node &importSpecifier, unsigned depth) const {
  const ImportRecord *record =
      importSpecifier.parent ? program_.importOf(*importSpecifier.parent) : nullptr;
  if (const auto *named = llvm::dyn_cast<ImportSpecifier>(&importSpecifier); named && record)
    return has(record->resolution, writtenNameOf(named->imported ? named->imported : named->local),
               depth);
  bool isDefault = record && llvm::isa<ImportDefaultSpecifier>(importSpecifier);
  return !isDefault || has(record->resolution, "default", depth);
}

} // namespace agentc
