#include "HttpHead.h"

#include "Running.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Base64.h"

namespace agentc {

/// A media type or range without its parameters, in lower case.
static std::string typeOf(llvm::StringRef text) { return text.split(';').first.trim().lower(); }

static bool accepts(llvm::StringRef list, llvm::StringRef type) {
  llvm::SmallVector<llvm::StringRef, 4> ranges;
  list.split(ranges, ',');
  const std::string any = type.split('/').first.str() + "/*";
  return llvm::any_of(ranges, [&](llvm::StringRef range) {
    const std::string one = typeOf(range);
    return one == type || one == any || one == "*/*";
  });
}

std::optional<HeadFault> findMediaFault(const http::Request &head) {
  if (typeOf(head.header("content-type").value_or("")) != "application/json")
    return HeadFault{415, "a message is `application/json`"};
  const llvm::StringRef accepted = head.header("accept").value_or("");
  if (!accepts(accepted, "application/json") || !accepts(accepted, "text/event-stream"))
    return HeadFault{406, "a client accepts `application/json` and `text/event-stream`"};
  return std::nullopt;
}

/// A header's text, which `=?base64?…?=` stands for where it does not fit into one.
static std::optional<std::string> decoded(llvm::StringRef value) {
  if (!value.consume_front("=?base64?"))
    return value.str();
  std::vector<char> bytes;
  if (!value.consume_back("?="))
    return std::nullopt;
  if (llvm::Error error = llvm::decodeBase64(value, bytes)) {
    consumeError(std::move(error));
    return std::nullopt;
  }
  return std::string(bytes.begin(), bytes.end());
}

static std::optional<RpcFault> compare(const http::Request &head, const char *name,
                                       const std::string &said) {
  const std::optional<llvm::StringRef> value = head.header(llvm::StringRef(name).lower());
  if (value && decoded(*value) == said)
    return std::nullopt;
  return RpcFault{RpcError::HeaderMismatch,
                  "the header `" + std::string(name) +
                      (value ? "` says something else than the message" : "` is missing")};
}

std::optional<RpcFault> findMismatch(const http::Request &head, const RpcMessage &message) {
  const Json *meta = member(message.params, "_meta");
  const Json *version = meta ? member(*meta, protocolVersionKey) : nullptr;
  if (!version || !version->is_string())
    return std::nullopt; // which is told for itself
  if (std::optional<RpcFault> fault =
          compare(head, "MCP-Protocol-Version", version->get_ref<const std::string &>()))
    return fault;
  if (std::optional<RpcFault> fault = compare(head, "Mcp-Method", message.method))
    return fault;
  const char *source = message.method == "tools/call" || message.method == "prompts/get" ? "name"
                       : message.method == "resources/read"                              ? "uri"
                                                                                         : nullptr;
  const Json *named = source ? member(message.params, source) : nullptr;
  if (!named || !named->is_string())
    return std::nullopt;
  return compare(head, "Mcp-Name", named->get_ref<const std::string &>());
}

} // namespace agentc
