// A process that loads this is killed before its Nth write (AGENTC_DIES_AT) to the journal's log.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

static bool isJournal(int descriptor) {
  char path[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = readlink(link.c_str(), path, sizeof path - 1);
  if (size < 0)
    return false;
  path[size] = 0;
  static constexpr char ending[] = "/journal.db-wal";
  return size_t(size) >= sizeof ending && !strcmp(path + size - (sizeof ending - 1), ending);
}

static void count(int descriptor) {
  static const long diesAt = getenv("AGENTC_DIES_AT") ? atol(getenv("AGENTC_DIES_AT")) : 0;
  static long writes = 0;
  if (diesAt > 0 && isJournal(descriptor) && ++writes == diesAt)
    kill(getpid(), SIGKILL);
}

extern "C" {
ssize_t write(int descriptor, const void *bytes, size_t size) {
  static const auto real = reinterpret_cast<decltype(&write)>(dlsym(RTLD_NEXT, "write"));
  count(descriptor);
  return real(descriptor, bytes, size);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  static const auto real = reinterpret_cast<decltype(&pwrite64)>(dlsym(RTLD_NEXT, "pwrite64"));
  count(descriptor);
  return real(descriptor, bytes, size, offset);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  static const auto real = reinterpret_cast<decltype(&pwrite)>(dlsym(RTLD_NEXT, "pwrite"));
  count(descriptor);
  return real(descriptor, bytes, size, offset);
}
}
