#include "CacheSource.h"

#include "agentc/Net/HttpClient.h"
#include "agentc/Support/Text.h"

#include <poll.h>

namespace agentc {

namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned maxRedirects = 5;
constexpr std::chrono::milliseconds maxTime{5 * 60 * 1000};

/// Collects the response of one exchange.
class Download final : public HttpSink {
public:
  explicit Download(uint64_t maxBytes) : maxBytes_(maxBytes) {}

  void onResponse(const HttpResponse &response) override { response_ = response; }
  bool onBody(llvm::StringRef bytes) override {
    isTooLarge_ |= body_.size() + bytes.size() > maxBytes_;
    if (!isTooLarge_)
      body_ += bytes;
    return !isTooLarge_;
  }
  void onTaken(uint64_t) override {}
  void onEnd(const HttpEnd &end) override { end_ = end; }

  bool isOver() const { return end_.has_value(); }
  bool isRedirect() const {
    return llvm::is_contained({301u, 302u, 303u, 307u, 308u}, response_.status);
  }
  std::string header(llvm::StringRef name) const {
    for (const auto &[known, value] : response_.headers)
      if (name.equals_insensitive(known))
        return value;
    return "";
  }
  /// The whole body, or in words why there is none.
  llvm::Expected<std::string> take(llvm::StringRef url) {
    const std::string shown = "`" + escapeForTerminal(url) + "`";
    if (isTooLarge_)
      return usageError(shown + " has over " + llvm::Twine(maxBytes_) + " bytes");
    if (!end_->ok)
      return usageError("cannot fetch " + shown + ": " + escapeForTerminal(end_->message));
    if (response_.status != 200)
      return usageError(shown + " answers with status " + llvm::Twine(response_.status));
    return std::move(body_);
  }

private:
  const uint64_t maxBytes_;
  HttpResponse response_;
  std::string body_;
  bool isTooLarge_ = false;
  std::optional<HttpEnd> end_;
};

void waitFor(HttpClient &client, const Download &download) {
  while (!download.isOver()) {
    std::vector<pollfd> descriptors;
    client.addDescriptors(descriptors);
    int timeout = 1000;
    if (std::optional<Clock::time_point> deadline = client.deadline()) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now());
      timeout = static_cast<int>(std::clamp<long>(left.count() + 1, 0, timeout));
    }
    ::poll(descriptors.data(), descriptors.size(), timeout);
    client.step(descriptors);
  }
}

/// Returns the target of a redirect: an absolute URL, or one on the same host; empty for
/// others.
std::string redirectTarget(const RequestUrl &from, llvm::StringRef location) {
  if (location.contains("://"))
    return location.split('#').first.str();
  const std::string origin = from.text().substr(0, from.text().size() - from.target.size());
  if (location.starts_with("/") && !location.starts_with("//"))
    return origin + location.split('#').first.str();
  return "";
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
  HttpOptions http{options.privateAddresses, {}, options.authorities};
  for (const std::string &resolve : options.resolve)
    if (std::optional<ResolvedHost> host = parseResolvedHost(resolve))
      http.resolved.push_back(std::move(*host));
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
    Download download(maxBytes);
    (*client)->start(std::move(request), download);
    waitFor(**client, download);
    if (!download.isRedirect())
      return download.take(next);
    next = redirectTarget(*url, download.header("location"));
  }
  return usageError("`" + escapeForTerminal(text) + "` leads to over " + llvm::Twine(maxRedirects) +
                    " redirects");
}

} // namespace agentc
