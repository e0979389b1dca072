#include "agentc/Mcp/Stdio.h"

#include "LineSplitter.h"

#include "agentc/Mcp/Server.h"

#include <cerrno>
#include <csignal>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agentc {

namespace {

/// Limits on the bytes that a client leaves unread: beyond the first, nothing more is read from
/// it; beyond the second, it gets only answers.
constexpr size_t mostUnread = 16 << 20, mostUnreadNotices = 4 << 20;
/// How long the last answers may take to be read once the client has closed its side.
constexpr int farewellMs = 1000;

llvm::Error machineFailed(const char *what) {
  return llvm::createStringError(std::error_code(errno, std::generic_category()), "%s", what);
}

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
      : sandbox_(sandbox), server_(offer, sandbox, [this](std::string line) { out_.add(line); }) {}

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

/// Has the sandbox load what most tools are called in before anybody calls one.
void warm(const Offer &offer, ToolClient &sandbox) {
  std::map<std::string, std::pair<unsigned, const ToolRequest *>> kinds;
  for (const OfferedTool &tool : offer.tools) {
    Json request = requestToJson(tool.request);
    request.erase("tool");
    auto &[count, first] = kinds[printJson(request, /*indented=*/false)];
    ++count;
    first = first ? first : &tool.request;
  }
  const ToolRequest *most = nullptr;
  unsigned times = 0;
  for (const auto &[kind, found] : kinds)
    if (found.first > times)
      std::tie(times, most) = found;
  if (!most)
    return;
  ToolRequest request = *most;
  request.mode = ToolRequest::Mode::Prepare;
  sandbox.call(std::move(request), [](const CallEvent &) {}, [](const ToolReport &) {});
}

/// A file's bytes for as long as the process lives.
llvm::Expected<llvm::StringRef> mapped(int descriptor) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0)
    return machineFailed("no offer");
  const auto size = static_cast<size_t>(status.st_size);
  void *bytes = size ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0) : nullptr;
  if (bytes == MAP_FAILED)
    return machineFailed("no memory for the offer");
  return llvm::StringRef(static_cast<const char *>(bytes), size);
}

} // namespace

llvm::Error serveStdio(int offered, ToolProcess process) {
  signal(SIGPIPE, SIG_IGN);
  llvm::Expected<llvm::StringRef> text = mapped(offered);
  if (!text)
    return text.takeError();
  close(offered);
  auto [line, rest] = text->split('\n');
  llvm::Expected<Offer> offer = readOffer(line);
  if (!offer)
    return offer.takeError();
  ToolClient sandbox(std::move(process), offer->sandbox);
  for (const std::string &digest : offer->images) {
    const size_t end = rest.find('\n') + 1;
    sandbox.addImage(digest, rest.take_front(end));
    rest = rest.drop_front(end);
  }
  warm(*offer, sandbox);
  StdioClient client(*offer, sandbox);
  sandbox.step();
  client.serve();
  return llvm::Error::success();
}

} // namespace agentc
