#include "Stdio.h"

#include "LineSplitter.h"

#include "agentc/Mcp/Serve.h"
#include "agentc/Mcp/Server.h"
#include "agentc/Rpc/Outlet.h"

#include <cerrno>
#include <unistd.h>

namespace agentc {

namespace {

/// Limits on the bytes that a client leaves unread: beyond the first, nothing more is read from
/// it; beyond the second, it gets only answers.
constexpr size_t mostUnread = 16 << 20, mostUnreadNotices = 4 << 20;
/// How long the last answers may take to be read once the client has closed its side.
constexpr int farewellMs = 1000;

/// A client on standard input and output.
class StdioClient {
public:
  StdioClient(const Offer &offer, ToolClient &sandbox)
      : sandbox_(sandbox),
        server_(offer, sandbox, [this](McpOutput output) { out_.add(output.line); }) {}

  void serve() {
    while (!isGone_ && !hasEnded_) {
      waitForAny();
      sandbox_.step();
      server_.setHeard(out_.pending() < mostUnreadNotices);
      isGone_ |= !out_.flush();
    }
    pollfd one = {STDOUT_FILENO, POLLOUT, 0};
    while (!isGone_ && out_.pending() > 0 && poll(&one, 1, farewellMs) > 0)
      isGone_ = !out_.flush();
  }

private:
  void waitForAny() {
    const bool reads = out_.pending() < mostUnread;
    const short writes = out_.pending() > 0 ? POLLOUT : 0;
    pollfd all[] = {
        {reads ? STDIN_FILENO : -1, POLLIN, 0}, {STDOUT_FILENO, writes, 0}, sandbox_.descriptor()};
    poll(all, std::size(all), -1);
    isGone_ |= (all[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    if (all[0].revents)
      readInput();
  }

  void readInput() {
    char bytes[65536];
    ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
      return;
    hasEnded_ = size <= 0;
    in_.take(hasEnded_ ? "\n" : llvm::StringRef(bytes, static_cast<size_t>(size)),
             [this](std::optional<llvm::StringRef> line) {
               if (line)
                 server_.take(*line);
               else
                 server_.refuseLine("a message is longer than " + std::to_string(maxMessageBytes) +
                                    " bytes");
             });
  }

  ToolClient &sandbox_;
  Outlet out_{STDOUT_FILENO};
  LineSplitter in_{maxMessageBytes};
  McpServer server_;
  bool isGone_ = false;   ///< nobody reads
  bool hasEnded_ = false; ///< nothing more comes
};

} // namespace

void serveStdio(const Offer &offer, ToolClient &sandbox) {
  StdioClient client(offer, sandbox);
  sandbox.step();
  client.serve();
}

} // namespace agentc
