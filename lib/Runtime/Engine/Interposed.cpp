// Definitions of libc's that V8's program finds before libc's own, because this object is loaded
// before that.

#include "Memory.h"

#include "llvm/Support/MathExtras.h"

#include <cerrno>
#include <cstdint>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// V8 asks the kernel not to copy its heap into children, but children are what calls run in.
extern "C" int madvise(void *address, size_t size, int advice) noexcept {
  if (advice == MADV_DONTFORK)
    return 0;
  return static_cast<int>(syscall(SYS_madvise, address, size, advice));
}

// V8 takes some refusals for bugs of its own and aborts. Under the limit there is only one reason.
extern "C" int mprotect(void *address, size_t size, int protection) noexcept {
  int result = static_cast<int>(syscall(SYS_mprotect, address, size, protection));
  if (result != 0 && errno == ENOMEM && agentc::MemoryMeter::isLimitedByKernel)
    agentc::dieOfMemory();
  return result;
}

/// How V8 aligns its heap.
static constexpr uintptr_t unit = uintptr_t(256) << 10;
/// More than any part of the heap but large objects.
static constexpr size_t largestPart = size_t(16) << 20;

/// V8 asks for each part of its heap at a place of its own choice in all of the address space, and
/// with each come three pages of page tables, which every copy of the process has to be given. So
/// the first place alone is its choice; the other parts lie behind that.
static uintptr_t placeOf(uintptr_t wanted, size_t size) {
  static uintptr_t next = 0;
  uintptr_t place = next ? next : llvm::alignTo(wanted, unit);
  // It asks for more than it needs, aligns that, and gives the rest back.
  next = llvm::alignTo(place + size - (unit - 1), unit);
  return place;
}

extern "C" void *mmap64(void *address, size_t size, int protection, int flags, int file,
                        off_t offset) noexcept {
  constexpr int ofHeap = MAP_PRIVATE | MAP_ANONYMOUS;
  if (address && flags == ofHeap && protection == (PROT_READ | PROT_WRITE) && size <= largestPart)
    address = reinterpret_cast<void *>(placeOf(reinterpret_cast<uintptr_t>(address), size));
  return reinterpret_cast<void *>(
      syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

extern "C" void *__libc_stack_end;

/// Returns the end of the stack, which is what V8 asks for. libc's version finds the end in a
/// list of all mappings, and adds the part that the kernel put above. There is one thread.
extern "C" int pthread_getattr_np(pthread_t, pthread_attr_t *attributes) noexcept {
  constexpr size_t size = size_t(1) << 20;
  int error = pthread_attr_init(attributes);
  return error ? error
               : pthread_attr_setstack(attributes, static_cast<char *>(__libc_stack_end) - size,
                                       size);
}
