#ifndef AGENTC_LIB_RUNTIME_REQUESTHEAD_H
#define AGENTC_LIB_RUNTIME_REQUESTHEAD_H

#include "agentc/Net/HttpClient.h"
#include "agentc/Support/Json.h"

namespace agentc {

/// Reads method, headers and the body's form of an `open` message into `request`, whose URL is
/// there already. What would let a tool say something else than one request to that URL's host
/// (line breaks, framing, another `Host`, CONNECT) is refused: the answer is why, or empty.
std::string readRequestHead(const Json &json, HttpRequest &request);

/// A member's text; empty if it is none.
std::string textMember(const Json &json, const char *member);
/// A member's whole number; std::nullopt if it is none.
std::optional<uint64_t> numberMember(const Json &json, const char *member);

/// True if a member is `true`.
bool flagMember(const Json &json, const char *member);

} // namespace agentc

#endif
