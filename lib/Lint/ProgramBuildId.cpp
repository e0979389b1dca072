#include "ProgramBuildId.h"

#include "agentc/Support/Digest.h"

#include "llvm/Support/MemoryBuffer.h"

#include <cstring>
#include <elf.h>
#include <link.h>

namespace agentc {

/// The first object is the program itself.
static int takeBuildId(dl_phdr_info *object, size_t, void *result) {
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    const char *at = reinterpret_cast<const char *>(object->dlpi_addr + segment.p_vaddr);
    const char *end = at + segment.p_memsz;
    while (static_cast<size_t>(end - at) >= sizeof(ElfW(Nhdr))) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char *name = at + sizeof note;
      const char *content = name + ((note.n_namesz + 3) & ~3u);
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !std::memcmp(name, "GNU", 4))
        *static_cast<std::string *>(result) = std::string(content, note.n_descsz);
      at = content + ((note.n_descsz + 3) & ~3u);
    }
  }
  return 1;
}

llvm::StringRef programBuildId() {
  static const std::string id = [] {
    std::string found;
    ::dl_iterate_phdr(takeBuildId, &found);
    if (!found.empty())
      return found;
    auto program = llvm::MemoryBuffer::getFile("/proc/self/exe", /*IsText=*/false,
                                               /*RequiresNullTerminator=*/false);
    return program ? sha256Hex((*program)->getBuffer()) : found;
  }();
  return id;
}

} // namespace agentc
