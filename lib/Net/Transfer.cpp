#include "Transfer.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <glob.h>
#include <unistd.h>

namespace agentc {

/// As Node's parser: names and values of an answer together.
static constexpr size_t longestHeaders = 16384;
static constexpr std::chrono::milliseconds connectPatience(10000);
/// A folder in which OpenSSL finds authorities by name needs no reading of all of them.
static constexpr const char *hashedAuthorities = "/etc/ssl/certs";

static bool hasHashedAuthorities() {
  static const bool has = [] {
    glob_t found;
    std::string pattern = std::string(hashedAuthorities) + "/*.0";
    bool any = glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0 && found.gl_pathc > 0;
    globfree(&found);
    return any;
  }();
  return has;
}

Transfer::Transfer(const Curl &curl, const HttpOptions &options, HttpRequest request,
                   HttpSink &sink)
    : curl_(curl), options_(options), request_(std::move(request)), sink_(sink),
      handle_(curl.easy_init()) {
  if (handle_)
    setUp(options);
}

Transfer::~Transfer() {
  curl_.easy_cleanup(handle_);
  curl_.slist_free_all(headers_);
  curl_.slist_free_all(resolved_);
}

template <typename T> void Transfer::set(CURLoption option, T value) {
  [[maybe_unused]] CURLcode code = curl_.easy_setopt(handle_, option, value);
  assert(code == CURLE_OK && "libcurl takes the option");
}

void Transfer::setUp(const HttpOptions &options) {
  set(CURLOPT_NOSIGNAL, 1L);
  // A resolver's thread that is not needed any more is left to end by itself.
  set(CURLOPT_QUICK_EXIT, 1L);
  set(CURLOPT_ERRORBUFFER, message_.data());
  set(CURLOPT_PRIVATE, static_cast<void *>(this));
  set(CURLOPT_PROXY, isProxied() ? options.proxy.proxy.c_str() : "");
  set(CURLOPT_NOPROXY, isProxied() ? options.proxy.except.c_str() : "*");
  // The words of a proxy about its tunnel are not the answer.
  set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  set(CURLOPT_HTTP09_ALLOWED, 0L);
  set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate, br");
  set(CURLOPT_HTTP_CONTENT_DECODING, request_.raw ? 0L : 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS,
      static_cast<long>(std::min(connectPatience, request_.timeout).count()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(request_.timeout.count()));
  std::string url = request_.url.text();
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_PATH_AS_IS, 1L);
  set(CURLOPT_REQUEST_TARGET, request_.url.target.c_str());
  set(CURLOPT_OPENSOCKETFUNCTION, &Transfer::onOpen);
  set(CURLOPT_OPENSOCKETDATA, static_cast<void *>(this));
  set(CURLOPT_HEADERFUNCTION, &Transfer::onHeader);
  set(CURLOPT_HEADERDATA, static_cast<void *>(this));
  set(CURLOPT_WRITEFUNCTION, &Transfer::onWrite);
  set(CURLOPT_WRITEDATA, static_cast<void *>(this));
  setTrust(options);
  // One that is kept may lead elsewhere by now.
  if (request_.onlyLoopback)
    set(CURLOPT_FRESH_CONNECT, 1L);
  setBody();
  // libcurl's own headers stay away; those of the request are all there are.
  for (const char *name : {"Accept:", "Accept-Encoding:", "Expect:", "User-Agent:"})
    if (llvm::none_of(request_.headers, [&](const auto &header) {
          return llvm::StringRef(name).drop_back().equals_insensitive(header.first);
        }))
      addHeader(name);
  for (const auto &[name, value] : request_.headers)
    addHeader(value.empty() ? name + ";" : name + ": " + value);
  set(CURLOPT_HTTPHEADER, headers_);
  for (const ResolvedHost &host : options.resolved) {
    std::string line = host.host + ":" + std::to_string(host.port) + ":";
    for (const std::string &address : host.addresses)
      line += (line.back() == ':' ? "" : ",") +
              (address.find(':') == std::string::npos ? address : "[" + address + "]");
    resolved_ = curl_.slist_append(resolved_, line.c_str());
  }
  set(CURLOPT_RESOLVE, resolved_);
}

void Transfer::setTrust(const HttpOptions &options) {
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  if (hasHashedAuthorities()) {
    set(CURLOPT_CAINFO, static_cast<char *>(nullptr));
    set(CURLOPT_CAPATH, hashedAuthorities);
  }
  if (options.authorities.empty())
    return;
  curl_blob blob = {const_cast<char *>(options.authorities.data()), options.authorities.size(),
                    CURL_BLOB_NOCOPY};
  set(CURLOPT_CAINFO_BLOB, &blob);
}

void Transfer::setBody() {
  if (request_.kind == HttpRequest::Body::None) {
    set(CURLOPT_HTTPGET, 1L);
    if (request_.method == "HEAD")
      set(CURLOPT_NOBODY, 1L);
  } else {
    bool isWhole = request_.kind == HttpRequest::Body::Whole;
    set(CURLOPT_UPLOAD, 1L);
    set(CURLOPT_READFUNCTION, &Transfer::onRead);
    set(CURLOPT_READDATA, static_cast<void *>(this));
    // A connection that the server closed meanwhile makes libcurl begin again.
    set(CURLOPT_SEEKFUNCTION, &Transfer::onSeek);
    set(CURLOPT_SEEKDATA, static_cast<void *>(this));
    if (isWhole)
      request_.length = request_.body.size();
    else
      set(CURLOPT_FRESH_CONNECT, 1L);
    set(CURLOPT_INFILESIZE_LARGE,
        request_.length ? static_cast<curl_off_t>(*request_.length) : curl_off_t(-1));
    bodyEnds_ = isWhole;
  }
  if (request_.method != "HEAD")
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
}

void Transfer::addHeader(const std::string &line) {
  headers_ = curl_.slist_append(headers_, line.c_str());
}

void Transfer::applyPauses() {
  curl_.easy_pause(handle_,
                   (receivePaused_ ? CURLPAUSE_RECV : 0) | (sendPaused_ ? CURLPAUSE_SEND : 0));
}

void Transfer::pause(bool paused) {
  if (receivePaused_ == paused)
    return;
  receivePaused_ = paused;
  applyPauses();
}

void Transfer::supply(llvm::StringRef bytes, bool last) {
  request_.body += bytes;
  bodyEnds_ |= last;
  if (!sendPaused_)
    return;
  sendPaused_ = false;
  applyPauses();
}

std::string Transfer::address() const {
  char *reused = nullptr;
  if (address_.empty())
    curl_.easy_getinfo(handle_, CURLINFO_PRIMARY_IP, &reused);
  return reused ? reused : address_;
}

bool Transfer::isResolved(const std::string &address) const {
  const UrlOrigin &origin = request_.url.origin;
  return llvm::any_of(options_.resolved, [&](const ResolvedHost &host) {
    return host.host == origin.host && host.port == origin.port &&
           llvm::is_contained(host.addresses, address);
  });
}

/// The one place through which every connection goes, with the address that it really goes to.
curl_socket_t Transfer::open(curl_sockaddr &address) {
  std::optional<SocketAddress> known = readSocketAddress(&address.addr, address.addrlen);
  bool isAllowed = known && (!known->neighborhood || options_.allowPrivate || isProxied() ||
                             isResolved(known->text));
  if (request_.onlyLoopback)
    isAllowed = isAllowed && known->neighborhood == Neighborhood::Loopback && !isProxied();
  if (known && (isAllowed || !triedAny_))
    address_ = known->text;
  if (!isAllowed) {
    refusedAny_ = true;
    return CURL_SOCKET_BAD;
  }
  triedAny_ = true;
  return socket(address.family, address.socktype | SOCK_CLOEXEC, address.protocol);
}

curl_socket_t Transfer::onOpen(void *self, curlsocktype, curl_sockaddr *address) {
  return static_cast<Transfer *>(self)->open(*address);
}

bool Transfer::readHeader(llvm::StringRef line) {
  if (answered_)
    return true; // a trailer
  if (line.starts_with("HTTP/")) {
    response_ = HttpResponse();
    headerBytes_ = 0;
    auto [status, reason] = line.split(' ').second.rtrim("\r\n").split(' ');
    (void)status.getAsInteger(10, response_.status);
    response_.reason = reason.str();
    return true;
  }
  line = line.rtrim("\r\n");
  if (line.empty()) {
    if (response_.status >= 200) {
      answered_ = true;
      sink_.onResponse(response_);
    }
    return true;
  }
  auto [name, value] = line.split(':');
  value = value.ltrim(" \t");
  headerBytes_ += name.size() + value.size();
  headersTooLong_ |= headerBytes_ > longestHeaders;
  if (name.equals_insensitive("content-length"))
    for (const auto &[other, length] : response_.headers)
      twoLengths_ |= llvm::StringRef(other).equals_insensitive(name) && length != value;
  // A folded line goes on with the one before it.
  if ((line.front() == ' ' || line.front() == '\t') && !response_.headers.empty())
    response_.headers.back().second += " " + line.trim(" \t").str();
  else
    response_.headers.emplace_back(name.str(), value.str());
  return !headersTooLong_ && !twoLengths_;
}

size_t Transfer::onHeader(char *bytes, size_t one, size_t size, void *self) {
  return static_cast<Transfer *>(self)->readHeader({bytes, one * size}) ? size : 0;
}

size_t Transfer::onWrite(char *bytes, size_t one, size_t size, void *self) {
  auto &transfer = *static_cast<Transfer *>(self);
  if (transfer.sink_.onBody({bytes, one * size}))
    return size;

  return 0;
}

size_t Transfer::takeBody(char *into, size_t size) {
  llvm::StringRef rest = llvm::StringRef(request_.body).drop_front(sent_);
  if (rest.empty() && !bodyEnds_) {
    sendPaused_ = true;
    return CURL_READFUNC_PAUSE;
  }
  size_t taken = std::min(size, rest.size());
  memcpy(into, rest.data(), taken);
  sent_ += taken;
  // Streamed bytes are not kept.
  if (request_.kind == HttpRequest::Body::Streamed && sent_ == request_.body.size()) {
    request_.body.clear();
    sent_ = 0;
  }
  if (taken > 0)
    sink_.onTaken(taken);
  return taken;
}

size_t Transfer::onRead(char *into, size_t one, size_t size, void *self) {
  return static_cast<Transfer *>(self)->takeBody(into, one * size);
}

int Transfer::onSeek(void *self, curl_off_t offset, int origin) {
  auto &transfer = *static_cast<Transfer *>(self);
  if (transfer.request_.kind != HttpRequest::Body::Whole || origin != SEEK_SET || offset != 0)
    return CURL_SEEKFUNC_FAIL;
  transfer.sent_ = 0;
  return CURL_SEEKFUNC_OK;
}

HttpEnd Transfer::end(CURLcode code) {
  if (code == CURLE_OK && answered_)
    return HttpEnd();
  CurlFailure failure;
  failure.code = code;
  failure.headersTooLong = headersTooLong_;
  failure.malformed = twoLengths_;
  long size = 0;
  curl_.easy_getinfo(handle_, CURLINFO_OS_ERRNO, &failure.systemError);
  curl_.easy_getinfo(handle_, CURLINFO_SSL_VERIFYRESULT, &failure.verifyResult);
  curl_.easy_getinfo(handle_, CURLINFO_REQUEST_SIZE, &size);
  failure.phase = answered_  ? HttpPhase::Reading
                  : size > 0 ? HttpPhase::Waiting
                             : HttpPhase::Connecting;
  failure.message = message_[0] ? message_.data() : curl_.easy_strerror(code);
  HttpEnd end = describe(failure);
  end.refused = refusedAny_ && !triedAny_;
  return end;
}

} // namespace agentc
