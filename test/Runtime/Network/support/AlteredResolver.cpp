// Put before the system's functions in a broker, it stands for a name server of an attacker:
// `rebinding.example` is first at a public address, then on this machine. No test connects to the
// public address: nobody listens there.
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <netdb.h>
#include <sys/socket.h>

static constexpr const char *publicAddress = "198.41.0.4";

template <typename Function> static Function systems(const char *name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

extern "C" int getaddrinfo(const char *node, const char *service, const addrinfo *hints,
                           addrinfo **result) {
  static int asked = 0;
  if (node && !strcmp(node, "rebinding.example"))
    node = asked++ % 2 == 0 ? publicAddress : "127.0.0.1";
  else if (node && !strcmp(node, "mapped.example"))
    node = "::ffff:127.0.0.1";
  return systems<decltype(&getaddrinfo)>("getaddrinfo")(node, service, hints, result);
}

extern "C" int connect(int socket, const sockaddr *address, socklen_t size) {
  in_addr nobody;
  inet_pton(AF_INET, publicAddress, &nobody);
  const auto *v4 = reinterpret_cast<const sockaddr_in *>(address);
  if (address->sa_family == AF_INET && v4->sin_addr.s_addr == nobody.s_addr) {
    errno = ECONNREFUSED;
    return -1;
  }
  return systems<decltype(&connect)>("connect")(socket, address, size);
}
