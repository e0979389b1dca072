#include "Frames.h"
#include "Session.h"

#include "agentc/Rpc/Outlet.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

namespace agentc {

namespace {

using namespace lsp;

/// A client that leaves so many bytes unread is not read from.
constexpr size_t mostUnread = 64 << 20;
/// How long the last answers may take to be read.
constexpr int farewellMs = 1000;

/// A client on standard input and output.
class EditorClient {
public:
  EditorClient(DriverEnv &env, const ServerOptions &options)
      : session_(env, options, [this](const Json &message) { out_.add(frame(message)); }) {}

  int serve() {
    while (!isGone_ && !hasEnded_ && !session_.hasEnded()) {
      waitForAny();
      session_.step();
      isGone_ |= !out_.flush();
    }
    pollfd one = {STDOUT_FILENO, POLLOUT, 0};
    while (!isGone_ && out_.pending() > 0 && poll(&one, 1, farewellMs) > 0)
      isGone_ = !out_.flush();
    return session_.exitCode();
  }

private:
  int patience() const {
    const std::optional<Rounds::Clock::time_point> due = session_.rounds().due();
    if (!due)
      return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*due - Rounds::Clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left, 0, 600000));
  }

  void waitForAny() {
    const bool reads = out_.pending() < mostUnread;
    const short writes = out_.pending() > 0 ? POLLOUT : 0;
    pollfd all[] = {{reads ? STDIN_FILENO : -1, POLLIN, 0},
                    {STDOUT_FILENO, writes, 0},
                    {session_.rounds().descriptor(), POLLIN, 0}};
    poll(all, std::size(all), patience());
    isGone_ |= (all[1].revents & (POLLERR | POLLHUP | POLLNVAL)) != 0;
    if (all[0].revents)
      readInput();
  }

  void readInput() {
    char bytes[65536];
    const ssize_t size = read(STDIN_FILENO, bytes, sizeof bytes);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
      return;
    hasEnded_ = size <= 0;
    if (!hasEnded_)
      in_.take(
          {bytes, static_cast<size_t>(size)},
          [this](llvm::StringRef body) {
            if (!session_.hasEnded())
              session_.take(body);
          },
          [this](const RpcFault &fault) { session_.refuse(fault); });
  }

  Outlet out_{STDOUT_FILENO};
  FrameReader in_;
  Session session_;
  bool isGone_ = false;   ///< nobody reads
  bool hasEnded_ = false; ///< nothing more comes
};

} // namespace

int serveEditor(DriverEnv &env, const ServerOptions &options) {
  signal(SIGPIPE, SIG_IGN);
  return EditorClient(env, options).serve();
}

} // namespace agentc
