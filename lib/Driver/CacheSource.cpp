#include "CacheSource.h"

#include "agentc/Net/WholeAnswer.h"
#include "agentc/Support/Text.h"

namespace agentc {

namespace {

constexpr unsigned maxRedirects = 5;
constexpr std::chrono::milliseconds maxTime{5 * 60 * 1000};

/// The whole body, or in words why there is none.
llvm::Expected<std::string> take(WholeAnswer answer, llvm::StringRef url, uint64_t maxBytes) {
  const std::string shown = "`" + escapeForTerminal(url) + "`";
  if (answer.isTooLarge)
    return usageError(shown + " has over " + llvm::Twine(maxBytes) + " bytes");
  if (!answer.end.ok)
    return usageError("cannot fetch " + shown + ": " + escapeForTerminal(answer.end.message));
  if (answer.head.status != 200)
    return usageError(shown + " answers with status " + llvm::Twine(answer.head.status));
  return std::move(answer.body);
}

llvm::Expected<RequestUrl> parseSource(llvm::StringRef text) {
  std::optional<RequestUrl> url = parseRequestUrl(text);
  if (!url || url->origin.scheme != "https")
    return usageError("`" + escapeForTerminal(text) +
                      "` is not an https URL of a host by its name");
  return *url;
}

} // namespace

bool isUrl(llvm::StringRef source) { return source.contains("://"); }

llvm::Expected<std::string> fetchUrl(llvm::StringRef text, const NetworkOptions &options,
                                     uint64_t maxBytes) {
  HttpOptions http;
  http.allowPrivate = options.privateAddresses;
  http.authorities = options.authorities;
  http.resolved = resolvedHosts(options);
  llvm::Expected<std::unique_ptr<HttpClient>> client = HttpClient::create(std::move(http));
  if (!client)
    return client.takeError();
  std::string next = text.str();
  for (unsigned redirects = 0; redirects <= maxRedirects; ++redirects) {
    llvm::Expected<RequestUrl> url = parseSource(next);
    if (!url)
      return url.takeError();
    HttpRequest request;
    request.method = "GET";
    request.url = *url;
    request.headers = {{"accept", "*/*"}, {"accept-encoding", "identity"}};
    request.timeout = maxTime;
    WholeAnswer answer = exchange(**client, std::move(request), {maxBytes, maxTime});
    if (!answer.isRedirect())
      return take(std::move(answer), next, maxBytes);
    next = redirectTarget(*url, answer.header("location"));
  }
  return usageError("`" + escapeForTerminal(text) + "` leads to over " + llvm::Twine(maxRedirects) +
                    " redirects");
}

} // namespace agentc
