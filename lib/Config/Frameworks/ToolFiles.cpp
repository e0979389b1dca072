#include "../Definitions.h"

#include "llvm/Support/Path.h"

namespace agentc {

namespace {

/// Every file of the folder `tools` gives a tool by its default export.
void extractToolFiles(ExtractionContext &context) {
  for (const auto &module : context.program.modules()) {
    llvm::StringRef path = module->path();
    if (!path.consume_front("tools/") || path.contains('/') ||
        module->syntax->goal == ast::Goal::Json)
      continue;
    const Value &exported = context.values.definitionIn(*module);
    const Value &definition = definitionOf(exported);
    bool isTool = llvm::isa<FunctionValue>(definition);
    if (const auto *object = llvm::dyn_cast<ObjectValue>(&definition))
      isTool = object->find("execute") || object->find("parameters");
    if (!isTool)
      continue;
    size_t before = context.config.tools.size();
    addTool(context, exported, llvm::sys::path::stem(path), *module->syntax->program,
            {"tool file", "default export"}, "");
    if (context.config.tools.size() > before &&
        context.config.tools.back().reference.style == RuntimeReference::Style::None)
      context.config.tools.back().reference = {
          RuntimeReference::Style::Value, module->path().str(), {"default"}};
  }
}

constexpr llvm::StringRef forms[] = {
    "`tools/*.js` with a function or a definition as default export"};
constexpr llvm::StringRef limits[] = {"folders below `tools/`"};

} // namespace

namespace frameworks {
extern const Framework ToolFiles;
const Framework ToolFiles = {"tool file", extractToolFiles, forms, "no package", limits};
} // namespace frameworks

} // namespace agentc
