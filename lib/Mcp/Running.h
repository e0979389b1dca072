#ifndef AGENTC_LIB_MCP_RUNNING_H
#define AGENTC_LIB_MCP_RUNNING_H

#include "InputRequests.h"
#include "Lines.h"

#include "agentc/Mcp/Server.h"

namespace agentc {

inline constexpr const char *protocolVersionKey = "io.modelcontextprotocol/protocolVersion";
/// The version that each request states.
inline constexpr llvm::StringLiteral modernVersion = "2026-07-28";
/// Those that begin with `initialize`, the newest first.
inline constexpr llvm::StringLiteral sessionVersions[] = {"2025-11-25", "2025-06-18"};

/// The levels of log messages, the least first.
inline constexpr llvm::StringLiteral levels[] = {"debug", "info",     "notice", "warning",
                                                 "error", "critical", "alert",  "emergency"};

/// Returns a client's text for a message to the client: quoted, at most 128 bytes of it.
inline std::string shown(llvm::StringRef text) {
  return ("`" + text.take_front(128) + (text.size() > 128 ? "…`" : "`")).str();
}

/// The rules that one request is served by.
struct McpServer::Era {
  bool isModern = false;
  std::optional<int> level; ///< lowest level of log messages; std::nullopt: none are sent
  bool canAsk = false;      ///< true if the client shows its person a question
  Json capabilities = {};   ///< of the client, an object since 2026-07-28
};

/// A call that has no answer yet.
struct McpServer::Running {
  Json id;
  const OfferedTool *tool; ///< null: another method
  Era era;
  Json progressToken;                            ///< null: not asked for
  std::optional<double> progress = std::nullopt; ///< last reported
  size_t bytes = 0;
  uint64_t call = 0;         ///< the sandbox's; 0 until it is approved
  std::string input = {};    ///< until then
  std::string question = {}; ///< the id of the request that asks for the approval
  InputAnswers answers = {}; ///< since 2026-07-28
  std::string subject = {};  ///< the digest of the request, which a state is bound to
};

} // namespace agentc

#endif
