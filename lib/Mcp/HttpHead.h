#ifndef AGENTC_LIB_MCP_HTTPHEAD_H
#define AGENTC_LIB_MCP_HTTPHEAD_H

#include "agentc/Http/Message.h"
#include "agentc/Rpc/JsonRpc.h"

namespace agentc {

/// Why a request's head can't be one of this transport: the status, and the reason.
struct HeadFault {
  unsigned status;
  std::string why;
};

/// The fault of a POST's media types, which it has to send and to accept.
std::optional<HeadFault> findMediaFault(const http::Request &head);

/// The fault of a request of 2026-07-28 whose headers say something else than its body, or nothing
/// (`MCP-Protocol-Version`, `Mcp-Method`, `Mcp-Name`).
std::optional<RpcFault> findMismatch(const http::Request &head, const RpcMessage &message);

} // namespace agentc

#endif
