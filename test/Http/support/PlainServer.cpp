// plain-server [NAME=VALUE...]: answers on a port that its first line tells; names are those of
// ServerLimits, and `host`, `address`, `grace`. SIGTERM stops it. GET and POST /echo tell what was
// read; /stream?count=N&size=M streams; /later?ms=N waits; /lines streams what comes on standard
// input, line by line; /drop answers nothing; /state tells.
#include "agentc/Http/AllowedHosts.h"
#include "agentc/Http/Server.h"
#include "agentc/Support/Json.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <list>
#include <poll.h>
#include <unistd.h>

using namespace agentc;
using namespace agentc::http;

namespace {

class PlainHandler : public RequestHandler {
public:
  explicit PlainHandler(EventLoop &loop) : loop_(loop) {
    input_ = loop.watch(STDIN_FILENO, [this] { readInput(); });
    input_->await(POLLIN);
  }

  AllowedHosts hosts;
  const Server *server = nullptr;

  std::variant<uint64_t, Response> admit(const Request &head) override {
    if (std::optional<std::string> fault = hosts.judge(head))
      return makeResponse(403, "text/plain", *fault + "\n");
    if (head.path == "/refused")
      return makeResponse(401, "text/plain", "no\n");
    return uint64_t(head.path == "/large" ? 8 << 20 : 64 << 10);
  }

  void handle(Request request, std::shared_ptr<Exchange> exchange) override {
    const auto query = readQuery(request.query);
    const auto segments = readPath(request.path);
    if (!query || !segments)
      return exchange->answer(makeResponse(400, "text/plain", "malformed\n"));
    auto number = [&](llvm::StringRef name) {
      uint64_t value = 0;
      for (const auto &[one, text] : *query)
        if (one == name)
          llvm::to_integer(text, value, 10);
      return value;
    };
    exchange->onGone([this] { ++gone_; });
    if (request.path == "/stream")
      return stream(std::move(exchange), number("count"), number("size"));
    if (request.path == "/later") {
      std::shared_ptr<EventLoop::Timer> *slot = &timers_.emplace_back();
      *slot = loop_.after(std::chrono::milliseconds(number("ms")), [exchange] {
        exchange->answer(makeResponse(200, "text/plain", "later\n"));
      });
      return;
    }
    if (request.path == "/lines") {
      exchange->begin({200, {{"content-type", "text/event-stream"}}, ""});
      listeners_.push_back(std::move(exchange));
      return;
    }
    if (request.path == "/drop")
      return;
    exchange->answer(
        makeResponse(200, "application/json",
                     printJson(request.path == "/state" ? state() : echo(request, *segments))));
  }

private:
  Json state() const {
    const Server::Counts counts = server->counts();
    return {{"connections", counts.connections},
            {"accepted", counts.accepted},
            {"refused", counts.refused},
            {"gone", gone_},
            {"written", written_}};
  }

  static Json echo(const Request &request, const std::vector<std::string> &segments) {
    Json headers = Json::array();
    for (const auto &[name, value] : request.headers)
      headers.push_back({name, value});
    return {{"method", request.method},    {"path", request.path},
            {"segments", segments},        {"query", request.query},
            {"host", request.host},        {"headers", headers},
            {"size", request.body.size()}, {"body", request.body.substr(0, 64)}};
  }

  /// Writes as much as the client takes, a little ahead.
  void stream(std::shared_ptr<Exchange> exchange, uint64_t count, uint64_t size) {
    exchange->begin({200, {{"content-type", "text/event-stream"}}, ""});
    auto left = std::make_shared<uint64_t>(count);
    std::weak_ptr<Exchange> weak = exchange;
    auto goOn = [this, weak, left, size] {
      auto kept = weak.lock();
      while (kept && *left > 0 && !kept->isGone() && kept->pending() < 256 << 10) {
        --*left;
        kept->write("data: " + std::string(size, 'x') + "\n\n");
        written_ += size;
      }
      if (kept && (*left == 0 || kept->isGone())) {
        kept->end();
        llvm::erase(streams_, kept);
      }
    };
    exchange->onDrained(goOn);
    streams_.push_back(std::move(exchange));
    goOn();
  }

  void readInput() {
    char bytes[4096];
    const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size <= 0) {
      for (const auto &listener : listeners_)
        listener->end();
      return listeners_.clear();
    }
    for (const auto &listener : listeners_)
      listener->write("data: " + llvm::StringRef(bytes, size).trim().str() + "\n\n");
    input_->await(POLLIN);
  }

  EventLoop &loop_;
  std::unique_ptr<EventLoop::Watch> input_;
  std::list<std::shared_ptr<EventLoop::Timer>> timers_;
  std::vector<std::shared_ptr<Exchange>> listeners_, streams_;
  uint64_t gone_ = 0, written_ = 0;
};

bool set(llvm::StringRef name, llvm::StringRef value, ServerOptions &options, PlainHandler &handler,
         uint64_t &grace) {
  ServerLimits &limits = options.limits;
  if (name == "host")
    return !llvm::errorToBool(handler.hosts.allowHost(value));
  if (name == "address") {
    options.address = value.str();
    return true;
  }
  uint64_t number = 0;
  if (!llvm::to_integer(value, number, 10))
    return false;
  const std::pair<llvm::StringRef, std::chrono::milliseconds *> times[] = {
      {"headTime", &limits.headTime},
      {"idleTime", &limits.idleTime},
      {"bodyTime", &limits.bodyTime},
      {"writeTime", &limits.writeTime}};
  for (const auto &[one, time] : times)
    if (one == name) {
      *time = std::chrono::milliseconds(number);
      return true;
    }
  if (name == "connections")
    limits.connections = number;
  else if (name == "bodiesBytes")
    limits.bodiesBytes = number;
  else if (name == "grace")
    grace = number;
  else
    return false;
  return true;
}

} // namespace

int main(int count, char **arguments) {
  EventLoop loop;
  PlainHandler handler(loop);
  ServerOptions options;
  uint64_t grace = 1000;
  for (int i = 1; i < count; ++i) {
    const auto [name, value] = llvm::StringRef(arguments[i]).split('=');
    if (!set(name, value, options, handler, grace)) {
      llvm::errs() << "plain-server: `" << arguments[i] << "` is not an option\n";
      return 2;
    }
  }
  auto server = Server::listen(loop, options, handler);
  if (!server) {
    llvm::errs() << "plain-server: " << llvm::toString(server.takeError()) << '\n';
    return 2;
  }
  handler.server = server->get();
  loop.onSignals({SIGTERM}, [&](int) {
    (*server)->stop(std::chrono::milliseconds(grace), [&] { loop.stop(); });
  });
  llvm::outs() << (*server)->port() << '\n';
  llvm::outs().flush();
  loop.run();
  return 0;
}
