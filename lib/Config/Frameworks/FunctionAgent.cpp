#include "../Definitions.h"

#include <nlohmann/json.hpp>

namespace agentc {

namespace {

/// The bundle's entry exports `handler(input, ctx)`.
void extractFunctionAgent(ExtractionContext &context) {
  const ModuleInfo *entry = context.program.entry();
  if (!entry)
    return;
  const Value &handler = context.values.definitionIn(*entry);
  const auto *function = llvm::dyn_cast<FunctionValue>(&handler);
  if (!function)
    return;
  std::string name = context.manifest.name ? context.manifest.name->text : "handler";
  AgentDefinition &agent = addAgent(context, name, "function", "handler", *function->origin);
  if (context.manifest.name) {
    ConfigField field;
    field.value = std::make_shared<const Json>(context.manifest.name->text);
    field.kind = Provenance::Literal;
    field.source = {context.manifest.file, context.manifest.name->range};
    agent.name = std::move(field);
  }
  agent.handler = readExecute(context, handler);
  agent.reference = {RuntimeReference::Style::Handler, entry->path().str(), {"default"}};
}

constexpr llvm::StringRef forms[] = {"`module.exports = async function handler(input, ctx)`",
                                     "`export default`"};
constexpr llvm::StringRef limits[] = {"it has no tools of its own"};

} // namespace

namespace frameworks {
extern const Framework FunctionAgent;
const Framework FunctionAgent = {"function", extractFunctionAgent, forms, "no package", limits};
} // namespace frameworks

} // namespace agentc
