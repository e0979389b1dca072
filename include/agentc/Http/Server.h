#ifndef AGENTC_HTTP_SERVER_H
#define AGENTC_HTTP_SERVER_H

#include "agentc/Http/EventLoop.h"
#include "agentc/Http/Message.h"

#include "llvm/Support/Error.h"

#include <variant>

namespace agentc::http {

struct ServerLimits {
  size_t headBytes = 16 << 10; ///< of a request line with its headers; more is 431, or 414
  unsigned headers = 100;
  uint64_t bodiesBytes = 256 << 20;          ///< of all bodies that are being received; more is 503
  std::chrono::milliseconds headTime{10000}; ///< from a request's first byte to its last header's
  std::chrono::milliseconds idleTime{75000}; ///< between requests
  /// From the end of the head to that of the body, and a second more for each so many bytes.
  std::chrono::milliseconds bodyTime{10000};
  uint64_t bodyBytesPerSecond = 64 << 10;
  std::chrono::milliseconds writeTime{30000}; ///< without a byte that the client takes
  uint64_t unreadBytes = 16 << 20; ///< that a client leaves; beyond, it is taken for gone
  /// With so many, an idle one is closed for a new one; without an idle one, that gets 503.
  unsigned connections = 1024;
};

struct ServerOptions {
  std::string address = "127.0.0.1"; ///< an IPv4 or IPv6 address
  uint16_t port = 0;                 ///< 0: one that is free
  ServerLimits limits;
};

/// The answer to one request. Dropping it unanswered answers 500.
class Exchange {
public:
  virtual ~Exchange();

  /// Answers whole.
  virtual void answer(Response response) = 0;
  /// Answers in parts: the head with the beginning of the body, then `write`, and `end` at last.
  virtual void begin(Response head) = 0;
  virtual void write(llvm::StringRef bytes) = 0;
  virtual void end() = 0;

  /// Bytes that the client has not taken; the body's author waits while they are many.
  virtual size_t pending() const = 0;
  /// Calls a function whenever everything pending has been sent.
  virtual void onDrained(std::function<void()> function) = 0;
  /// The client has closed its side. It may still read its answer.
  virtual bool isGone() const = 0;
  /// Calls a function when the client goes before the answer has ended, at once if it has gone.
  virtual void onGone(std::function<void()> function) = 0;
};

/// The application behind a server.
class RequestHandler {
public:
  virtual ~RequestHandler();
  /// Asked with the head alone: the bytes that the body may have, or an answer without reading it.
  virtual std::variant<uint64_t, Response> admit(const Request &head) = 0;
  /// Answers now or later.
  virtual void handle(Request request, std::shared_ptr<Exchange> exchange) = 0;
  /// A response in the application's form to what the server refuses itself; `why` is plain text.
  virtual Response refuse(unsigned status, llvm::StringRef why);
};

/// HTTP/1.1 on one address. One request of a connection is handled at a time, in order.
class Server {
public:
  /// `loop` and `handler` must outlive the server.
  static llvm::Expected<std::unique_ptr<Server>>
  listen(EventLoop &loop, const ServerOptions &options, RequestHandler &handler);
  virtual ~Server();

  virtual uint16_t port() const = 0;
  /// Accepts no more connections, closes idle ones and gives the others this long to end; calls the
  /// function once all are closed.
  virtual void stop(std::chrono::milliseconds grace, std::function<void()> onStopped) = 0;

  struct Counts {
    unsigned connections = 0;
    uint64_t accepted = 0; ///< connections, since the start
    uint64_t refused = 0;  ///< requests that the server refused itself
  };
  virtual Counts counts() const = 0;
};

} // namespace agentc::http

#endif
