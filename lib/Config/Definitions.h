#ifndef AGENTC_LIB_CONFIG_DEFINITIONS_H
#define AGENTC_LIB_CONFIG_DEFINITIONS_H

#include "DefinitionParts.h"

namespace agentc {

SourcePlace placeOf(const Program &program, const ast::Node &node);

/// The place of a definition: the call of the definition function or of a function that
/// forwards to it, the object, the class or the function; else `site`. `key` distinguishes
/// definitions that share a place.
struct DefinitionPlace {
  const ast::Node &node;
  std::tuple<const ast::Node *, const ast::Node *, unsigned> key;
  llvm::StringRef member = {}; ///< the key of the member it is assigned to, where that is computed
};
DefinitionPlace placeOf(const ExtractionContext &context, const Value &definition,
                        const ast::Node &site);

/// The function that a value is, or its member by one of these keys (words).
std::optional<ExecuteFunction> readExecute(const ExtractionContext &context, const Value &value,
                                           llvm::StringRef keys = {});

/// A name that code gives, as a field.
ConfigField nameField(const ExtractionContext &context, llvm::StringRef name,
                      const ast::Node &site);

/// Whose tools are read: the framework, and what tells tools of one name apart.
struct ToolOwner {
  const Framework *framework;
  std::string scope;                 ///< the agent's id
  std::optional<std::string> server; ///< the server's name
};

/// Adds a tool from its definition (the call of a definition function, an instance or a class of
/// tools, an object, a function) and returns its id; std::nullopt for what is known not to be a
/// tool. One definition is one tool for each name that it is used by. `key` is the key it is used
/// under, if any; `site` is where it is used.
std::optional<std::string> addTool(ExtractionContext &context, const Value &definition,
                                   llvm::StringRef key, const ast::Node &site,
                                   const ToolOwner &owner);

/// Adds the tools of an array or object of definitions; `path` is where the configuration says what
/// couldn't be determined. Returns their ids.
std::vector<std::string> addTools(ExtractionContext &context, const DefinitionPart &tools,
                                  const std::string &path, const ToolOwner &owner);

/// A new agent with an id of its own; the reference holds until the next agent is added.
AgentDefinition &addAgent(ExtractionContext &context, llvm::StringRef name,
                          llvm::StringRef framework, llvm::StringRef form,
                          const ast::Node &definition);

/// Adds an agent by its form, with its tools; a definition that was added before is not added
/// again. A form that is not an agent just adds its tools. `key` names it where it has no name.
void addAgent(ExtractionContext &context, const Framework &framework, const AgentForm &form,
              const DefinitionParts &parts, const ast::Node &site, llvm::StringRef key = {});

/// Adds the ids of the agents that are handed over to; they may be added later.
void addHandoffs(ExtractionContext &context, size_t agent, const DefinitionPart &handoffs);

/// Adds what code gives to agents after they are made: `agent.handoffs = […]`,
/// `agent.tools.push(…)`.
void readLaterParts(ExtractionContext &context);
/// Tells which parts of tools code writes over after they are made: `search.description = …`.
void readLaterToolParts(ExtractionContext &context);

/// Of the handoffs, those that are known agents become ids; for when all agents are there.
void resolveHandoffs(ExtractionContext &context);

/// The index of the agent that a value is; std::nullopt if it is none that was added.
std::optional<size_t> findAgent(const ExtractionContext &context, const Value &value);

/// Adds the tools that a server is made with, and returns their ids; none for another value.
std::vector<std::string> addServer(ExtractionContext &context, const Value &definition,
                                   const ast::Node &site);

/// The name of the server that a value is; std::nullopt if it is none, or its name isn't known.
std::optional<std::string> serverNameOf(const ExtractionContext &context, const Value &definition);

/// Records the uncertainties about MCP's servers once all tools are there: later changes to the
/// tools, and calls that may add others.
void finishServers(ExtractionContext &context);

/// The first argument of a call, or the value itself.
const Value &definitionOf(const Value &value);

/// The classes of the program that extend something, in source order.
llvm::ArrayRef<const ClassValue *> classesOf(const ExtractionContext &context);

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
