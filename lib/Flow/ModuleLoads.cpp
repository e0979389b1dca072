#include "agentc/Flow/ModuleLoads.h"

#include "agentc/Program/Program.h"
#include "agentc/Syntax/Walk.h"
#include "agentc/Values/ApiPath.h"

namespace agentc {

/// Returns true if a callee may be the language's `require`, under any name.
static bool isRequire(const Values &values, const ast::Node &callee) {
  bool found = false;
  forEachAlternative(values.of(callee), [&](const Value &value) {
    if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
      found |= api->path == "global:require"_api || api->path == "global:require.resolve"_api;
    if (const auto *made = llvm::dyn_cast<ResultValue>(&value))
      found |= made->callee->path == "module:module.createRequire"_api;
  });
  return found;
}

void forEachLoad(const Values &values, const ModuleInfo &module,
                 llvm::function_ref<void(const ModuleLoad &)> visit) {
  if (!module.syntax->program || module.syntax->goal == ast::Goal::Json)
    return;
  module.syntax->forEach<ast::ImportExpression>([&](const ast::ImportExpression &import) {
    if (import.source)
      visit({import.source, ImportForm::Import});
  });
  module.syntax->forEach<ast::CallExpression>([&](const ast::CallExpression &call) {
    if (!call.arguments.empty() && isRequire(values, *call.callee))
      visit({call.arguments[0], ImportForm::Require});
  });
}

ModuleLoads::ModuleLoads(const Program &program, const Values &values) : program_(program) {
  for (const auto &module : program.modules())
    forEachLoad(values, *module, [&](const ModuleLoad &load) {
      forEachAlternative(values.of(*load.specifier), [&](const Value &value) {
        std::optional<llvm::StringRef> name = asString(value);
        if (!name)
          return;
        Resolution found = program.resolveSpecifier(*module, *name, load.form);
        if (found.kind == Resolution::Kind::Bundle)
          byCode_[&codeAround(*load.specifier)].push_back(found.module);
      });
    });
}

llvm::ArrayRef<const ModuleInfo *> ModuleLoads::of(const ast::Node &code) const {
  auto found = byCode_.find(&code);
  return found == byCode_.end() ? llvm::ArrayRef<const ModuleInfo *>() : found->second;
}

void ModuleLoads::forEach(
    llvm::function_ref<void(const ModuleInfo &, const ModuleInfo &)> visit) const {
  for (const auto &[code, modules] : byCode_)
    for (const ModuleInfo *module : modules)
      visit(program_.moduleOf(*code), *module);
}

} // namespace agentc
