#include "Head.h"

#include "llvm/ADT/StringExtras.h"

#include <ctime>

namespace agentc::http {

static bool isTokenCharacter(char c) {
  return llvm::isAlnum(c) || (c != '\0' && llvm::StringRef("!#$%&'*+-.^_`|~").contains(c));
}

bool isToken(llvm::StringRef text) { return !text.empty() && llvm::all_of(text, isTokenCharacter); }

static std::optional<Fault> judgeRequestLine(llvm::StringRef line) {
  auto [method, rest] = line.split(' ');
  auto [target, version] = rest.split(' ');
  if (!isToken(method) || target.empty() ||
      !llvm::all_of(target, [](char c) { return c > ' ' && c < '\x7f'; }))
    return Fault{400, "the request line is malformed"};
  if (version == "HTTP/1.1" || version == "HTTP/1.0")
    return std::nullopt;
  const bool isVersion = version.size() == 8 && version.starts_with("HTTP/") &&
                         llvm::isDigit(version[5]) && version[6] == '.' &&
                         llvm::isDigit(version[7]);
  return Fault{isVersion ? 505u : 400u, isVersion ? "only HTTP/1.1 and HTTP/1.0 are spoken here"
                                                  : "the request line is malformed"};
}

std::optional<Fault> HeadScanner::judgeLine(llvm::StringRef line) {
  if (isFirst_) {
    isFirst_ = false;
    return judgeRequestLine(line);
  }
  if (line.empty())
    return std::nullopt;
  if (line.front() == ' ' || line.front() == '\t')
    return Fault{400, "a header is folded over lines"};
  auto [name, value] = line.split(':');
  if (name.size() == line.size() || !isToken(name))
    return Fault{400, "a header's name is malformed"};
  if (++headers_ > mostHeaders_)
    return Fault{431, "there are too many headers"};
  return std::nullopt;
}

std::variant<std::optional<size_t>, Fault> HeadScanner::scan(llvm::StringRef bytes) {
  for (; seen_ < bytes.size(); ++seen_) {
    const char c = bytes[seen_];
    const bool endsLine = seen_ > line_ && bytes[seen_ - 1] == '\r';
    if (endsLine != (c == '\n'))
      return Fault{400, "a line does not end by CRLF"};
    if ((static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\r' && c != '\n') ||
        c == '\x7f' || (isFirst_ && (c == '\t' || static_cast<unsigned char>(c) >= 0x80)))
      return Fault{400, "there is a control character in the head"};
    if (!endsLine)
      continue;
    const llvm::StringRef line = bytes.slice(line_, seen_ - 1);
    const bool isEnd = line.empty() && !isFirst_;
    if (std::optional<Fault> fault = judgeLine(line))
      return *fault;
    line_ = seen_ + 1;
    if (isEnd)
      return std::optional<size_t>(++seen_);
  }
  return std::optional<size_t>();
}

/// The only header of a name; `isTwice` if there are several.
static std::optional<llvm::StringRef> onlyHeader(const Headers &headers, llvm::StringRef name,
                                                 bool &isTwice) {
  std::optional<llvm::StringRef> found;
  isTwice = false;
  for (const auto &[one, value] : headers)
    if (one == name) {
      isTwice |= found.has_value();
      found = value;
    }
  return found;
}

std::variant<BodyKind, Fault> readBodyKind(const Headers &headers, bool isOld) {
  bool areLengths = false, areCodings = false;
  std::optional<llvm::StringRef> length = onlyHeader(headers, "content-length", areLengths);
  std::optional<llvm::StringRef> coding = onlyHeader(headers, "transfer-encoding", areCodings);
  if (areLengths || areCodings || (length && coding))
    return Fault{400, "the body's length is said twice"};
  if (coding && isOld)
    return Fault{400, "HTTP/1.0 has no transfer codings"};
  if (coding && !coding->equals_insensitive("chunked"))
    return Fault{501, "of the transfer codings only `chunked` is known here"};
  BodyKind kind;
  kind.isChunked = coding.has_value();
  if (!length)
    return kind;
  uint64_t bytes = 0;
  if (!llvm::all_of(*length, llvm::isDigit) || length->getAsInteger(10, bytes))
    return Fault{400, "`content-length` is not a number of bytes"};
  kind.length = bytes;
  return kind;
}

bool isHost(llvm::StringRef text) {
  llvm::StringRef name = text, port;
  if (text.starts_with("[")) {
    const size_t end = text.find(']');
    if (end == llvm::StringRef::npos || end < 3)
      return false;
    name = text.slice(1, end);
    if (!llvm::all_of(name, [](char c) { return llvm::isHexDigit(c) || c == ':' || c == '.'; }))
      return false;
    port = text.drop_front(end + 1);
    if (!port.empty() && !port.consume_front(":"))
      return false;
  } else {
    std::tie(name, port) = text.split(':');
    if (name.empty() || !llvm::all_of(name, [](char c) {
          return llvm::isAlnum(c) || c == '-' || c == '.' || c == '_';
        }))
      return false;
  }
  uint16_t number = 0;
  return port.empty() ? !text.ends_with(":")
                      : llvm::all_of(port, llvm::isDigit) && !port.getAsInteger(10, number);
}

std::optional<Fault> readTarget(llvm::StringRef target, bool isOld, Request &request) {
  bool areHosts = false;
  std::optional<llvm::StringRef> host = onlyHeader(request.headers, "host", areHosts);
  if (areHosts || (!host && !isOld) || (host && !isHost(*host)))
    return Fault{400, "there is not one right `host` header"};
  request.host = host ? host->lower() : "";
  if (request.method == "CONNECT" || request.method == "TRACE")
    return Fault{501, "`" + request.method + "` is not spoken here"};
  if (target == "*" && request.method == "OPTIONS") {
    request.path = "*";
    return std::nullopt;
  }
  if (!target.starts_with("/")) {
    // Absolute form, as proxies get it; the host that it names is the one that counts.
    llvm::StringRef rest = target;
    if (!rest.consume_front_insensitive("http://"))
      return Fault{400, "the target is not a path"};
    const llvm::StringRef authority = rest.take_until([](char c) { return c == '/' || c == '?'; });
    if (!isHost(authority) || (host && !authority.equals_insensitive(*host)))
      return Fault{400, "the target names another host than `host`"};
    request.host = authority.lower();
    target = rest.drop_front(authority.size());
  }
  if (target.contains('#'))
    return Fault{400, "the target has a fragment"};
  const auto [path, query] = target.split('?');
  request.path = path.empty() ? "/" : path.str();
  request.query = query.str();
  return std::nullopt;
}

std::string headText(const Response &response, llvm::StringRef framing) {
  static std::time_t dated = -1;
  static char date[40];
  if (const std::time_t now = std::time(nullptr); now != dated) {
    dated = now;
    std::tm parts = {};
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &parts);
  }
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " " +
                     reasonPhrase(response.status).str() + "\r\ndate: " + date + "\r\n";
  for (const auto &[name, value] : response.headers) {
    assert(isToken(name));
    text += name + ": ";
    for (char c : value)
      text += static_cast<unsigned char>(c) < ' ' || c == '\x7f' ? ' ' : c;
    text += "\r\n";
  }
  return text + framing.str() + "\r\n";
}

} // namespace agentc::http
