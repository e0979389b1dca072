#ifndef AGENTC_ACCESS_ACCESS_H
#define AGENTC_ACCESS_ACCESS_H

#include "agentc/Access/FileReach.h"
#include "agentc/Access/TextShape.h"
#include "agentc/Config/Config.h"
#include "agentc/Flow/ApiUse.h"

namespace agentc {

class CodeFlow;

enum class AccessKind { Host, Env, File, Module, Global, CodeGeneration, Unanalyzed };

/// The kind's name in JSON: `hosts`, `env`, `files`, `modules`, `globals`, `codeGeneration`,
/// `unanalyzed`.
llvm::StringRef accessKindName(AccessKind kind);

/// The reason of an Unanalyzed item where a handler's whole context gets out of sight.
inline constexpr llvm::StringLiteral handedOnContext = "`ctx` is handed on";

/// One thing that code can reach: `api.example.com`, `OPENAI_API_KEY`, `reads bundle`, `axios`,
/// `fetch`; for Unanalyzed the reason. `via` is the call path: the definition's function first, the
/// place of access last.
struct AccessItem {
  AccessKind kind;
  std::string name;
  std::vector<SourcePlace> via;
};

/// The access of one tool or handler: all that its code can reach, by kind and name.
struct ToolAccess {
  std::string id; ///< of the ToolDefinition or AgentDefinition
  bool agent = false;
  std::vector<AccessItem> items;

  bool has(AccessKind kind) const;
};

/// The stage `infer`: schema `agentc.access/1`.
struct AccessMap {
  std::vector<ToolAccess> entries; ///< each without `topLevel`, though a call loads that, too
  /// The reach of the modules' top level, when they load.
  ToolAccess topLevel;

  const ToolAccess *find(llvm::StringRef id) const;
};

AccessMap infer(const CodeFlow &flow, const AgentConfig &config, const InputFacts &input);

/// The target of one use, without the path to it: hosts by the URL asked for, an environment name,
/// the use of a module … Empty for what is harmless. Rules and `infer` ask here alike. Files are
/// told where `files` is given.
std::vector<AccessItem> accessOfUse(const Values &values, const ApiUse &use,
                                    KnownVariable known = nullptr, FileReaches *files = nullptr);

/// The known part of a request's destination.
struct RequestTarget {
  std::string scheme; ///< lower case; empty if unknown
  std::string host; ///< lower case, with `:port` where it isn't the scheme's own; empty if unknown
  bool hasUser = false; ///< the URL names a user before its host
};
/// The targets to which a use sends requests; empty if it sends none. A target without a host
/// could not be determined; a relative URL has no target.
std::vector<RequestTarget> requestTargets(const Values &values, const ApiUse &use,
                                          KnownVariable known = nullptr);

Json accessToJson(const ToolAccess &access, const FileTree &files);
Json accessMapToJson(const AccessMap &map, const FileTree &files);

/// The configuration with each tool's and agent's access, schema `agentc.config/1`; bare values if
/// `plain`.
Json configToJson(const AgentConfig &config, const AccessMap &access, const FileTree &files,
                  bool plain);

} // namespace agentc

#endif
