#include "Session.h"

#include "agentc/Support/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <thread>

#include <nlohmann/json.hpp>

namespace agentc::oci {

namespace {

constexpr unsigned maxRedirects = 5;
constexpr unsigned maxAttempts = 3;
constexpr std::chrono::milliseconds firstWait{250}, longestWait{10000};
constexpr std::chrono::hours maxTime{1};
/// The longest silence; longer while a registry stores what it got.
constexpr std::chrono::minutes readSilence{1}, writeSilence{5};
constexpr uint64_t maxTokenBytes = 64 << 10;
constexpr size_t longestWords = 200;

/// Plain HTTP goes to names that are this machine whatever DNS says: libcurl looks `localhost` up
/// itself.
bool isThisMachine(llvm::StringRef host) {
  std::optional<uint32_t> address = parseIpv4(host);
  return host == "localhost" || (address && neighborhoodOf(*address) == Neighborhood::Loopback);
}

/// RFC 6750's b64token; anything else could end the header.
bool isToken(llvm::StringRef text) {
  return !text.empty() && text.size() <= maxTokenBytes && llvm::all_of(text, [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("-._~+/=").contains(c);
  });
}

bool isNeighbor(llvm::StringRef address) {
  return neighborhoodOfHost(address.contains(':') ? "[" + address.str() + "]" : address.str())
      .has_value();
}

std::string urlEncode(llvm::StringRef text) {
  std::string encoded;
  for (char c : text)
    if (llvm::isAlnum(c) || llvm::StringRef("-._~").contains(c))
      encoded += c;
    else
      encoded += "%" + llvm::toHex(llvm::StringRef(&c, 1));
  return encoded;
}

std::string shortened(llvm::StringRef words) {
  const bool isLong = words.size() > longestWords;
  return escapeForTerminal(words.take_front(longestWords)) + (isLong ? " ..." : "");
}

/// The first error of a registry's answer (distribution specification, "Error Codes").
std::string registrysWords(llvm::StringRef body) {
  std::optional<Json> json = parseJson(body);
  if (!json || !json->is_object())
    return "";
  auto errors = json->find("errors");
  if (errors == json->end() || !errors->is_array() || errors->empty() || !(*errors)[0].is_object())
    return "";
  std::string words;
  for (const char *name : {"code", "message"})
    if (auto found = (*errors)[0].find(name); found != (*errors)[0].end() && found->is_string())
      words += (words.empty() ? "" : ": ") + found->get<std::string>();
  return words;
}

std::string originText(const UrlOrigin &origin) {
  return origin.scheme + "://" + origin.host + ":" + std::to_string(origin.port);
}

bool isBusy(const WholeAnswer &answer) {
  const unsigned status = answer.head.status;
  return !answer.end.ok || status == 429 || status == 502 || status == 503 || status == 504;
}

std::chrono::milliseconds waitBefore(unsigned attempt, const WholeAnswer &last) {
  unsigned seconds = 0;
  if (llvm::to_integer(last.header("retry-after"), seconds, 10))
    return std::min<std::chrono::milliseconds>(std::chrono::seconds(std::min(seconds, 60u)),
                                               longestWait);
  return firstWait * (1u << (2 * attempt));
}

HttpOptions httpOptions(const RegistryOptions &options, bool allowPrivate, ProxyOptions proxy) {
  return {allowPrivate, options.resolved, options.authorities, std::move(proxy)};
}

} // namespace

llvm::Expected<std::unique_ptr<Session>> Session::open(DriverEnv &env, const Reference &reference,
                                                       const RegistryOptions &options) {
  std::unique_ptr<Session> session(new Session(env, reference, options));
  if (llvm::Error error = session->connect())
    return error;
  return session;
}

/// Finds out where the registry is. One on this machine may speak TLS or not.
llvm::Error Session::connect() {
  const std::string host =
      reference_.registry == "docker.io" ? "registry-1.docker.io" : reference_.registry;
  std::optional<RequestUrl> url = parseRequestUrl("https://" + host + "/v2/");
  if (!url)
    return usageError("`" + escapeForTerminal(reference_.registry) +
                      "` is not a host that a request can go to");
  origin_ = url->origin;
  // Requests to this machine do not go through the proxy.
  ProxyOptions proxy = isThisMachine(origin_.host) ? ProxyOptions() : proxyOf(env_.variable);
  llvm::Expected<std::unique_ptr<HttpClient>> client =
      HttpClient::create(httpOptions(options_, /*allowPrivate=*/true, std::move(proxy)));
  if (!client)
    return client.takeError();
  client_ = std::move(*client);
  if (!isThisMachine(origin_.host))
    return llvm::Error::success();
  llvm::Expected<WholeAnswer> probe = sendOnce({"GET", *url}, "");
  if (!probe)
    return probe.takeError();
  const bool isPlain =
      !probe->end.ok && llvm::is_contained({"EPROTO", "ECONNRESET", "UND_ERR_SOCKET"},
                                           llvm::StringRef(probe->end.code));
  if (!isPlain)
    return llvm::Error::success();
  origin_.scheme = "http";
  if (!llvm::StringRef(host).contains(':'))
    origin_.port = 80;
  return llvm::Error::success();
}

RequestUrl Session::url(const llvm::Twine &rest) const {
  return {origin_, ("/v2/" + reference_.repository + "/" + rest).str()};
}

bool Session::isOwn(const RequestUrl &url) const {
  return url.origin.scheme == origin_.scheme && url.origin.host == origin_.host &&
         url.origin.port == origin_.port;
}

llvm::Expected<RequestUrl> Session::follow(const RequestUrl &from, llvm::StringRef location) const {
  const std::string target = redirectTarget(from, location);
  std::optional<RequestUrl> url = parseRequestUrl(target);
  if (!url)
    return untrusted("`" + reference_.registry + "` leads to `" + shortened(location) +
                     "`, which is not a URL that a request can go to");
  const bool isPlain = url->origin.scheme == "http";
  if (isPlain && (origin_.scheme != "http" || !isThisMachine(url->origin.host)))
    return untrusted("`" + reference_.registry + "` leads to `" + shortened(target) +
                     "`, which is not https");
  return *url;
}

/// A host that the registry leads to may be on a private network only if the registry is.
llvm::Expected<HttpClient *> Session::clientFor(const RequestUrl &url) {
  if (isOwn(url))
    return client_.get();
  if (!others_) {
    llvm::Expected<std::unique_ptr<HttpClient>> client = HttpClient::create(
        httpOptions(options_, options_.allowPrivate || isPrivate_, proxyOf(env_.variable)));
    if (!client)
      return client.takeError();
    others_ = std::move(*client);
  }
  return others_.get();
}

llvm::Expected<WholeAnswer> Session::sendOnce(const RegistryRequest &request,
                                              const std::string &authorization) {
  llvm::Expected<HttpClient *> client = clientFor(request.url);
  if (!client)
    return client.takeError();
  HttpRequest http;
  http.method = request.method;
  http.url = request.url;
  http.headers = request.headers;
  http.headers.emplace_back("accept-encoding", "identity");
  http.headers.emplace_back("user-agent", "agentc");
  if (!authorization.empty())
    http.headers.emplace_back("authorization", authorization);
  if (request.body) {
    http.kind = HttpRequest::Body::Whole;
    http.body = *request.body;
  }
  http.raw = true;
  http.timeout = maxTime;
  uint64_t shown = 0;
  WholeAnswer answer =
      exchange(**client, std::move(http),
               {request.maxBytes, request.body ? writeSilence : readSilence}, [&](uint64_t bytes) {
                 if (env_.status && !request.status.empty() && bytes - shown > (64 << 10)) {
                   shown = bytes;
                   env_.status(request.status + ": " + std::to_string(bytes >> 10) + " KB");
                 }
               });
  if (isOwn(request.url) && !answer.address.empty())
    isPrivate_ = isNeighbor(answer.address);
  if (answer.end.refused)
    return untrusted("`" + reference_.registry + "` leads to `" + request.url.origin.host +
                     "`, which is not on the public internet; `--allow-private` allows that");
  return answer;
}

llvm::Expected<WholeAnswer> Session::sendPatiently(const RegistryRequest &request) {
  for (unsigned attempt = 0;; ++attempt) {
    llvm::Expected<WholeAnswer> answer =
        sendOnce(request, isOwn(request.url) ? authorization_ : "");
    if (!answer)
      return answer;
    if (!request.isRepeatable || attempt + 1 == maxAttempts || answer->isTooLarge ||
        !isBusy(*answer))
      return answer;
    std::this_thread::sleep_for(waitBefore(attempt, *answer));
  }
}

llvm::Expected<WholeAnswer> Session::send(RegistryRequest request) {
  bool isAuthenticated = false;
  for (unsigned redirects = 0; redirects <= maxRedirects;) {
    llvm::Expected<WholeAnswer> answer = sendPatiently(request);
    if (!answer)
      return answer;
    if (answer->isTooLarge)
      return untrusted("`" + originText(request.url.origin) + "` sends more than the " +
                       llvm::Twine(request.maxBytes) + " bytes that were asked for");
    if (!answer->end.ok)
      return usageError("cannot reach `" + originText(request.url.origin) +
                        "`: " + shortened(answer->end.message));
    if (answer->head.status == 401 && isOwn(request.url) && !isAuthenticated) {
      if (llvm::Error error = authenticate(*answer))
        return error;
      isAuthenticated = true;
      continue;
    }
    const bool isRead = request.method == "GET" || request.method == "HEAD";
    if (!answer->isRedirect() || !isRead)
      return answer;
    llvm::Expected<RequestUrl> next = follow(request.url, answer->header("location"));
    if (!next)
      return next.takeError();
    request.url = std::move(*next);
    ++redirects;
  }
  return untrusted("`" + reference_.registry + "` leads through over " + llvm::Twine(maxRedirects) +
                   " redirects");
}

llvm::Error Session::wantsLogin() const {
  return usageError("`" + reference_.registry +
                    "` wants a login, and Docker's settings have none; `docker login " +
                    reference_.registry + "` keeps one");
}

llvm::Error Session::authenticate(const WholeAnswer &answer) {
  std::optional<Challenge> basic, bearer;
  for (const auto &[name, value] : answer.head.headers) {
    if (!llvm::StringRef(name).equals_insensitive("www-authenticate"))
      continue;
    for (Challenge &challenge : parseChallenges(value))
      if (challenge.scheme == "bearer" && !bearer)
        bearer = std::move(challenge);
      else if (challenge.scheme == "basic" && !basic)
        basic = std::move(challenge);
  }
  if (!bearer && !basic)
    return refused(answer, "asks for a login of a kind that agentc does not know");
  llvm::Expected<std::optional<Credentials>> credentials =
      findCredentials(env_, reference_.registry);
  if (!credentials)
    return credentials.takeError();
  hasLogin_ = credentials->has_value();
  if (bearer) {
    llvm::Expected<std::string> token = fetchToken(*bearer, *credentials);
    if (!token)
      return token.takeError();
    authorization_ = "Bearer " + *token;
    return llvm::Error::success();
  }
  if (!*credentials)
    return wantsLogin();
  if ((*credentials)->isIdentityToken)
    return usageError("`" + reference_.registry +
                      "` wants a password, and Docker's settings have an identity token");
  authorization_ = (*credentials)->basic();
  return llvm::Error::success();
}

/// By distribution's token authentication: with a password by GET, with an identity token by POST.
/// The scope is the one that agentc needs, whatever the challenge says.
llvm::Expected<RegistryRequest>
Session::tokenRequest(const Challenge &challenge,
                      const std::optional<Credentials> &credentials) const {
  auto parameter = [&](const char *name) {
    auto found = challenge.parameters.find(name);
    return found == challenge.parameters.end() ? std::string() : found->second;
  };
  const std::string realm = parameter("realm");
  std::optional<RequestUrl> url = parseRequestUrl(realm);
  if (!url)
    return untrusted("`" + reference_.registry + "` sends for a token to `" + shortened(realm) +
                     "`, which is not a URL that a request can go to");
  const bool mayBePlain = origin_.scheme == "http" && isThisMachine(url->origin.host);
  if (url->origin.scheme != "https" && !mayBePlain)
    return untrusted("`" + reference_.registry + "` sends for a token to `" + shortened(realm) +
                     "`, which is not https");
  std::string query =
      "service=" + urlEncode(parameter("service")) + "&scope=" +
      urlEncode("repository:" + reference_.repository + (options_.writes ? ":pull,push" : ":pull"));
  RegistryRequest request{"GET", std::move(*url)};
  request.maxBytes = maxTokenBytes;
  request.isRepeatable = true;
  if (credentials && credentials->isIdentityToken) {
    request.method = "POST";
    request.headers = {{"content-type", "application/x-www-form-urlencoded"}};
    request.body = query + "&grant_type=refresh_token&client_id=agentc&refresh_token=" +
                   urlEncode(credentials->secret);
    return request;
  }
  std::string &target = request.url.target;
  target += (llvm::StringRef(target).contains('?') ? "&" : "?") + query;
  if (credentials)
    request.headers = {{"authorization", credentials->basic()}};
  return request;
}

llvm::Expected<std::string> Session::fetchToken(const Challenge &challenge,
                                                const std::optional<Credentials> &credentials) {
  llvm::Expected<RegistryRequest> request = tokenRequest(challenge, credentials);
  if (!request)
    return request.takeError();
  const std::string server = originText(request->url.origin);
  llvm::Expected<WholeAnswer> answer = sendOnce(*request, "");
  if (!answer)
    return answer.takeError();
  if (answer->isTooLarge)
    return untrusted("`" + server + "` sends more than a token");
  if (!answer->isWhole())
    return usageError("cannot get a token from `" + server +
                      "`: " + shortened(answer->end.message));
  if ((answer->head.status == 401 || answer->head.status == 403) && !credentials)
    return wantsLogin();
  if (answer->head.status != 200)
    return refused(*answer, "sends to `" + server + "`, which gives no token");
  std::optional<Json> json = parseJson(answer->body);
  for (const char *name : {"token", "access_token"})
    if (json && json->is_object())
      if (auto found = json->find(name); found != json->end() && found->is_string())
        if (std::string token = found->get<std::string>(); isToken(token))
          return token;
  return untrusted("`" + server + "` answers without a token that a header can carry");
}

llvm::Error Session::refused(const WholeAnswer &answer, const llvm::Twine &what) const {
  const std::string words = registrysWords(answer.body);
  std::string hint;
  if (answer.head.status == 401 || answer.head.status == 403)
    hint = authorization_.empty() ? ""
           : hasLogin_            ? "; the login in Docker's settings does not allow it"
                                  : "; Docker's settings have no login for it";
  return usageError("`" + reference_.registry + "` " + what + ": status " +
                    llvm::Twine(answer.head.status) +
                    (words.empty() ? "" : ": " + shortened(words)) + hint);
}

} // namespace agentc::oci
