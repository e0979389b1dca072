// Any bytes are what a process of the sandbox sends, which the tool's code may have taken over: the
// broker follows it to an end, and never reports what only the broker and the kernel may say.
// Lengths are made to fit, so that a change of one byte leaves the other frames what they are.
#include "Watch.h"

#include <cstdint>
#include <cstdlib>
#include <spawn.h>
#include <sys/socket.h>

using namespace agentc;

extern char **environ;

/// A process that waits, which stands for the one that sends; killed when an input ends it.
static GuestProcess &guest(Channel channel) {
  static GuestProcess process;
  if (process.running()) {
    process.channel() = std::move(channel);
    return process;
  }
  const char *arguments[] = {"sleep", "3600", nullptr};
  pid_t pid;
  if (posix_spawn(&pid, "/bin/sleep", nullptr, nullptr, const_cast<char **>(arguments), environ))
    std::abort();
  process = GuestProcess(pid, std::move(channel));
  return process;
}

namespace {

/// Takes parts off the input.
class Input {
public:
  explicit Input(llvm::StringRef bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  uint8_t byte() { return static_cast<uint8_t>(take(1).empty() ? 0 : taken_[0]); }
  /// As many bytes as the next two say.
  llvm::StringRef text() {
    const size_t low = byte();
    return take(low + 256 * size_t{byte()});
  }

private:
  llvm::StringRef take(size_t size) {
    taken_ = bytes_.take_front(size);
    bytes_ = bytes_.drop_front(taken_.size());
    return taken_;
  }
  llvm::StringRef bytes_, taken_;
};

} // namespace

static void sendFrame(Channel &channel, Input &input) {
  static constexpr FrameKind kinds[] = {FrameKind::Message, FrameKind::Log, FrameKind::Compile,
                                        FrameKind::Settled, FrameKind::Forked};
  const uint8_t kind = input.byte();
  if (kind % 6 == 0) {
    const auto topic = static_cast<Topic>(input.byte() % 4);
    const uint32_t number = input.byte();
    const llvm::StringRef json = input.text();
    channel.post(FrameKind::Message, encode({topic, number, json, input.text()}));
  } else {
    channel.post(kinds[kind % 6 - 1], input.text());
  }
}

static ToolRequest request() {
  ToolRequest request;
  RunImage image;
  image.entry = "index.js";
  image.modules.push_back({"index.js", ModuleFormat::CommonJs, "module.exports = 1\n"});
  request.image = std::make_shared<RunImage>(std::move(image));
  request.grant.hosts = {"example.com", "*.example.org:8080"};
  request.limits.resultBytes = 4096;
  request.limits.logBytes = 4096;
  request.limits.logLines = 50;
  request.limits.requests = 8;
  request.limits.savedBytes = 16384;
  request.answers.emplace();
  request.answers->push_back({"GET", "https://example.com/*", 0, 200, {{"a", "b"}}, "text", 0, ""});
  return request;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  static const ToolRequest asked = request();
  Platform platform;
  ToolReport report;
  Channel ours, theirs;
  if (!Channel::makePair(ours, theirs))
    std::abort();
  Input input({reinterpret_cast<const char *>(bytes), std::min<size_t>(size, 32768)});
  if (const uint8_t form = input.byte(); form == 'R') {
    if (size > 1)
      (void)send(theirs.descriptor(), bytes + 1, std::min<size_t>(size - 1, 32768), MSG_DONTWAIT);
  } else {
    if (form == 'L')
      report.load.emplace().modules.emplace_back().path = "index.js";
    while (!input.empty())
      sendFrame(theirs, input);
  }
  GuestProcess &process = guest(std::move(ours));
  Watch watch(asked, report, platform);
  watch.begin(report.load ? "load" : "call");
  Watch::State state = Watch::State::Running;
  for (unsigned turn = 0; turn < 8 && state == Watch::State::Running; ++turn)
    state = watch.advance(process, {});
  watch.services().finish();
  llvm::consumeError(watch.services().takeFailure());
  if (state == Watch::State::Settled && report.outcome != Outcome::Ok)
    std::abort();
  if (report.outcome == Outcome::TimeLimit || report.outcome == Outcome::CpuLimit ||
      report.outcome == Outcome::MemoryLimit)
    std::abort();
  return 0;
}
