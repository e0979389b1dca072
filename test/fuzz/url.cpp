// Any text is a URL that a tool asks for, a host that a manifest allows, or (from the second line)
// the head of a request: what is let through is one request to the host that was judged.
#include "RequestHead.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static bool isOneLine(llvm::StringRef text) {
  return text.find_first_of(llvm::StringRef("\r\n\0", 3)) == llvm::StringRef::npos;
}

static void checkUrl(llvm::StringRef text, HttpRequest &request) {
  const std::optional<UrlOrigin> origin = parseUrlOrigin(text);
  const std::optional<RequestUrl> url = parseRequestUrl(text);
  if (!url)
    return;
  const std::optional<RequestUrl> again = parseRequestUrl(url->text());
  if (!origin || origin->host != url->origin.host || origin->port != url->origin.port || !again ||
      again->text() != url->text() || again->origin.host != origin->host ||
      again->origin.port != origin->port || !isOneLine(url->target) || url->target.empty() ||
      url->target.front() != '/' || !isOneLine(origin->host))
    std::abort();
  (void)neighborhoodOfHost(origin->host);
  request.url = *url;
}

static void checkHead(llvm::StringRef text, HttpRequest &request) {
  const std::optional<Json> json = parseJson(text);
  if (!json || !json->is_object() || !readRequestHead(*json, request).empty())
    return;
  if (request.method.empty() || !isOneLine(request.method) ||
      request.method.find(' ') != std::string::npos)
    std::abort();
  for (const auto &[name, value] : request.headers)
    if (name.empty() || !isOneLine(name) || !isOneLine(value) ||
        name.find_first_of(" :") != std::string::npos ||
        llvm::StringRef(name).equals_insensitive("transfer-encoding"))
      std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  auto [line, rest] = llvm::StringRef(reinterpret_cast<const char *>(bytes), size).split('\n');
  HttpRequest request;
  request.url = {{"https", "example.com", 443}, "/"};
  checkUrl(line, request);
  checkHead(rest, request);
  (void)neighborhoodOfHost(line);
  (void)parseIpv4(line);
  if (std::optional<Ipv6Address> address = parseIpv6(line))
    (void)neighborhoodOf(*address);
  const std::optional<HostPattern> pattern = parseHostPattern(line);
  if (pattern && (pattern->host.empty() || pattern->host != llvm::StringRef(pattern->host).lower()))
    std::abort();
  if (std::optional<ResolvedHost> resolved = parseResolvedHost(line);
      resolved && resolved->addresses.empty())
    std::abort();
  return 0;
}
