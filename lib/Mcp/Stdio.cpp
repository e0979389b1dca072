#include "Stdio.h"

#include "LineSplitter.h"

#include "agentc/Mcp/Serve.h"
#include "agentc/Mcp/Server.h"

#include <cerrno>
#include <sys/socket.h>
#include <unistd.h>

namespace agentc {

namespace {

/// Limits on the bytes that a client leaves unread: beyond the first, nothing more is read from
/// it; beyond the second, it gets only answers.
constexpr size_t mostUnread = 16 << 20, mostUnreadNotices = 4 << 20;
/// How long the last answers may take to be read once the client has closed its side.
constexpr int farewellMs = 1000;

/// Lines to a descriptor whose file others may share, so that it stays as blocking as it is.
class Outlet {
public:
  explicit Outlet(int descriptor) : descriptor_(descriptor) {}

  void add(const std::string &line) {
    // One that is always a little behind must not keep all that it has read.
    if (written_ > text_.size() / 2) {
      text_.erase(0, written_);
      written_ = 0;
    }
    text_ += line;
  }
  size_t pending() const { return text_.size() - written_; }
  /// Writes what can be written without waiting; false once nobody reads.
  bool flush() {
    while (pending() > 0) {
      pollfd one = {descriptor_, POLLOUT, 0};
      if (poll(&one, 1, 0) <= 0 || !(one.revents & (POLLOUT | POLLERR)))
        return true;
      ssize_t size = write();
      if (size < 0 && errno == EAGAIN)
        return true;
      if (size < 0 && errno != EINTR)
        return false;
      written_ += size > 0 ? static_cast<size_t>(size) : 0;
    }
    text_.clear();
    written_ = 0;
    return true;
  }

private:
  ssize_t write() {
    const char *begin = text_.data() + written_;
    if (isSocket_) {
      ssize_t size = send(descriptor_, begin, pending(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (size >= 0 || errno != ENOTSOCK)
        return size;
      isSocket_ = false;
    }
    // So much a pipe that can be written takes at once.
    return ::write(descriptor_, begin, std::min<size_t>(pending(), PIPE_BUF));
  }

  int descriptor_;
  std::string text_;
  size_t written_ = 0;
  bool isSocket_ = true;
};

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
