#include "Abstract/Exports.h"

#include "Abstract/CommonJsExports.h"
#include "Abstract/Members.h"
#include "Abstract/Symbols.h"

namespace agentc {

using namespace ast;

const Value &Exports::exportsOf(const ModuleInfo &module, const Node *site) {
  if (module.goal == Goal::Module)
    return make<NamespaceValue>(&module, site);
  return once(Question::Exports, &module, module.syntax->program,
              [this, &module]() -> const Value & { return computeExports(module); });
}

const Value &Exports::computeExports(const ModuleInfo &module) {
  const Node *site = module.syntax->program;
  const Value *result = nullptr;
  if (module.goal == Goal::Json) {
    const auto &body = module.syntax->program->body;
    const auto *statement =
        body.empty() ? nullptr : llvm::dyn_cast<ExpressionStatement>(body.front());
    result = statement ? &eval(*statement->expression) : &unknown(UnknownReason::Unsupported, site);
  } else {
    result = &commonJs().computeCommonJsExports(module);
  }
  return *result;
}

const Value &Exports::exportOf(const ModuleInfo &module, llvm::StringRef name, const Node *site) {
  if (module.goal != Goal::Module)
    return commonJs().exportOfCommonJs(module, name, site);
  name = strings().save(name);
  std::unique_ptr<ExportTarget> &entry = exportTargets_[{&module, name.data()}];
  if (!entry)
    entry = std::make_unique<ExportTarget>(resolveExport(program(), module, name));
  const ExportTarget &target = *entry;
  if (!spend(target.places))
    return unknown(UnknownReason::Limit, site);
  llvm::SmallVector<const Value *, 2> values;
  for (const ExportTarget::Declared &declared : target.declared)
    values.push_back(declared.record->symbol ? &symbols().ofSymbol(*declared.record->symbol)
                     : declared.record->node ? &eval(*declared.record->node)
                                             : &unknown(UnknownReason::Unresolved, site));
  if (values.size() > 1)
    values.push_back(&make<UndefinedValue>(site));
  if (!values.empty())
    return unite(values, site);
  for (const auto &[resolution, imported] : target.others) {
    if (resolution->kind == Resolution::Kind::External) {
      const Value &path = api("module:" + resolution->name, site);
      return imported == "*" ? path : members().member(path, imported, site);
    }
    if (resolution->kind != Resolution::Kind::Bundle)
      return unknown(UnknownReason::Unresolved, site);
    if (imported == "*")
      return make<NamespaceValue>(resolution->module, site);
    if (const Value &value = commonJs().exportOfCommonJs(*resolution->module, imported, site);
        !llvm::isa<UndefinedValue>(value))
      return value;
  }
  return make<UndefinedValue>(site);
}

} // namespace agentc
