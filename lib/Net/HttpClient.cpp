#include "agentc/Net/HttpClient.h"

#include "Transfer.h"

#include "llvm/ADT/STLExtras.h"

namespace agentc {

HttpSink::~HttpSink() = default;
HttpExchange::~HttpExchange() = default;
HttpClient::~HttpClient() = default;

namespace {

using Clock = std::chrono::steady_clock;

/// A multi handle, driven by libcurl's own wishes for descriptors and time.
class CurlClient final : public HttpClient {
public:
  CurlClient(const Curl &curl, HttpOptions options);
  ~CurlClient() override;

  HttpExchange &start(HttpRequest request, HttpSink &sink) override;
  void stop(HttpExchange &exchange) override;
  void addDescriptors(std::vector<pollfd> &descriptors) const override {
    descriptors.insert(descriptors.end(), sockets_.begin(), sockets_.end());
  }
  std::optional<Clock::time_point> deadline() const override { return deadline_; }
  void step(llvm::ArrayRef<pollfd> descriptors) override;

private:
  static int onSocket(CURL *, curl_socket_t socket, int wish, void *self, void *);
  static int onTimer(CURLM *, long milliseconds, void *self);
  void act(curl_socket_t socket, int events);
  void collect();
  void remove(Transfer &transfer);

  const Curl &curl_;
  const HttpOptions options_;
  CURLM *multi_;
  std::vector<std::unique_ptr<Transfer>> transfers_;
  std::vector<pollfd> sockets_;
  std::optional<Clock::time_point> deadline_;
};

CurlClient::CurlClient(const Curl &curl, HttpOptions options)
    : curl_(curl), options_(std::move(options)), multi_(curl.multi_init()) {
  curl_.multi_setopt(multi_, CURLMOPT_SOCKETFUNCTION, &CurlClient::onSocket);
  curl_.multi_setopt(multi_, CURLMOPT_SOCKETDATA, this);
  curl_.multi_setopt(multi_, CURLMOPT_TIMERFUNCTION, &CurlClient::onTimer);
  curl_.multi_setopt(multi_, CURLMOPT_TIMERDATA, this);
}

CurlClient::~CurlClient() {
  while (!transfers_.empty())
    remove(*transfers_.back());
  curl_.multi_cleanup(multi_);
}

HttpExchange &CurlClient::start(HttpRequest request, HttpSink &sink) {
  transfers_.push_back(std::make_unique<Transfer>(curl_, options_, std::move(request), sink));
  curl_.multi_add_handle(multi_, transfers_.back()->handle());
  return *transfers_.back();
}

void CurlClient::remove(Transfer &transfer) {
  curl_.multi_remove_handle(multi_, transfer.handle());
  llvm::erase_if(transfers_, [&](const auto &each) { return each.get() == &transfer; });
}

void CurlClient::stop(HttpExchange &exchange) { remove(static_cast<Transfer &>(exchange)); }

int CurlClient::onSocket(CURL *, curl_socket_t socket, int wish, void *self, void *) {
  auto &client = *static_cast<CurlClient *>(self);
  llvm::erase_if(client.sockets_, [&](const pollfd &each) { return each.fd == socket; });
  short events = 0;
  if (wish != CURL_POLL_REMOVE) {
    if (wish & CURL_POLL_IN)
      events |= POLLIN;
    if (wish & CURL_POLL_OUT)
      events |= POLLOUT;
    client.sockets_.push_back({socket, events, 0});
  }
  if (client.options_.onDescriptor)
    client.options_.onDescriptor(socket, events);
  return 0;
}

int CurlClient::onTimer(CURLM *, long milliseconds, void *self) {
  auto &client = *static_cast<CurlClient *>(self);
  client.deadline_.reset();
  if (milliseconds >= 0)
    client.deadline_ = Clock::now() + std::chrono::milliseconds(milliseconds);
  return 0;
}

void CurlClient::act(curl_socket_t socket, int events) {
  int running;
  curl_.multi_socket_action(multi_, socket, events, &running);
}

void CurlClient::step(llvm::ArrayRef<pollfd> descriptors) {
  for (const pollfd &each : descriptors) {
    bool isOurs =
        llvm::any_of(sockets_, [&](const pollfd &socket) { return socket.fd == each.fd; });
    if (!isOurs || !each.revents)
      continue;
    int events = 0;
    if (each.revents & (POLLIN | POLLHUP))
      events |= CURL_CSELECT_IN;
    if (each.revents & POLLOUT)
      events |= CURL_CSELECT_OUT;
    if (each.revents & (POLLERR | POLLNVAL))
      events |= CURL_CSELECT_ERR;
    act(each.fd, events);
  }
  if (deadline_ && *deadline_ <= Clock::now()) {
    deadline_.reset();
    act(CURL_SOCKET_TIMEOUT, 0);
  }
  collect();
}

void CurlClient::collect() {
  int left;
  while (const CURLMsg *message = curl_.multi_info_read(multi_, &left)) {
    if (message->msg != CURLMSG_DONE)
      continue;
    char *address = nullptr;
    curl_.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &address);
    auto &transfer = *reinterpret_cast<Transfer *>(address);
    HttpEnd end = transfer.end(message->data.result);
    HttpSink &sink = transfer.sink();
    // The sink asks its exchange for the address.
    sink.onEnd(end);
    remove(transfer);
  }
}

} // namespace

llvm::Expected<std::unique_ptr<HttpClient>> HttpClient::create(HttpOptions options) {
  llvm::Expected<const Curl *> curl = Curl::load();
  if (!curl)
    return curl.takeError();
  return std::make_unique<CurlClient>(**curl, std::move(options));
}

} // namespace agentc
