#ifndef AGENTC_CONFIG_CONFIG_H
#define AGENTC_CONFIG_CONFIG_H

#include "agentc/Bundle/Settings.h"
#include "agentc/Support/Json.h"
#include "agentc/Values/Values.h"

#include <memory>

namespace agentc {

struct ServerPrinting;

/// A place in the bundle's source.
struct SourcePlace {
  std::string file;
  ByteRange range;
};

/// How agentc knows a value: written in place, computed from constants, taken from another file, or
/// not known.
enum class Provenance { Literal, Folded, Imported, Unresolved };

/// Something about a place in a field's value: `properties.city`, empty for all of it.
struct FieldRemark {
  std::string path;
  SourcePlace source;
  std::string message;
};

/// A value with provenance. Unresolved values have no JSON and a reason; a value that is known in
/// part (a template with holes, an object with unknown members) is unresolved, with the known part
/// kept.
struct ConfigField {
  std::shared_ptr<const Json> value;
  Provenance kind = Provenance::Unresolved;
  SourcePlace source;
  std::string reason;
  /// Of an unresolved value that the environment decides: what it is where that says nothing.
  std::shared_ptr<const Json> fallback = nullptr;
  /// Of a tool's schema, how its server lists it, where that is known and says it in other words.
  std::shared_ptr<const Json> listed = nullptr;
  std::vector<FieldRemark> notes = {};      ///< what a JSON Schema cannot say of its schema
  std::vector<FieldRemark> unresolved = {}; ///< the parts that are not known, where that is known
};

/// The function that a tool or handler runs.
struct ExecuteFunction {
  const ast::Node *function =
      nullptr; ///< FunctionDeclaration, FunctionExpression, ArrowFunctionExpression
  /// With what is known of the variables around the function; null where nothing is known.
  const FunctionValue *value = nullptr;
  SourcePlace source;
  std::vector<std::string> parameters;
};

/// How the sandbox reaches a tool or handler from what the entry module exports.
struct RuntimeReference {
  enum class Style {
    None,      ///< not reachable from the entry's exports
    Value,     ///< `steps` lead to a function or to an object with `execute`
    Handler,   ///< `steps` lead to `handler(input, ctx)`
    BaseAgent, ///< `steps` lead to a class; the tool is in the instance's `tools`, by name
    Registered ///< no export leads to it: a framework's function made it where its source stands
  };
  Style style = Style::None;
  std::string module;             ///< the path of the module whose exports it is reached from
  std::vector<std::string> steps; ///< member names, from module.exports or the namespace
};

struct ToolDefinition {
  std::string id; ///< unique in the bundle: the name, or one made from the place if it is unknown
  std::string framework;
  std::string form;
  SourcePlace source;
  std::optional<ConfigField> name, title, description, parameters, outputSchema;
  std::optional<ConfigField> annotations; ///< hints of MCP, as `readOnlyHint`
  std::optional<ExecuteFunction> execute;
  /// It runs where the bundle has no code of it: at the model's provider, in the client, or as
  /// another agent.
  bool isHosted = false;
  std::optional<std::string> server; ///< the name of the MCP server that it belongs to
  RuntimeReference reference;
};

/// A feature of an MCP server beside its tools.
struct ServerFeature {
  enum class Kind { Resource, ResourceTemplate, Prompt };
  Kind kind = Kind::Resource;
  std::string id; ///< unique among those of its kind: the name, or one made from the place
  std::string framework;
  std::string form;
  SourcePlace source;
  std::optional<ConfigField> name;
  std::optional<ConfigField> uri;      ///< of a resource; a template's is by RFC 6570
  std::optional<ConfigField> metadata; ///< what a resource is listed with, as `description`
  std::optional<ConfigField> title, description; ///< of a prompt
  std::optional<ConfigField> arguments;          ///< of a prompt, as the protocol lists them
  /// True if only code tells what is listed: a template lists resources of its own, or the
  /// registration stands under a condition.
  bool isListedByCode = false;
  std::optional<std::string> server; ///< the name of the MCP server that it belongs to
};

struct AgentDefinition {
  std::string id;
  std::string framework;
  std::string form;
  SourcePlace source;
  std::optional<ConfigField> name, description, instructions, model;
  std::optional<std::string> key;    ///< the key that selects it, where its framework has one
  std::vector<std::string> tools;    ///< ids of ToolDefinitions
  std::vector<std::string> handoffs; ///< ids of the agents that it hands over to or delegates to
  std::optional<ExecuteFunction> handler;
  RuntimeReference reference;
};

struct UnresolvedField {
  std::string path; ///< `tools[0].description`
  SourcePlace source;
  std::string reason;
};

/// The stage `extract`.
struct AgentConfig {
  std::vector<AgentDefinition> agents;
  std::vector<ToolDefinition> tools;
  std::vector<ServerFeature> features;
  std::vector<UnresolvedField> unresolved;
  bool carriesFramework = false; ///< a bundler put a framework's code into the bundle

  const ToolDefinition *findTool(llvm::StringRef idOrName) const;
};

/// The configuration's word for the features of a kind, which is the protocol's: `resources`,
/// `resourceTemplates`, `prompts`.
llvm::StringRef listName(ServerFeature::Kind kind);
inline constexpr ServerFeature::Kind featureKinds[] = {ServerFeature::Kind::Resource,
                                                       ServerFeature::Kind::ResourceTemplate,
                                                       ServerFeature::Kind::Prompt};

/// The result of a framework's function, as its table says; null for every other path. For
/// `evaluate`, whose values `extract` reads.
const DefinitionResult *definitionResultOf(llvm::StringRef path);

AgentConfig extract(const Program &program, const Values &values, const Manifest &manifest,
                    const Settings &settings);

/// True if a framework's definitions come from calls of its functions, which the sandbox
/// records, and not only from classes, exports or files.
bool isMadeByCall(llvm::StringRef framework);

/// Bounds of extracted text and nesting; beyond them a field is unresolved.
inline constexpr size_t maxFieldBytes = 256 << 10;
/// Bound of all fields together, which may repeat one large value.
inline constexpr size_t maxConfigBytes = 16 << 20;
inline constexpr unsigned maxFieldDepth = 64;

/// True if a name can be that of a tool or agent: 1 to 128 characters, which are letters,
/// digits, `_`, `-`, `.`, `/`, `:`, `@` and inner spaces.
bool isValidName(llvm::StringRef name);

/// A value as a field: JSON with its provenance as seen from `site`, the expression that gives it.
ConfigField toField(const Program &program, const Values &values, const Value &value,
                    const ast::Node &site);

/// A schema as a field with JSON Schema 2020-12 (without `$schema`): a schema library's value, an
/// object that is JSON Schema, and with `takesShape` an object of schemas (`{city: z.string()}`).
/// Where parts of it are not known, the field is unresolved, with `{}` in their places. `printing`
/// is its server's.
ConfigField toSchemaField(const Program &program, const Values &values, const Value &value,
                          const ast::Node &site, bool takesShape,
                          const ServerPrinting *printing = nullptr);

} // namespace agentc

#endif
