#ifndef AGENTC_MCP_JSONRPC_H
#define AGENTC_MCP_JSONRPC_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/StringRef.h"

#include <nlohmann/json.hpp>

#include <string>
#include <variant>

namespace agentc {

/// The errors of JSON-RPC 2.0, and those that the Model Context Protocol adds.
enum class RpcError {
  Parse = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  Internal = -32603,
  HeaderMismatch = -32020,
  UnsupportedVersion = -32022
};

struct RpcFault {
  RpcError code;
  std::string message;
  Json data = nullptr; ///< null: none
};

/// A message of JSON-RPC 2.0, as the Model Context Protocol narrows it: no batches, parameters by
/// name, ids that are strings or whole numbers.
struct RpcMessage {
  enum class Kind { Request, Notification, Response };
  Kind kind = Kind::Request;
  Json id = nullptr; ///< of a request
  std::string method;
  Json params = Json::object();
};

/// A line that is no message, and whom its error answers: null where that is not known.
struct RpcRefusal {
  Json id;
  RpcFault fault;
};

std::variant<RpcMessage, RpcRefusal> readMessage(llvm::StringRef line);

/// Lines with their ends.
std::string resultLine(const Json &id, Json result);
std::string errorLine(const Json &id, const RpcFault &fault);
std::string notificationLine(llvm::StringRef method, Json params);

} // namespace agentc

#endif
