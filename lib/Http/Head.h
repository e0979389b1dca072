#ifndef AGENTC_LIB_HTTP_HEAD_H
#define AGENTC_LIB_HTTP_HEAD_H

#include "agentc/Http/Message.h"

#include <variant>

namespace agentc::http {

struct Fault {
  unsigned status;
  std::string why;
};

/// Looks for the end of a request's head in bytes as they come, and refuses each form that two
/// readers could understand differently (RFC 9112, 2.2, 3, 5, 11.2): lines that do not end by CRLF,
/// folded lines, blanks before a colon, control characters. It is the stricter of two readers;
/// Beast's is the other.
class HeadScanner {
public:
  explicit HeadScanner(size_t mostHeaders) : mostHeaders_(mostHeaders) {}

  /// `bytes` begin with the head, and are those of the call before with more after them. Its length
  /// with the empty line; std::nullopt: more must come.
  std::variant<std::optional<size_t>, Fault> scan(llvm::StringRef bytes);

private:
  std::optional<Fault> judgeLine(llvm::StringRef line);

  size_t mostHeaders_;
  size_t headers_ = 0;
  size_t line_ = 0; ///< where the line begins that has not ended
  size_t seen_ = 0; ///< up to where bytes were judged
  bool isFirst_ = true;
};

/// The body that a head announces.
struct BodyKind {
  bool isChunked = false;
  std::optional<uint64_t> length;
};

/// Judges the headers that say where a body ends: at most one of `content-length` and
/// `transfer-encoding`, once.
std::variant<BodyKind, Fault> readBodyKind(const Headers &headers, bool isOld);

/// Takes a request's target apart and sets path, query and host, judging the `host` header with
/// them (RFC 9112, 3.2).
std::optional<Fault> readTarget(llvm::StringRef target, bool isOld, Request &request);

/// True for a host with or without a port, as URLs write it (RFC 3986, 3.2.2), without an escape.
bool isHost(llvm::StringRef text);

/// The phrase of a status code, as IANA's registry has it: `Not Found`.
llvm::StringRef reasonPhrase(unsigned status);

/// The status line and headers of a response, then `framing`, which is lines, and the empty line.
/// Control characters of values become spaces.
std::string headText(const Response &response, llvm::StringRef framing);

} // namespace agentc::http

#endif
