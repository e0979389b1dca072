#ifndef AGENTC_LIB_MCP_LINES_H
#define AGENTC_LIB_MCP_LINES_H

#include "agentc/Rpc/JsonRpc.h"

namespace agentc {

/// A message as a line with its end.
inline std::string lineOf(const Json &message) {
  return printJson(message, /*indented=*/false) + "\n";
}

inline std::string resultLine(const Json &id, Json result) {
  return lineOf(resultMessage(id, std::move(result)));
}

inline std::string errorLine(const Json &id, const RpcFault &fault) {
  Json message = errorMessage(id, fault);
  // The protocol has no id that is null.
  if (id.is_null())
    message.erase("id");
  return lineOf(message);
}

inline std::string notificationLine(llvm::StringRef method, Json params) {
  return lineOf(notificationMessage(method, std::move(params)));
}

inline std::string requestLine(const Json &id, llvm::StringRef method, Json params) {
  return lineOf(requestMessage(id, method, std::move(params)));
}

} // namespace agentc

#endif
