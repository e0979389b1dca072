// Shows how the broker handles a package's process that lies in the protocol: each kind of lie
// is told by a process that the broker's own classes hold. For tests only.
//
//   compromised-package    a line per lie: `NAME: WHAT THE BROKER MAKES OF IT`, then leftovers
#include "Walls.h"
#include "Watch.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <functional>
#include <netinet/in.h>
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

/// Opens requests as the sandbox's own fetch would not, each `json` one, and settles when so many
/// `answers` have come.
std::function<void(Channel &)> requesting(std::vector<std::string> jsons, unsigned answers) {
  return [=](Channel &channel) {
    uint32_t number = 0;
    for (const std::string &json : jsons)
      channel.send(FrameKind::Message, encode({Topic::Network, ++number, json, {}}));
    for (unsigned i = 0; i < answers && channel.receive();)
      ++i;
    channel.send(FrameKind::Settled, "ok");
  };
}

/// Handles every connection in a process of its own; a child, whose children they are.
pid_t startServer(uint16_t &port, llvm::function_ref<void(int)> handle) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (bind(listener, reinterpret_cast<sockaddr *>(&address), length) || listen(listener, 16) ||
      getsockname(listener, reinterpret_cast<sockaddr *>(&address), &length))
    _exit(2);
  port = ntohs(address.sin_port);
  fflush(stdout);
  pid_t pid = fork();
  if (pid != 0) {
    close(listener);
    return pid;
  }
  alarm(60);
  for (;;) {
    int one = accept(listener, nullptr, nullptr);
    if (fork() == 0) {
      alarm(60);
      handle(one);
      _exit(0);
    }
    close(one);
  }
}

void sendBody(int socket, const std::string &body) {
  std::string answer =
      "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  for (size_t at = 0; at < answer.size();) {
    ssize_t sent = send(socket, answer.data() + at, answer.size() - at, MSG_NOSIGNAL);
    if (sent <= 0)
      return;
    at += static_cast<size_t>(sent);
  }
}

constexpr llvm::StringLiteral secret = "never-to-be-seen-9";

/// Gives requests back as they came, and says whether they had the secret.
void mirror(int socket) {
  std::string request;
  char bytes[4096];
  while (llvm::StringRef(request).find("\r\n\r\n") == llvm::StringRef::npos) {
    ssize_t size = recv(socket, bytes, sizeof bytes, 0);
    if (size <= 0)
      return;
    request.append(bytes, static_cast<size_t>(size));
  }
  const bool arrived = llvm::StringRef(request).contains(secret);
  sendBody(socket, (arrived ? "arrived\n" : "did not arrive\n") + request);
}

uint16_t serverPort = 9;
/// Long where a lie is not about time: the machine may be busy.
uint64_t wallMs = 30000;

/// Asked to load.
void reportLoad(const char *name, Lie tell) {
  ToolRequest request;
  request.limits.wallMs = wallMs;
  request.grant.hosts = {"127.0.0.1:" + std::to_string(serverPort)};
  request.grant.privateAddresses = serverPort != 9;
  ToolReport report;
  Platform platform;
  Watch watch(request, report, platform);
  GuestProcess package = startLiar(tell);
  watch.begin("load");
  Watch::State state;
  std::vector<pollfd> polled;
  while ((state = watch.advance(package, polled)) == Watch::State::Running) {
    polled = {{package.channel().descriptor(), POLLIN, 0}};
    watch.addDescriptors(polled);
    poll(polled.data(), polled.size(), watch.isBehind() ? 0 : 100);
  }
  printf("asked to load, %s: %s%s", name, outcomeName(report.outcome).str().c_str(),
         state == Watch::State::Settled ? ", goes on" : "");
  for (const NetworkRequest &each : report.requests)
    printf(" (%s %s)", outcomeName(each.outcome).str().c_str(), each.code.c_str());
  printf("\n");
}

