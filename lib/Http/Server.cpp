#include "agentc/Http/Server.h"

#include "Connection.h"
#include "Loop.h"

#include "agentc/Support/Text.h"

namespace agentc::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// How often it is looked whose time has run out, and how long nothing is accepted when it failed.
static constexpr std::chrono::milliseconds sweepTime(250), acceptPause(100);

Exchange::~Exchange() = default;
RequestHandler::~RequestHandler() = default;
Server::~Server() = default;

Response RequestHandler::refuse(unsigned status, llvm::StringRef why) {
  return makeResponse(status, "text/plain; charset=utf-8", (why + "\n").str());
}

namespace {

class TcpServer : public Server {
public:
  TcpServer(EventLoop &loop, const ServerLimits &limits, RequestHandler &handler)
      : loop_(loop), acceptor_(loop.parts().context), shared_(std::make_shared<SharedParts>()) {
    shared_->limits = limits;
    shared_->handler = &handler;
  }

  ~TcpServer() override {
    shared_->onLast = nullptr;
    shared_->handler = nullptr;
    closeAll();
  }

  llvm::Error open(const ServerOptions &options) {
    error_code error;
    const asio::ip::address address = asio::ip::make_address(options.address, error);
    if (!error) {
      const tcp::endpoint endpoint(address, options.port);
      acceptor_.open(endpoint.protocol(), error);
      if (!error)
        acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
      if (!error)
        acceptor_.bind(endpoint, error);
      if (!error)
        acceptor_.listen(asio::socket_base::max_listen_connections, error);
    }
    if (error)
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "cannot listen on `" + escapeForTerminal(options.address) +
                                         "`, port " + std::to_string(options.port) + ": " +
                                         error.message());
    accept();
    sweep();
    return llvm::Error::success();
  }

  uint16_t port() const override {
    error_code error;
    return acceptor_.local_endpoint(error).port();
  }

  Counts counts() const override { return shared_->counts; }

  void stop(std::chrono::milliseconds grace, std::function<void()> onStopped) override {
    shared_->isStopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    if (shared_->connections.empty())
      return loop_.post(std::move(onStopped));
    // The function may end this server, whose connections are still at work when they tell.
    shared_->onLast = [&loop = loop_, told = std::move(onStopped)]() mutable {
      loop.post(std::move(told));
    };
    for (const auto &connection : std::set(shared_->connections))
      if (connection->idleSince())
        connection->close();
    graceTimer_ = loop_.after(grace, [this] { closeAll(); });
  }

private:
  void closeAll() {
    for (const auto &connection : std::set(shared_->connections))
      connection->close();
  }

  void accept() {
    acceptor_.async_accept([this, shared = shared_](error_code error, tcp::socket socket) {
      if (!shared->handler || shared->isStopping || error == asio::error::operation_aborted)
        return;
      if (error) {
        // No descriptor or no memory is left: others will end.
        pause_ = loop_.after(acceptPause, [this] { accept(); });
        return;
      }
      take(std::move(socket));
      accept();
    });
  }

  void take(tcp::socket socket) {
    ++shared_->counts.accepted;
    const bool isFull =
        shared_->connections.size() >= shared_->limits.connections && !closeIdlest();
    auto connection = std::make_shared<Connection>(shared_, std::move(socket));
    // A few more are kept for as long as their refusal takes.
    if (isFull && shared_->connections.size() >= shared_->limits.connections + 64)
      return;
    shared_->connections.insert(connection);
    shared_->counts.connections = shared_->connections.size();
    isFull ? connection->turnAway() : connection->start();
  }

  bool closeIdlest() {
    std::shared_ptr<Connection> idlest;
    std::optional<Clock::time_point> least;
    for (const auto &connection : shared_->connections)
      if (auto since = connection->idleSince(); since && (!least || *since < *least)) {
        least = since;
        idlest = connection;
      }
    if (idlest)
      idlest->close();
    return idlest != nullptr;
  }

  void sweep() {
    sweep_ = loop_.after(sweepTime, [this] {
      const Clock::time_point now = Clock::now();
      for (const auto &connection : std::set(shared_->connections))
        connection->checkTime(now);
      sweep();
    });
  }

  EventLoop &loop_;
  tcp::acceptor acceptor_;
  std::shared_ptr<SharedParts> shared_;
  std::unique_ptr<EventLoop::Timer> sweep_, pause_, graceTimer_;
};

} // namespace

llvm::Expected<std::unique_ptr<Server>>
Server::listen(EventLoop &loop, const ServerOptions &options, RequestHandler &handler) {
  auto server = std::make_unique<TcpServer>(loop, options.limits, handler);
  if (llvm::Error error = server->open(options))
    return error;
  return server;
}

} // namespace agentc::http
