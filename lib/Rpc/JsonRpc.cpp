#include "agentc/Rpc/JsonRpc.h"

namespace agentc {

static RpcRefusal refuse(const Json &id, RpcError code, std::string message) {
  return {id, {code, std::move(message)}};
}

std::variant<RpcMessage, RpcRefusal> readMessage(llvm::StringRef text) {
  JsonError error;
  std::optional<Json> json = parseJson(text, &error);
  if (!json)
    return refuse(nullptr, RpcError::Parse,
                  "not JSON: " + error.message + " at byte " + std::to_string(error.offset));
  if (json->is_array())
    return refuse(nullptr, RpcError::InvalidRequest, "the protocol has no batches");
  if (!json->is_object())
    return refuse(nullptr, RpcError::InvalidRequest, "a message is an object");
  RpcMessage message;
  auto id = json->find("id"), method = json->find("method"), params = json->find("params");
  const bool hasId = id != json->end();
  if (hasId && !id->is_string() && !id->is_number_integer())
    return refuse(nullptr, RpcError::InvalidRequest, "`id` is neither a string nor a whole number");
  if (hasId)
    message.id = *id;
  if (json->value("jsonrpc", Json()) != Json("2.0"))
    return refuse(message.id, RpcError::InvalidRequest, "`jsonrpc` is not `2.0`");
  if (method == json->end()) {
    message.kind = RpcMessage::Kind::Response;
    const auto result = json->find("result");
    if (result != json->end())
      message.result = *result;
    if (result != json->end() || json->contains("error"))
      return message;
    return refuse(message.id, RpcError::InvalidRequest, "`method` is missing");
  }
  if (!method->is_string())
    return refuse(message.id, RpcError::InvalidRequest, "`method` is not a string");
  message.kind = hasId ? RpcMessage::Kind::Request : RpcMessage::Kind::Notification;
  message.method = method->get<std::string>();
  if (params == json->end() || params->is_null())
    return message;
  if (!params->is_object())
    return refuse(message.id, RpcError::InvalidParams, "`params` is not an object");
  message.params = std::move(*params);
  return message;
}

Json resultMessage(const Json &id, Json result) {
  return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

Json errorMessage(const Json &id, const RpcFault &fault) {
  Json error = {{"code", static_cast<int>(fault.code)}, {"message", fault.message}};
  if (!fault.data.is_null())
    error["data"] = fault.data;
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

Json notificationMessage(llvm::StringRef method, Json params) {
  return {{"jsonrpc", "2.0"}, {"method", method.str()}, {"params", std::move(params)}};
}

Json requestMessage(const Json &id, llvm::StringRef method, Json params) {
  Json message = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method.str()}};
  if (!params.is_null())
    message["params"] = std::move(params);
  return message;
}

const Json *member(const Json &object, const char *name) {
  auto found = object.is_object() ? object.find(name) : object.end();
  return object.is_object() && found != object.end() ? &*found : nullptr;
}

} // namespace agentc