/// A process that was given a placeholder, and sends what the maker makes of it: whether the secret
/// came to the server, or was in any frame that came back.
void reportSecret(const char *name, uint16_t port,
                  llvm::function_ref<std::vector<std::string>(const std::string &)> make) {
  const std::string place = "127.0.0.1:" + std::to_string(port);
  ToolRequest request;
  request.grant.hosts = {place, "localhost:" + std::to_string(port)};
  request.grant.privateAddresses = true;
  request.grant.secrets = {{"KEY", secret.str(), {place}, {"authorization"}}};
  ToolReport report;
  Platform platform;
  Watch watch(request, report, platform);
  const std::string placeholder = watch.secrets().makePlaceholders()["KEY"];
  std::vector<std::string> jsons = make(placeholder);
  GuestProcess package = startLiar([&](Channel &channel) {
    uint32_t number = 0;
    for (const std::string &json : jsons)
      channel.send(FrameKind::Message, encode({Topic::Network, ++number, json, {}}));
    bool isSeen = false, hasArrived = false;
    for (size_t ended = 0; ended < jsons.size();) {
      std::optional<Frame> frame = channel.receive();
      if (!frame)
        break;
      llvm::StringRef payload = frame->payload;
      isSeen |= payload.contains(secret);
      hasArrived |= payload.contains("\narrived") || payload.contains("}arrived");
      ended += payload.contains(R"("is":"end")") || payload.contains(R"("is":"failed")");
    }
    std::string end = "ok";
    end += '\0';
    end += isSeen ? "seen" : "not seen";
    end += hasArrived ? ", arrived" : ", did not arrive";
    channel.send(FrameKind::Settled, end);
  });
  watch.begin("load");
  std::vector<pollfd> polled;
  while (watch.advance(package, polled) == Watch::State::Running) {
    polled = {{package.channel().descriptor(), POLLIN, 0}};
    watch.addDescriptors(polled);
    poll(polled.data(), polled.size(), watch.isBehind() ? 0 : 100);
  }
  printf("with a secret, %s: %s\n", name, watch.takeValue().c_str());
}

