#include "../Definitions.h"

#include "agentc/Syntax/NodeParts.h"

#include <nlohmann/json.hpp>

namespace agentc {

using namespace ast;

namespace {

/// Returns true if a function is written the way handlers are. In a repository, a function that
/// the entry exports usually belongs to a library.
bool looksLikeHandler(const Node &function, const ExecuteFunction &handler) {
  const std::vector<std::string> &names = handler.parameters;
  return (isAsync(function) && names.size() <= 2) || (!names.empty() && names[0] == "input") ||
         (names.size() == 2 && (names[1] == "ctx" || names[1] == "context"));
}

/// The bundle's entry exports `handler(input, ctx)`.
void extractFunctionAgent(ExtractionContext &context) {
  const ModuleInfo *entry = context.program.entry();
  if (!entry)
    return;
  const Value &handler = context.values.definitionIn(*entry);
  const auto *function = llvm::dyn_cast<FunctionValue>(&handler);
  const auto *type = llvm::dyn_cast<ClassValue>(&context.values.asClass(handler));
  if (!function || (type && type->superClass)) // a class that is written as a function
    return;
  std::optional<ExecuteFunction> execute = readExecute(context, handler);
  if (context.manifest.ofSourceTree && context.manifest.settingsKey.empty() &&
      !(execute && looksLikeHandler(*function->origin, *execute)))
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
  agent.handler = std::move(execute);
  agent.reference = {RuntimeReference::Style::Handler, entry->path().str(), {"default"}};
}

constexpr llvm::StringRef forms[] = {"`module.exports = async function handler(input, ctx)`",
                                     "`export default`"};
constexpr llvm::StringRef limits[] = {
    "it has no tools of its own",
    "in a folder whose manifest has no agent settings, `extract-config` takes a function for a "
    "handler that is `async` or whose parameters are called `input` and `ctx`"};

} // namespace

namespace frameworks {
extern const Framework FunctionAgent;
const Framework FunctionAgent = {"function", extractFunctionAgent, forms, "no package", limits};
} // namespace frameworks

} // namespace agentc
