#ifndef AGENTC_LIB_CONFIG_FRAMEWORKTABLE_H
#define AGENTC_LIB_CONFIG_FRAMEWORKTABLE_H

#include "agentc/Config/Framework.h"

namespace agentc {

class DefinitionParts;

/// The place of a part of a definition: an argument of the call, or the member of that argument
/// with the first of these keys (words) that it has.
struct PartPlace {
  int argument = -1; ///< -1: the form has no such part
  llvm::StringRef keys = {};
};

struct ToolParts {
  PartPlace name = {}, description = {}, parameters = {}, outputSchema = {}, execute = {},
            title = {}, annotations = {};
};

enum ToolTraits : unsigned {
  NamedByKey = 1,      ///< by the key that it is used under, else by its variable
  NamedByFunction = 2, ///< by the name of the function that it runs, if it has no other
  NamedByLetters = 4,  ///< whatever is not a letter or digit of the name becomes `_`
  TakesShape = 8,      ///< `parameters` and `outputSchema` may be shapes (`{key: schema}`)
  Hosted = 16,         ///< the bundle has no function of it
  Distinctive = 32,    ///< the function's name counts where nothing declares it, too
  MayLackCode = 64,    ///< without `execute` it runs elsewhere, in the client
  Shipped = 128,       ///< the package's own code makes some too, which a copy in the bundle has
};

/// A definition function of tools, or a class of them.
struct ToolForm {
  /// The name of a package's export, or of a method of its result: `tool`, `McpServer().tool`. A
  /// `*` at the beginning or end stands for anything.
  llvm::StringRef function;
  llvm::StringRef form; ///< as the configuration says it
  ToolParts parts = {};
  unsigned traits = 0;
  llvm::StringRef defaultName = {};
  llvm::StringRef packages = {}; ///< where they aren't the framework's
  /// The argument that the made tool has members of, and these, which code then reads of the tool
  /// (`tool.id`): `{0, "id description"}`, or `{0, wholeObject}` if it is given back as it is.
  DefinitionResult result = {};
  /// How a server that a path makes lists the schemas of a tool; null where no server does.
  ServerPrinting (*printing)(const ExtractionContext &context, llvm::StringRef path,
                             bool isOutput) = nullptr;
  /// Reads what the places can't say.
  void (*complete)(ExtractionContext &context, const DefinitionParts &parts,
                   ToolDefinition &tool) = nullptr;
};

struct AgentParts {
  PartPlace name = {}, description = {}, instructions = {}, model = {}, tools = {};
  PartPlace servers = {};  ///< tools' servers, each made by a form of `servers`
  PartPlace handoffs = {}; ///< the agents that it hands over to or delegates to
  PartPlace agents = {};   ///< definitions of agents by their names
};

/// A definition function of agents, or a class of them.
struct AgentForm {
  llvm::StringRef function;
  llvm::StringRef form;
  AgentParts parts = {};
  bool isDistinctive = false;
  bool isAgent = true;                  ///< or just a call that is given tools
  char providerSeparator = 0;           ///< a model's text is `provider:id`
  llvm::StringRef options = {};         ///< the member of the arguments that has the parts
  const AgentForm *agentForm = nullptr; ///< of the definitions in `agents`
};

/// A function that makes a server of tools, or registers agents under keys.
struct GroupForm {
  llvm::StringRef function;
  PartPlace name = {}, members = {};
  bool isDistinctive = false;
};

/// A method that gives a server a feature: `registerResource(name, uri, metadata, callback)`,
/// `registerPrompt(name, {…}, callback)`, or their older overloads with parts left out.
struct FeatureForm {
  llvm::StringRef function;
  llvm::StringRef form;
  ServerFeature::Kind kind;
  bool isOverloaded = false;
};

/// A framework's definition functions and what they call the parts of definitions.
struct FrameworkTable {
  /// Words; `name/*` is `name` with all its subpaths.
  llvm::StringRef packages;
  llvm::ArrayRef<ToolForm> tools = {};
  llvm::ArrayRef<AgentForm> agents = {};
  llvm::ArrayRef<GroupForm> servers = {};
  llvm::ArrayRef<GroupForm> registries = {};
  llvm::ArrayRef<FeatureForm> features = {};
  /// The forms of a plain object and of a plain function among an agent's tools; null: no tool.
  const ToolForm *objectTool = nullptr;
  const ToolForm *functionTool = nullptr;
};

/// The form that an API path is; all null for a path of no framework.
struct FormOfPath {
  const Framework *framework = nullptr;
  const ToolForm *tool = nullptr;
  const AgentForm *agent = nullptr;
  const GroupForm *server = nullptr;
  const GroupForm *registry = nullptr;
  const FeatureForm *feature = nullptr;
};

FormOfPath findForm(llvm::StringRef path);

/// Returns true if some framework's servers get tools by a method of this name.
bool isServerMethod(llvm::StringRef key);
/// Returns true if some framework's servers get features beside tools by a method of this name.
bool isFeatureMethod(llvm::StringRef key);

} // namespace agentc

#endif
