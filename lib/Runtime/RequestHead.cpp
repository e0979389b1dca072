#include "RequestHead.h"

#include "llvm/ADT/StringExtras.h"

#include <nlohmann/json.hpp>

namespace agentc {

static constexpr size_t mostHeaders = 1000, longestHeaders = 256u << 10;

std::string textMember(const Json &json, const char *member) {
  auto it = json.find(member);
  return it != json.end() && it->is_string() ? *it->get_ptr<const std::string *>() : std::string();
}

std::optional<uint64_t> numberMember(const Json &json, const char *member) {
  auto it = json.find(member);
  if (it == json.end() || !it->is_number_unsigned())
    return std::nullopt;
  return it->get<uint64_t>();
}

bool flagMember(const Json &json, const char *member) {
  auto it = json.find(member);
  return it != json.end() && it->is_boolean() && *it->get_ptr<const bool *>();
}

/// RFC 9110, 5.6.2.
static bool isToken(llvm::StringRef text) {
  return !text.empty() && text.size() <= 1024 && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("!#$%&'*+-.^_`|~").contains(c);
  });
}

/// The bytes of a header's value, which the guest writes as characters U+0000 to U+00FF.
static std::optional<std::string> toBytes(llvm::StringRef text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80) {
      if ((c & 0xFE) != 0xC2 || i + 1 == text.size())
        return std::nullopt;
      c = static_cast<unsigned char>(c << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
    }
    if (c == 0 || c == '\r' || c == '\n')
      return std::nullopt;
    bytes += static_cast<char>(c);
  }
  return llvm::StringRef(bytes).trim(" \t").str();
}

/// Those by which one request could become two, or say that it goes elsewhere.
static bool isForbidden(llvm::StringRef name, llvm::StringRef value, const UrlOrigin &origin) {
  if (name.equals_insensitive("host")) {
    std::string withPort = origin.host + ":" + std::to_string(origin.port);
    return !value.equals_insensitive(origin.host) && !value.equals_insensitive(withPort);
  }
  return llvm::any_of(llvm::ArrayRef<llvm::StringRef>{"content-length", "expect", "http2-settings",
                                                      "keep-alive", "te", "trailer",
                                                      "transfer-encoding", "upgrade"},
                      [&](llvm::StringRef each) { return name.equals_insensitive(each); });
}

static std::string readHeaders(const Json &list, HttpRequest &request) {
  size_t bytes = 0;
  for (const Json &pair : list) {
    if (!pair.is_array() || pair.size() != 2 || !pair[0].is_string() || !pair[1].is_string())
      return "a header is not a pair of texts";
    const std::string &name = *pair[0].get_ptr<const std::string *>();
    std::optional<std::string> value = toBytes(*pair[1].get_ptr<const std::string *>());
    if (!isToken(name))
      return "invalid header name";
    if (!value)
      return "invalid " + name + " header";
    if (isForbidden(name, *value, request.url.origin))
      return "invalid " + name + " header";
    bytes += name.size() + value->size();
    if (request.headers.size() == mostHeaders || bytes > longestHeaders)
      return "too many headers";
    // The connection is the broker's.
    if (!llvm::StringRef(name).equals_insensitive("connection") &&
        !llvm::StringRef(name).equals_insensitive("host"))
      request.headers.emplace_back(name, std::move(*value));
  }
  request.headers.emplace_back("connection", "keep-alive");
  return "";
}

std::string readRequestHead(const Json &json, HttpRequest &request) {
  request.method = textMember(json, "method");
  for (const char *refused : {"CONNECT", "TRACE", "TRACK"})
    if (llvm::StringRef(request.method).equals_insensitive(refused))
      return "invalid request method";
  if (!isToken(request.method))
    return "invalid request method";
  std::string body = textMember(json, "body");
  request.kind = body == "whole"    ? HttpRequest::Body::Whole
                 : body == "stream" ? HttpRequest::Body::Streamed
                                    : HttpRequest::Body::None;
  request.length = numberMember(json, "length");
  request.raw = flagMember(json, "raw");
  if (request.method == "HEAD" && request.kind != HttpRequest::Body::None)
    return "a request with method `HEAD` has a body";
  auto headers = json.find("headers");
  return headers != json.end() && headers->is_array() ? readHeaders(*headers, request) : "";
}

} // namespace agentc
