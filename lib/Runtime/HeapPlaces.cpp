// Where V8's heap lies: a definition of mmap that stands before libc's for libnode too, because the
// program's names come first.

#include "Sanitized.h"

#include "llvm/Support/MathExtras.h"

#include <cstdint>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// Sanitizers have their own.
#ifndef AGENTC_SANITIZED

/// How V8 aligns its heap.
static constexpr uintptr_t unit = uintptr_t(256) << 10;
/// More than any part of the heap but the room for code, which must stay near libnode's.
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

extern "C" void *mmap(void *address, size_t size, int protection, int flags, int file,
                      off_t offset) noexcept {
  constexpr int ofHeap = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (address && protection == PROT_NONE && flags == ofHeap && size <= largestPart)
    address = reinterpret_cast<void *>(placeOf(reinterpret_cast<uintptr_t>(address), size));
  return reinterpret_cast<void *>(
      syscall(SYS_mmap, address, size, protection, flags, file, offset));
}

#endif
