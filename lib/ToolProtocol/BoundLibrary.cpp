#include "agentc/ToolProtocol/ToolProcess.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <unistd.h>

namespace agentc {

/// The GNU build id of an ELF64 file in hexadecimal. Every field is checked: a broken file has
/// none.
static std::optional<std::string> readBuildId(const std::string &path) {
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return std::nullopt;
  auto read = [&](void *into, size_t size, uint64_t at) {
    return pread(file, into, size, static_cast<off_t>(at)) == static_cast<ssize_t>(size);
  };
  std::optional<std::string> id;
  Elf64_Ehdr header;
  bool good = read(&header, sizeof header, 0) && !memcmp(header.e_ident, ELFMAG, SELFMAG) &&
              header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_phentsize == sizeof(Elf64_Phdr);
  for (unsigned i = 0; good && !id && i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    if (!read(&segment, sizeof segment, header.e_phoff + i * sizeof segment))
      break;
    if (segment.p_type != PT_NOTE || segment.p_filesz > 4096)
      continue;
    std::string notes(segment.p_filesz, '\0');
    if (!read(notes.data(), notes.size(), segment.p_offset))
      break;
    for (size_t at = 0; at + sizeof(Elf64_Nhdr) <= notes.size();) {
      Elf64_Nhdr note;
      memcpy(&note, &notes[at], sizeof note);
      size_t name = at + sizeof note;
      size_t content = name + llvm::alignTo<4>(uint64_t(note.n_namesz));
      size_t end = content + llvm::alignTo<4>(uint64_t(note.n_descsz));
      if (content < name || end < content || end > notes.size())
        break;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && !memcmp(&notes[name], "GNU", 4))
        id = llvm::toHex(llvm::StringRef(&notes[content], note.n_descsz), /*LowerCase=*/true);
      at = end;
    }
  }
  close(file);
  return id;
}

static std::string readSmall(const std::string &path) {
  char text[4096];
  int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return {};
  ssize_t size = read(file, text, sizeof text);
  close(file);
  return size > 0 ? std::string(text, static_cast<size_t>(size)) : std::string();
}

std::optional<BoundLibrary> findBoundLibrary(llvm::StringRef programFolder) {
  std::string folder = (programFolder + "/../lib/agentc").str();
  std::string list = readSmall(folder + "/bound/originals");
  if (list.empty())
    return std::nullopt;
  BoundLibrary bound;
  for (llvm::StringRef rest = list; !rest.empty();) {
    llvm::StringRef line;
    std::tie(line, rest) = rest.split('\n');
    auto [id, name] = line.split(' ');
    std::string path = name.starts_with("/") ? name.str() : folder + "/" + name.str();
    bound.isCurrent &= readBuildId(path) == id.str();
    bound.originals += (bound.originals.empty() ? "" : ":") + path.substr(0, path.rfind('/'));
  }
  return bound;
}

} // namespace agentc
