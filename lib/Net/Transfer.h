#ifndef AGENTC_LIB_NET_TRANSFER_H
#define AGENTC_LIB_NET_TRANSFER_H

#include "Curl.h"
#include "CurlFailure.h"

#include "agentc/Net/HttpClient.h"

namespace agentc {

/// An exchange as one of libcurl's easy handles. Sits still: libcurl holds its address.
class Transfer final : public HttpExchange {
public:
  Transfer(const Curl &curl, const HttpOptions &options, HttpRequest request, HttpSink &sink);
  ~Transfer() override;
  Transfer(const Transfer &) = delete;
  Transfer &operator=(const Transfer &) = delete;

  CURL *handle() const { return handle_; }
  HttpSink &sink() const { return sink_; }
  void pause(bool paused) override;
  void supply(llvm::StringRef bytes, bool last) override;
  std::string address() const override;
  /// How it ended, after libcurl said so.
  HttpEnd end(CURLcode code);

private:
  template <typename T> void set(CURLoption option, T value);
  void setUp(const HttpOptions &options);
  void setTrust(const HttpOptions &options);
  void setBody();
  void addHeader(const std::string &line);
  void applyPauses();
  bool isProxied() const {
    return request_.url.origin.scheme == "https" && !options_.proxy.proxy.empty();
  }
  bool isResolved(const std::string &address) const;
  curl_socket_t open(curl_sockaddr &address);
  bool readHeader(llvm::StringRef line);
  size_t takeBody(char *into, size_t size);

  static curl_socket_t onOpen(void *self, curlsocktype purpose, curl_sockaddr *address);
  static size_t onHeader(char *bytes, size_t one, size_t size, void *self);
  static size_t onWrite(char *bytes, size_t one, size_t size, void *self);
  static size_t onRead(char *into, size_t one, size_t size, void *self);
  static int onSeek(void *self, curl_off_t offset, int origin);

  const Curl &curl_;
  const HttpOptions &options_;
  HttpRequest request_;
  HttpSink &sink_;
  CURL *handle_ = nullptr;
  curl_slist *headers_ = nullptr;
  curl_slist *resolved_ = nullptr;
  std::array<char, CURL_ERROR_SIZE> message_{};
  HttpResponse response_;
  size_t headerBytes_ = 0;
  bool answered_ = false;
  bool headersTooLong_ = false;
  bool twoLengths_ = false;
  size_t sent_ = 0; ///< of the body
  bool bodyEnds_ = false;
  bool receivePaused_ = false, sendPaused_ = false;
  std::string address_;
  bool triedAny_ = false, refusedAny_ = false;
};

} // namespace agentc

#endif
