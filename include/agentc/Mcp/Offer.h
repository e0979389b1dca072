#ifndef AGENTC_MCP_OFFER_H
#define AGENTC_MCP_OFFER_H

#include "agentc/ToolProtocol/ToolProcess.h"

#include <map>
#include <nlohmann/json.hpp>

namespace agentc {

/// A tool as clients see it, and its call but for the input.
struct OfferedTool {
  std::string name;
  Json definition; ///< the protocol's `Tool`
  /// Holds only the digest of its image, which is sent ahead.
  ToolRequest request;
  /// True if the tool answers with the protocol's own `CallToolResult`.
  bool speaksMcp = false;
  /// The hosts and folders that a call can reach, in words for a person; empty: none.
  std::string reach;
  /// True if a person has to approve each call, asked by the client.
  bool needsApproval = false;
};

/// The methods besides tool calls that a bundle answers if it is itself a server: resources,
/// prompts and completions of their arguments. The bundle's own code answers them, called as a
/// tool named `methodsTool` with a method and its parameters.
struct OfferedMethods {
  bool resources = false, prompts = false, completions = false;
  ToolRequest request; ///< but for the input
  /// The answers of methods such as `prompts/list`, where the sealed configuration tells all of
  /// it; code is not asked then.
  std::map<std::string, std::vector<Json>> lists;
};
inline constexpr const char *methodsTool = "mcp:methods";

/// The address of a server over HTTP.
struct HttpPlace {
  std::string address; ///< IPv4 or IPv6
  uint16_t port = 0;   ///< 0: one that is free
  std::string token;   ///< required of each request; empty: none
  /// Names, with or without ports, that it answers to besides the loopback's; origins of web pages.
  std::vector<std::string> hosts, origins;
};

/// All that a server offers, made by `agentc`, which reads packages, for `agentc-mcp`, which
/// doesn't.
struct Offer {
  std::string name, version;
  std::string instructions; ///< for models; may be empty
  SandboxFlags sandbox;
  std::vector<OfferedTool> tools; ///< sorted by name, each name once
  std::optional<OfferedMethods> methods;
  std::optional<HttpPlace> http; ///< std::nullopt: standard input and output
  /// The call that names no tool: of the handler, the BaseAgent, or the only tool, by its id and
  /// without a definition.
  std::optional<OfferedTool> entry;
  /// Digests of the images whose lines, as `sendAhead` writes them, follow the offer's.
  std::vector<std::string> images;
};

/// One line. Schema `agentc.offer/1`, which only these two programs of one build speak.
std::string offerLine(const Offer &offer);
llvm::Expected<Offer> readOffer(llvm::StringRef line);

} // namespace agentc

#endif
