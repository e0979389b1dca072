#include "SecretWalk.h"

#include "agentc/Flow/ModuleLoads.h"
#include "agentc/Program/MemberIndex.h"

namespace agentc {

using namespace ast;

/// The module whose exports an object is: `exports`, `module.exports`; null if there is none.
static const ModuleInfo *exportsAt(const agentc::Program &program, const Node &object) {
  const auto *member = llvm::dyn_cast<MemberExpression>(&object);
  const bool isOfModule = member && writtenKeyOf(*member) == "exports";
  const auto *name = llvm::dyn_cast<Identifier>(isOfModule ? member->object : &object);
  const Symbol *symbol = name ? program.symbolOf(*name) : nullptr;
  const CommonJsPart part = symbol ? program.partIn(*symbol) : CommonJsPart();
  using Kind = CommonJsPart::Kind;
  if (part.kind == (isOfModule ? Kind::Module : Kind::Exports))
    return part.module;
  const bool isGlobal = name && !symbol && name->name == (isOfModule ? "module" : "exports");
  return isGlobal ? &program.moduleOf(object) : nullptr;
}

/// True for an assignment to a module's exports, or to a member of them.
bool SecretWalk::exportByCommonJs(const MemberExpression &target, const Keys *keys) {
  if (const ModuleInfo *whole = exportsAt(program_, target);
      whole && llvm::isa<MemberExpression>(target)) {
    exportFrom(*whole, target, keys);
    return true;
  }
  const ModuleInfo *module = exportsAt(program_, *target.object);
  std::optional<std::string> key = module ? values_.keyOf(target) : std::nullopt;
  if (!key)
    return false;
  // the module's own code reads it back there
  program_.forEach<MemberExpression>([&](const MemberExpression &read) {
    if (exportsAt(program_, *read.object) == module && values_.keyOf(read) == key &&
        !isWritten(read))
      add(read, keys);
  });
  exportFrom(*module, target, push(*key, keys));
  return true;
}

void SecretWalk::exportSymbol(const Symbol &symbol, const Keys *keys) {
  if (symbol.targets.empty() || symbol.scope->kind != ScopeKind::Module)
    return;
  const ModuleInfo &module = program_.moduleOf(*symbol.targets.front());
  for (const auto &[name, record] : module.exports)
    if (record.symbol == &symbol)
      exportFrom(module, *symbol.targets.front(), push(name, keys));
}

/// A module's namespace holds the secret at `keys`.
void SecretWalk::exportFrom(const ModuleInfo &module, const Node &at, const Keys *keys) {
  // whoever loads the bundle gets what its entry exports; what bundlers wrap is not followed
  const Node *place = &at;
  for (const Keys *key = keys; key; key = key->next)
    if (const Node *result = results_.lookup(key))
      place = result; // where a function gives it back tells more than where that is exported
  if (!keys || module.wrapper || (&module == program_.entry() && !program_.startedProgram()))
    return lose(*place);
  if (!held_.insert({module.syntax->program, keys}).second)
    return;
  for (const auto &importer : program_.modules()) {
    for (const auto &import : importer->imports)
      if (import->resolution.module == &module)
        importInto(*importer, *import, keys);
    forEachLoad(values_, *importer, [&](const ModuleLoad &load) {
      forEachAlternative(values_.of(*load.specifier), [&](const Value &value) {
        std::optional<llvm::StringRef> name = asString(value);
        if (name && program_.resolveSpecifier(*importer, *name, load.form).module == &module)
          add(*load.specifier->parent, keys);
      });
    });
  }
}

void SecretWalk::importInto(const ModuleInfo &importer, const ImportRecord &import,
                            const Keys *keys) {
  for (const auto &[name, record] : importer.exports)
    if (record.from == &import) {
      if (record.importedName == "*")
        exportFrom(importer, *import.node, push(name, keys));
      else if (keys->is(record.importedName))
        exportFrom(importer, *import.node, push(name, keys->next));
    }
  if (llvm::is_contained(importer.starExports, &import))
    exportFrom(importer, *import.node, keys);
  auto give = [&](const Node *local, const Keys *given) {
    const auto *name = llvm::dyn_cast_or_null<Identifier>(local);
    if (const Symbol *symbol = name ? program_.symbolOf(*name) : nullptr)
      followSymbol(*symbol, given);
  };
  if (const auto *equals = llvm::dyn_cast<TSImportEqualsDeclaration>(import.node))
    return give(equals->id, keys);
  const auto *declaration = llvm::dyn_cast<ImportDeclaration>(import.node);
  if (!declaration)
    return;
  const ModuleInfo &module = *import.resolution.module;
  const bool isCommonJs = !module.commonJsExports.empty();
  for (const Node *part : declaration->specifiers) {
    if (const auto *all = llvm::dyn_cast<ImportNamespaceSpecifier>(part)) {
      give(all->local, keys);
      if (isCommonJs)
        give(all->local, push("default", keys));
    } else if (const auto *whole = llvm::dyn_cast<ImportDefaultSpecifier>(part)) {
      if (keys->is("default"))
        give(whole->local, keys->next);
      if (isCommonJs)
        give(whole->local, keys);
    } else if (const auto *one = llvm::dyn_cast<ImportSpecifier>(part)) {
      const auto *name = llvm::dyn_cast<Identifier>(one->imported);
      if (!name || keys->is(name->name))
        give(one->local, keys->next);
      else if (isCommonJs && name->name == "default")
        give(one->local, keys);
    }
  }
}

} // namespace agentc
