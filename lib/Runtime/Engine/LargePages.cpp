#include "LargePages.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <v8.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <link.h>
#include <sys/mman.h>

namespace agentc {

namespace {

constexpr uintptr_t largePage = uintptr_t(2) << 20;

struct Segment {
  uintptr_t begin, end;
};

/// The whole large pages of a library's code.
struct Segments {
  uintptr_t inside; ///< an address in the library
  llvm::SmallVector<Segment, 2> found;

  static int collect(dl_phdr_info *library, size_t, void *payload) {
    auto &segments = *static_cast<Segments *>(payload);
    llvm::SmallVector<Segment, 2> found;
    bool isIt = false;
    for (const ElfW(Phdr) & header : llvm::ArrayRef(library->dlpi_phdr, library->dlpi_phnum)) {
      if (header.p_type != PT_LOAD || (header.p_flags & (PF_W | PF_X)) != PF_X)
        continue;
      uintptr_t begin = library->dlpi_addr + header.p_vaddr, end = begin + header.p_memsz;
      isIt |= segments.inside >= begin && segments.inside < end;
      begin = (begin + largePage - 1) / largePage * largePage;
      end = end / largePage * largePage;
      if (begin < end)
        found.push_back({begin, end});
    }
    if (isIt)
      segments.found = std::move(found);
    return isIt;
  }
};

/// True if all of a mapping lies in large pages.
bool isLarge(uintptr_t begin, size_t size) {
  FILE *file = std::fopen("/proc/self/smaps", "re");
  if (!file)
    return false;
  char line[512];
  bool isInside = false, isLarge = false;
  while (std::fgets(line, sizeof line, file)) {
    unsigned long from = 0, to = 0, kilobytes = 0;
    if (std::sscanf(line, "%lx-%lx ", &from, &to) == 2)
      isInside = from <= begin && begin < to;
    else if (isInside && std::sscanf(line, "AnonHugePages: %lu kB", &kilobytes) == 1)
      isLarge = kilobytes * 1024 >= size;
  }
  std::fclose(file);
  return isLarge;
}

void replace(const Segment &segment) {
  size_t size = segment.end - segment.begin;
  void *room =
      mmap(nullptr, size + largePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED)
    return;
  auto *copy = reinterpret_cast<void *>((reinterpret_cast<uintptr_t>(room) + largePage - 1) /
                                        largePage * largePage);
  auto *original = reinterpret_cast<void *>(segment.begin);
  if (madvise(copy, size, MADV_HUGEPAGE) == 0) {
    memcpy(copy, original, size);
    // Small pages would have to be copied with the process, one by one.
    if (isLarge(reinterpret_cast<uintptr_t>(copy), size) &&
        mprotect(copy, size, PROT_READ | PROT_EXEC) == 0)
      mremap(copy, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, original);
  }
  munmap(room, size + largePage);
}

} // namespace

void useLargePages() {
  Segments segments{reinterpret_cast<uintptr_t>(&v8::V8::GetVersion), {}};
  dl_iterate_phdr(Segments::collect, &segments);
  for (const Segment &segment : segments.found)
    replace(segment);
}

} // namespace agentc
