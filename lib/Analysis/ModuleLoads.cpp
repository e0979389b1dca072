#include "agentc/Analysis/ModuleLoads.h"

#include "agentc/Analysis/Walk.h"

namespace agentc {

/// Whether a callee can be the language's `require`, under whatever name.
static bool isRequire(const Values &values, const ast::Node &callee) {
  bool found = false;
  forEachAlternative(values.of(callee), [&](const Value &value) {
    if (const auto *api = llvm::dyn_cast<ApiValue>(&value))
      found |= api->path == "global:require" || api->path == "global:require.resolve";
    if (const auto *made = llvm::dyn_cast<ResultValue>(&value))
      found |= made->callee->path == "module:module.createRequire";
  });
  return found;
}

void forEachLoad(const Values &values, const ModuleInfo &module,
                 llvm::function_ref<void(const ModuleLoad &)> visit) {
  if (!module.syntax->program || module.syntax->goal == ast::Goal::Json)
    return;
  walk(*module.syntax->program, [&](const ast::Node &node) {
    if (const auto *import = llvm::dyn_cast<ast::ImportExpression>(&node)) {
      if (import->source)
        visit({import->source, ImportForm::Import});
    } else if (const auto *call = llvm::dyn_cast<ast::CallExpression>(&node)) {
      if (!call->arguments.empty() && isRequire(values, *call->callee))
        visit({call->arguments[0], ImportForm::Require});
    }
    return true;
  });
}

} // namespace agentc
