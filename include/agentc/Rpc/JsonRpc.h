#ifndef AGENTC_RPC_JSONRPC_H
#define AGENTC_RPC_JSONRPC_H

#include "agentc/Support/Json.h"

#include "llvm/ADT/StringRef.h"

#include <nlohmann/json.hpp>

#include <string>
#include <variant>

namespace agentc {

/// The errors of JSON-RPC 2.0, and those that the Model Context Protocol and the Language Server
/// Protocol 3.17 add.
enum class RpcError {
  Parse = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  Internal = -32603,
  HeaderMismatch = -32020,
  UnsupportedVersion = -32022,
  ServerNotInitialized = -32002,
  ContentModified = -32801,
  RequestCancelled = -32800
};

struct RpcFault {
  RpcError code;
  std::string message;
  Json data = nullptr; ///< null: none
};

/// A message of JSON-RPC 2.0 as protocols narrow it: no batches, parameters by name, ids that are
/// strings or whole numbers.
struct RpcMessage {
  enum class Kind { Request, Notification, Response };
  Kind kind = Kind::Request;
  Json id = nullptr; ///< of a request
  std::string method;
  Json params = Json::object();
  Json result = nullptr; ///< of a response; null: it is an error
};

/// A text that is not a message, with the id that its error answers: null if unknown.
struct RpcRefusal {
  Json id;
  RpcFault fault;
};

/// Reads one message. Parameters that are null count as left out, as some clients send them.
std::variant<RpcMessage, RpcRefusal> readMessage(llvm::StringRef text);

/// Outgoing messages. An error that answers no request has a null id.
Json resultMessage(const Json &id, Json result);
Json errorMessage(const Json &id, const RpcFault &fault);
Json notificationMessage(llvm::StringRef method, Json params);
Json requestMessage(const Json &id, llvm::StringRef method, Json params);

/// An object's member; null if it is missing, or the value is not an object.
const Json *member(const Json &object, const char *name);

/// The fault of a request's parameters.
inline RpcFault invalid(std::string message) {
  return {RpcError::InvalidParams, std::move(message)};
}

} // namespace agentc

#endif
