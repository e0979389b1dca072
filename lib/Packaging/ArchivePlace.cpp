#include "ArchivePlace.h"

namespace agentc {

ArchivePlace placeInCanonicalZip(const FileTree &files, size_t offset) {
  size_t end = 0;
  for (const auto &[path, file] : files.files()) {
    end += 30 + path.size();
    if (offset < end)
      return {path, "the local header"};
    end += file->bytes.size();
    if (offset < end)
      return {path, "the contents"};
  }
  for (const auto &[path, file] : files.files()) {
    end += 46 + path.size();
    if (offset < end)
      return {path, "the central directory"};
  }
  return {"", offset < end + 22 ? "the end record" : "what follows the end record"};
}

} // namespace agentc