void reportSecrets() {
  uint16_t port;
  pid_t server = startServer(port, mirror);
  const std::string named = "127.0.0.1:" + std::to_string(port),
                    other = "localhost:" + std::to_string(port);
  auto open = [](const std::string &url, const std::string &header, const std::string &value,
                 const std::string &more = "") {
    return R"({"do":"open","method":"GET","url":"http://)" + url + R"(","headers":[[")" + header +
           R"(",")" + value + R"("]])" + more + "}";
  };
  using Placeholder = const std::string &;
  reportSecret("sent where it goes", port, [&](Placeholder text) {
    return std::vector<std::string>{open(named + "/", "Authorization", "Bearer " + text)};
  });
  reportSecret("sent in pieces and twice", port, [&](Placeholder text) {
    return std::vector<std::string>{open(named + "/", "authorization", text + text)};
  });
  reportSecret("in other headers", port, [&](Placeholder text) {
    return std::vector<std::string>{open(named + "/", "x-a", text),
                                    open(named + "/", "cookie", text),
                                    open(named + "/", "proxy-authorization", text)};
  });
  reportSecret("in addresses", port, [&](Placeholder text) {
    return std::vector<std::string>{open(named + "/" + text, "x-a", "b"),
                                    open(named + "/?" + text, "x-a", "b")};
  });
  reportSecret("to another name", port, [&](Placeholder text) {
    return std::vector<std::string>{open(other + "/", "authorization", text)};
  });
  reportSecret("following what redirected nowhere", port, [&](Placeholder text) {
    return std::vector<std::string>{open(other + "/", "authorization", text, R"(,"follows":1)"),
                                    open(other + "/", "authorization", text, R"(,"follows":77)")};
  });
  reportSecret("by names and placeholders of its own", port, [&](Placeholder text) {
    return std::vector<std::string>{
        open(named + "/", "authorization", "KEY"), open(named + "/", "authorization", "${KEY}"),
        open(named + "/", "authorization", text.substr(0, text.size() - 1)),
        open(named + "/", "authorization", "agentc_secret_00000000000000000000000000000000")};
  });
  reportSecret("compressed", port, [&](Placeholder text) {
    return std::vector<std::string>{open(named + "/", "authorization", text, R"(,"raw":true)")};
  });
  kill(server, SIGKILL);
  waitpid(server, nullptr, 0);
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
  wallMs = 1000;
  reportLoad("with half a frame",
             [](Channel &channel) { sendRaw(channel, llvm::StringRef("\x09\0\0", 3)); });
  auto open = [](const std::string &more) {
    return R"({"do":"open","method":"GET","url":"http://127.0.0.1:9/",)" + more + "}";
  };
  auto opened = [](const std::string &url) {
    return R"({"do":"open","method":"GET","url":")" + url + R"("})";
  };
  wallMs = 30000;
  reportLoad("asking for a private address", requesting({open(R"("body":"none")")}, 1));
  reportLoad(
      "with addresses that no URL parser wrote",
      requesting({opened("http://127.1:9/"), opened("http://2130706433:9/"),
                  opened("http://[::1]:9/"), opened("http://u@127.0.0.1:9/"),
                  opened("http://127.0.0.1:9\\\\@b/"), opened("http://127.0.0.1:9/\\r\\nA: b"),
                  opened("file:///etc/passwd"), opened("http://127.0.0.1:9/ HTTP/1.1")},
                 8));
  reportLoad(
      "with headers that say more than one thing",
      requesting(
          {open(R"("headers":[["a","b\r\nc: d"]])"), open(R"("headers":[["a: b\r\nc","d"]])"),
           open(R"("headers":[["Transfer-Encoding","chunked"]])"),
           open(R"("headers":[["content-length","5"]])"),
           open(R"("headers":[["Host","other.example"]])"), open(R"("headers":[["a","\u0100"]])"),
           R"({"do":"open","method":"GET / HTTP/1.1\r\nA:","url":"http://127.0.0.1:9/"})",
           R"({"do":"open","method":"CONNECT","url":"http://127.0.0.1:9/"})"},
          8));
  reportLoad("with members of other types",
             requesting({open(R"("headers":{"a":1},"length":-1,"follows":"x","body":[])"),
                         R"({"do":"open","url":5,"method":{}})", R"({"do":"body","last":3})",
                         R"({"do":"read","bytes":-5})"},
                        2));
  reportLoad("with a message that is none", requesting({"[1]"}, 0));
  reportLoad("with an unknown message", requesting({R"({"do":"what"})"}, 0));
  pid_t server =
      startServer(serverPort, [](int socket) { sendBody(socket, std::string(24u << 20, 'x')); });
  reportLoad("reading and sending what has not begun", [&](Channel &channel) {
    std::string asked = R"({"do":"open","method":"POST","body":"stream","url":"http://127.0.0.1:)" +
                        std::to_string(serverPort) + R"(/"})";
    for (uint32_t number = 1; number <= 10; ++number)
      channel.send(FrameKind::Message, encode({Topic::Network, number, asked, {}}));
    for (const char *what : {R"({"do":"body"})", R"({"do":"read","bytes":5})", R"({"do":"stop"})"})
      for (uint32_t number = 9; number <= 11; ++number)
        channel.send(FrameKind::Message, encode({Topic::Network, number, what, "bytes"}));
    channel.send(FrameKind::Settled, "ok");
  });
  reportLoad("reading no answer that it asks for", [&](Channel &channel) {
    std::string asked = R"({"do":"open","method":"GET","url":"http://127.0.0.1:)" +
                        std::to_string(serverPort) + R"(/"})";
    channel.send(FrameKind::Message, encode({Topic::Network, 1, asked, {}}));
    std::string more = encode({Topic::Network, 1, R"({"do":"read","bytes":65536})", {}});
    while (channel.send(FrameKind::Message, more))
      poll(nullptr, 0, 1);
  });
  kill(server, SIGKILL);
  waitpid(server, nullptr, 0);
  serverPort = 9;
  reportSecrets();
  reportLoad("passing descriptors", [](Channel &channel) {
    for (int i = 0; i < 100; ++i)
      sendRaw(channel, llvm::StringRef("\5\0\0\0\x09log\0x", 10), channel.descriptor());
    channel.send(FrameKind::Settled, "ok");
  });
  wallMs = 1000;
  reportLoad("with frames without end", [](Channel &channel) {
    while (channel.send(FrameKind::Compile, llvm::StringRef("a\0"
                                                            "1:1\0x",
                                                            7)))
      continue;
  });
  wallMs = 30000;
  reportLoad("with requests without end", [](Channel &channel) {
    std::string asked =
        encode({Topic::Network, 1, R"({"do":"open","method":"GET","url":"http://a"})", {}});
    while (channel.send(FrameKind::Message, asked))
      continue;
  });
  printf("descriptors more: %u\n", count("/proc/self/fd") - descriptors);
  other = GuestProcess();
  printf("neighbour's descriptor gone: %d\n", count("/proc/self/fd") == descriptors);
  printf("processes left: %s\n",
         waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD ? "none" : "some");
}
