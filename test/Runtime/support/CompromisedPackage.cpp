// What the broker makes of a package's process that no longer speaks the protocol but lies in it:
// each kind of lie is told by a process that the broker's own classes hold. For tests alone.
//
//   compromised-package    a line per lie: `NAME: WHAT THE BROKER MAKES OF IT`, then what is left
#include "Walls.h"
#include "Watch.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace agentc;

namespace {

using Lie = llvm::function_ref<void(Channel &)>;

/// A process at level 1 that tells a lie and then sleeps.
GuestProcess startLiar(Lie tell) {
  Channel ours, theirs;
  int ready[2];
  if (!Channel::makePair(ours, theirs) || pipe(ready) != 0)
    _exit(2);
  int broker = getpid();
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    // Its copies belong to its group, which it has to lead first.
    char byte;
    (void)!read(ready[0], &byte, 1);
    closeDescriptorsBut(theirs.descriptor());
    resetSignals();
    dropUser(broker);
    dieWithParent(broker);
    shutFileSystem();
    limitResources({1000, 64ull << 20}, 0);
    enterLevel(Level::Package, {});
    tell(theirs);
    for (;;)
      poll(nullptr, 0, -1);
  }
  GuestProcess process(pid, std::move(ours));
  process.lead();
  (void)!write(ready[1], "", 1);
  close(ready[0]);
  close(ready[1]);
  return process;
}

void sendRaw(Channel &channel, llvm::StringRef bytes, int passed = -1) {
  iovec part = {const_cast<char *>(bytes.data()), bytes.size()};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (passed >= 0) {
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(rights), &passed, sizeof passed);
  }
  sendmsg(channel.descriptor(), &message, MSG_NOSIGNAL);
}

/// Asked for a copy of itself.
void report(const char *name, Lie tell) {
  GuestProcess package = startLiar(tell);
  std::optional<GuestProcess> call = package.takeCopy(std::chrono::milliseconds(1500));
  printf("asked to fork, %s: %s\n", name, call ? "taken" : "refused");
}

/// Asked to load.
void reportLoad(const char *name, Lie tell) {
  ToolRequest request;
  request.limits.wallMs = 1000;
  ToolReport report;
  Watch watch(request, report);
  GuestProcess package = startLiar(tell);
  watch.begin("load");
  Watch::State state;
  while ((state = watch.advance(package)) == Watch::State::Running) {
    pollfd one = {package.channel().descriptor(), POLLIN, 0};
    poll(&one, 1, watch.isBehind() ? 0 : 100);
  }
  printf("asked to load, %s: %s%s\n", name, outcomeName(report.outcome).str().c_str(),
         state == Watch::State::Settled ? ", goes on" : "");
}

unsigned count(const char *folder) {
  unsigned entries = 0;
  if (DIR *open = opendir(folder)) {
    while (readdir(open))
      ++entries;
    closedir(open);
  }
  return entries;
}

} // namespace

int main() {
  signal(SIGPIPE, SIG_IGN);
  unsigned descriptors = count("/proc/self/fd");
  GuestProcess other = startLiar([](Channel &) {});
  auto forked = [](long pid) {
    return [pid](Channel &channel) { channel.send(FrameKind::Forked, std::to_string(pid)); };
  };
  report("with a copy", [](Channel &channel) {
    int copy = forkSibling();
    if (copy != 0)
      channel.send(FrameKind::Forked, std::to_string(copy));
  });
  report("naming init", forked(1));
  report("naming the broker", forked(getpid()));
  report("naming its neighbour", forked(other.pid()));
  report("naming itself",
         [](Channel &channel) { channel.send(FrameKind::Forked, std::to_string(getpid())); });
  report("naming nobody", forked(4194303));
  report("naming everybody", forked(-1));
  report("with no number", [](Channel &channel) { channel.send(FrameKind::Forked, "1e3"); });
  report("settling", [](Channel &channel) { channel.send(FrameKind::Settled, "ok"); });
  report("silent", [](Channel &) {});
  report("ending", [](Channel &) { _exit(0); });
  report("announcing 4 GB", [](Channel &channel) { sendRaw(channel, "\xff\xff\xff\xff\x05"); });
  report("with copies that nobody knows", [](Channel &channel) {
    for (int i = 0; i < 5; ++i)
      if (forkSibling() == 0)
        return;
    channel.send(FrameKind::Forked, "2");
  });
  reportLoad("claiming memory-limit",
             [](Channel &channel) { channel.send(FrameKind::Settled, "memory-limit"); });
  reportLoad("claiming an unknown outcome",
             [](Channel &channel) { channel.send(FrameKind::Settled, "fine"); });
  reportLoad("with an error that is none", [](Channel &channel) {
    channel.send(FrameKind::Settled, llvm::StringRef("threw\0[1]\0", 10));
  });
  reportLoad("with an unknown frame",
             [](Channel &channel) { sendRaw(channel, llvm::StringRef("\0\0\0\0\x63", 5)); });
  reportLoad("with a broker's frame",
             [](Channel &channel) { channel.send(FrameKind::Call, "{}"); });
  reportLoad("announcing 4 GB", [](Channel &channel) { sendRaw(channel, "\xff\xff\xff\xff\x0c"); });
  reportLoad("with half a frame",
             [](Channel &channel) { sendRaw(channel, llvm::StringRef("\x09\0\0", 3)); });
  reportLoad("passing descriptors", [](Channel &channel) {
    for (int i = 0; i < 100; ++i)
      sendRaw(channel, llvm::StringRef("\5\0\0\0\x09log\0x", 10), channel.descriptor());
    channel.send(FrameKind::Settled, "ok");
  });
  reportLoad("with frames without end", [](Channel &channel) {
    while (channel.send(FrameKind::Compile, llvm::StringRef("a\0"
                                                            "1:1\0x",
                                                            7)))
      continue;
  });
  reportLoad("with requests without end", [](Channel &channel) {
    std::string asked = encode({Topic::Network, 1, R"({"method":"GET","url":"http://a"})", {}});
    while (channel.send(FrameKind::Message, asked))
      continue;
  });
  printf("descriptors more: %u\n", count("/proc/self/fd") - descriptors);
  other = GuestProcess();
  printf("neighbour's descriptor gone: %d\n", count("/proc/self/fd") == descriptors);
  printf("processes left: %s\n",
         waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD ? "none" : "some");
}
