// To a process that loads this the disk is full while the file that AGENTC_FULL_WHILE names is
// there: what would take a block more of it fails.
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/// Mapped, since the sandbox' filter would end a process that looked for a file.
static const char *const state = [] {
  const char *path = getenv("AGENTC_FULL_WHILE");
  const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  void *mapped = file < 0 ? MAP_FAILED : mmap(nullptr, 1, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  return static_cast<const char *>(mapped);
}();

static bool isFull() { return state != MAP_FAILED && *state == '1'; }

static bool refuses(int descriptor) {
  struct stat about = {};
  if (!isFull() || fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode))
    return false;
  errno = ENOSPC;
  return true;
}

#define REAL(name)                                                                                 \
  static const auto real = reinterpret_cast<decltype(&name)>(dlsym(RTLD_NEXT, #name))

extern "C" {
ssize_t write(int descriptor, const void *bytes, size_t size) {
  REAL(write);
  return refuses(descriptor) ? -1 : real(descriptor, bytes, size);
}
ssize_t writev(int descriptor, const iovec *parts, int count) {
  REAL(writev);
  return refuses(descriptor) ? -1 : real(descriptor, parts, count);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
  REAL(pwrite64);
  return refuses(descriptor) ? -1 : real(descriptor, bytes, size, offset);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  REAL(pwrite);
  return refuses(descriptor) ? -1 : real(descriptor, bytes, size, offset);
}
int ftruncate64(int descriptor, off64_t size) {
  REAL(ftruncate64);
  struct stat about = {};
  const bool grows = fstat(descriptor, &about) == 0 && size > about.st_size;
  return grows && refuses(descriptor) ? -1 : real(descriptor, size);
}
int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  if (!isFull() || access(path, F_OK) == 0)
    return real(path, mode);
  errno = ENOSPC;
  return -1;
}
}
