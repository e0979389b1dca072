#ifndef AGENTC_HTTP_MESSAGE_H
#define AGENTC_HTTP_MESSAGE_H

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace agentc::http {

using Headers = std::vector<std::pair<std::string, std::string>>;

/// A request of HTTP/1.0 or 1.1 (RFC 9112) that is unambiguous: one length, one host, no folded
/// line, a target in origin form.
struct Request {
  std::string method; ///< as it was sent: methods differ by case
  std::string path;   ///< with its escapes; begins with a slash, or is `*` of OPTIONS
  std::string query;  ///< with its escapes, without the question mark
  std::string host;   ///< in lower case, with the port if one was sent; empty only for HTTP/1.0
  Headers headers;    ///< names in lower case, values trimmed, in the client's order
  std::string body;   ///< whole, out of its chunks; empty while only the head is there
  std::string peer;   ///< the client's address without its port

  /// The first header of a name in lower case.
  std::optional<llvm::StringRef> header(llvm::StringRef name) const;
};

/// True for a token, as methods and names of headers are (RFC 9110, 5.6.2).
bool isToken(llvm::StringRef text);
/// A text with its `%` escapes read; std::nullopt for a wrong one, a NUL, or what is not UTF-8.
std::optional<std::string> unescape(llvm::StringRef text);
/// The decoded segments of a path, which `%2F` does not separate; std::nullopt for a malformed
/// escape, a NUL, or invalid UTF-8.
std::optional<std::vector<std::string>> readPath(llvm::StringRef path);
/// A query's names and values, as forms write them (`+` is a space); std::nullopt as in `readPath`.
std::optional<std::vector<std::pair<std::string, std::string>>> readQuery(llvm::StringRef query);

/// An answer, or the head of one whose body is streamed. Lengths, `connection` and `date` are the
/// server's business.
struct Response {
  unsigned status = 200;
  Headers headers;
  std::string body;
};

/// A response of one media type.
Response makeResponse(unsigned status, llvm::StringRef type, std::string body);

} // namespace agentc::http

#endif
