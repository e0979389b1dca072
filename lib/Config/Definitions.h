#ifndef AGENTC_LIB_CONFIG_DEFINITIONS_H
#define AGENTC_LIB_CONFIG_DEFINITIONS_H

#include "agentc/Config/Framework.h"

namespace agentc {

SourcePlace placeOf(const Program &program, const ast::Node &node);

/// What a framework calls the parts of its definitions.
struct ToolShape {
  llvm::StringRef framework;
  llvm::StringRef form;
  llvm::ArrayRef<llvm::StringRef> parameterKeys = {}; ///< default: `parameters`, `inputSchema`
};

/// A member of a definition as a field; std::nullopt if the definition has no such member. For an
/// object that may hold more than is known the field is unresolved.
std::optional<ConfigField> readField(const ExtractionContext &context, const Value &definition,
                                     llvm::ArrayRef<llvm::StringRef> keys);

/// A model as `{"provider":…,"id":…}`, from a string or a provider's call.
std::optional<ConfigField> readModel(const ExtractionContext &context, const Value &definition);

/// The function that a value is, or its `execute`, `handler` or `invoke` member.
std::optional<ExecuteFunction> readExecute(const ExtractionContext &context, const Value &value,
                                           llvm::ArrayRef<llvm::StringRef> keys);

/// Adds a tool from its definition (an object, the call of a definition function, or a plain
/// function) and returns its id. A definition that was added before is not added again. `key` names
/// it where the definition itself doesn't; `site` is where it is used. `agentId` tells tools of one
/// name apart.
std::string addTool(ExtractionContext &context, const Value &definition, llvm::StringRef key,
                    const ast::Node &site, const ToolShape &shape, llvm::StringRef agentId);

/// Adds the tools of an array or object of definitions to an agent.
void addTools(ExtractionContext &context, AgentDefinition &agent, const Value &tools,
              const ast::Node &site, const ToolShape &shape);

/// A new agent with an id of its own.
AgentDefinition &addAgent(ExtractionContext &context, llvm::StringRef name,
                          llvm::StringRef framework, llvm::StringRef form,
                          const ast::Node &definition);

/// The first argument of a call, or the value itself.
const Value &definitionOf(const Value &value);

/// Calls `visit` for every call or construction of an API for which `isCallee` holds, in source
/// order.
void forEachResult(const ExtractionContext &context,
                   llvm::function_ref<bool(llvm::StringRef)> isCallee,
                   llvm::function_ref<void(const ResultValue &)> visit);

/// How a definition is reached from the entry's exports, looking through the definition functions'
/// first argument.
RuntimeReference findReference(const ExtractionContext &context, const Value &definition);

} // namespace agentc

#endif
