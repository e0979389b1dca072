#ifndef AGENTC_NET_HTTPCLIENT_H
#define AGENTC_NET_HTTPCLIENT_H

#include "agentc/Net/Address.h"
#include "agentc/Net/HostPattern.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <chrono>
#include <functional>
#include <memory>
#include <poll.h>
#include <vector>

namespace agentc {

/// One HTTP request, without redirects. Every field has been judged: nothing here is checked again.
struct HttpRequest {
  enum class Body {
    None,
    Whole,   ///< `body`, by its length
    Streamed ///< what is supplied, by `length` or, without it, in chunks
  };
  std::string method; ///< a token
  RequestUrl url;
  std::vector<std::pair<std::string, std::string>> headers; ///< names and values as bytes
  Body kind = Body::None;
  std::string body;
  std::optional<uint64_t> length;
  /// The machine itself alone may be connected to, by a connection of its own.
  bool onlyLoopback = false;
  bool raw = false;                         ///< the answer's body stays as the server encoded it
  std::chrono::milliseconds timeout{10000}; ///< from the start to the end of the answer
};

struct HttpResponse {
  unsigned status = 0;
  std::string reason;
  std::vector<std::pair<std::string, std::string>> headers; ///< as bytes, in the server's order
};

/// How an exchange ended.
struct HttpEnd {
  bool ok = true;
  /// No address of the host may be connected to; `address` is the last that was refused.
  bool refused = false;
  /// As Node's errors name it: `ECONNREFUSED`, `ENOTFOUND`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED` …
  std::string code;
  std::string message;
};

/// Gets what an exchange brings, from within `HttpClient`'s functions. Must not start or stop
/// exchanges there.
class HttpSink {
public:
  virtual ~HttpSink();
  /// The final answer's head: none for 1xx.
  virtual void onResponse(const HttpResponse &response) = 0;
  /// Bytes of the body, decoded unless the request is `raw`; false ends the exchange.
  virtual bool onBody(llvm::StringRef bytes) = 0;
  /// So much of the supplied body was sent.
  virtual void onTaken(uint64_t bytes) = 0;
  /// The last that is heard of the exchange, which is gone when this returns.
  virtual void onEnd(const HttpEnd &end) = 0;
};

/// A proxy for https requests, as libcurl's CURLOPT_PROXY and CURLOPT_NOPROXY take it.
struct ProxyOptions {
  std::string proxy;  ///< empty: none
  std::string except; ///< hosts and domains that are asked directly
};

/// The proxy that the environment names for https, by the variables and in the order of libcurl:
/// `https_proxy`, `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY`; `no_proxy`, `NO_PROXY`.
ProxyOptions
proxyOf(llvm::function_ref<std::optional<std::string>(const std::string &name)> variable);

struct HttpOptions {
  /// Addresses of Address.h's neighborhoods may be connected to as well.
  bool allowPrivate = false;
  std::vector<ResolvedHost> resolved;
  std::string authorities; ///< PEM, trusted beside the system's
  /// With one, addresses of https hosts are not judged: it is the proxy that connects.
  ProxyOptions proxy = {};
  /// Told of each change to what `addDescriptors` lists, before a descriptor is closed: the events
  /// to poll for, 0 for one that is not waited for any more. May be empty.
  std::function<void(int descriptor, short events)> onDescriptor = {};
};

/// An exchange under way, owned by its client.
class HttpExchange {
public:
  virtual ~HttpExchange();
  /// While it is paused the server is made to wait; what was already on its way still comes.
  virtual void pause(bool paused) = 0;
  /// More of a streamed body, and whether that was the last.
  virtual void supply(llvm::StringRef bytes, bool last) = 0;
  /// The address that it is connected to, or that was last tried; empty before.
  virtual std::string address() const = 0;
};

/// HTTP/1.1 and 2 over libcurl, driven from outside: one thread, no waiting. Connections are kept
/// and reused only within one client. Cookies, .netrc and the environment are ignored, certificates
/// checked, and each address is judged where the socket to it is opened. One thread.
class HttpClient {
public:
  /// Loads libcurl when it is first asked for: that takes milliseconds. An error if it is not
  /// there.
  static llvm::Expected<std::unique_ptr<HttpClient>> create(HttpOptions options);
  virtual ~HttpClient();

  virtual HttpExchange &start(HttpRequest request, HttpSink &sink) = 0;
  /// Ends it without a word to its sink.
  virtual void stop(HttpExchange &exchange) = 0;

  virtual void addDescriptors(std::vector<pollfd> &descriptors) const = 0;
  /// Until when `step` must be called though no descriptor is ready.
  virtual std::optional<std::chrono::steady_clock::time_point> deadline() const = 0;
  /// Does what can be done now; `descriptors` as poll left them, others in between don't matter.
  virtual void step(llvm::ArrayRef<pollfd> descriptors) = 0;
};

} // namespace agentc

#endif
