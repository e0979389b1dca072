#include "../Definitions.h"

#include "llvm/Support/Path.h"

namespace agentc {

namespace frameworks {
extern const Framework ToolFiles;
} // namespace frameworks

namespace {

constexpr ToolForm definition = {.function = "",
                                 .form = "default export",
                                 .parts = {.name = {0, "name"},
                                           .description = {0, "description"},
                                           .parameters = {0, "parameters inputSchema"},
                                           .outputSchema = {0, "outputSchema"},
                                           .execute = {0, "execute handler invoke"}}};

/// Returns true if functions in `tools/` are tools; a repository that is no agent keeps its own
/// scripts there.
bool takesFunctions(const ExtractionContext &context) {
  return !context.manifest.ofSourceTree || !context.manifest.settingsKey.empty() ||
         llvm::any_of(context.config.agents, [](const AgentDefinition &agent) {
           return agent.framework == "function" || agent.framework == "base-agent";
         });
}

/// Every file of the folder `tools` gives a tool by its default export.
void extractToolFiles(ExtractionContext &context) {
  for (const auto &module : context.program.modules()) {
    llvm::StringRef path = module->path();
    if (!path.consume_front("tools/") || path.contains('/') ||
        module->syntax->goal == ast::Goal::Json || !module->syntax->program)
      continue;
    const Value &exported = context.values.definitionIn(*module);
    if (llvm::isa<FunctionValue>(exported) && !takesFunctions(context))
      continue;
    if (const auto *object = llvm::dyn_cast<ObjectValue>(&exported))
      if (!object->find("execute") && !object->find("parameters"))
        continue;
    size_t before = context.config.tools.size();
    addTool(context, exported, llvm::sys::path::stem(path), *module->syntax->program,
            {&frameworks::ToolFiles, "", {}});
    if (context.config.tools.size() > before &&
        context.config.tools.back().reference.style == RuntimeReference::Style::None)
      context.config.tools.back().reference = {
          RuntimeReference::Style::Value, module->path().str(), {"default"}};
  }
}

constexpr FrameworkTable table = {
    .packages = "", .objectTool = &definition, .functionTool = &definition};

constexpr llvm::StringRef forms[] = {
    "`tools/*.js` with a function or a definition as default export"};
constexpr llvm::StringRef limits[] = {"folders below `tools/`",
                                      "plain functions, for `extract-config`, in a folder that is "
                                      "no agent's by its manifest or entry"};

} // namespace

namespace frameworks {
const Framework ToolFiles = {"tool file", nullptr, forms,           "no package",
                             limits,      &table,  extractToolFiles};
} // namespace frameworks

} // namespace agentc
