#include "agentc/Support/FileTree.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <cassert>

namespace agentc {

bool FileTree::add(std::string path, std::string bytes) {
  assert(!path.empty() && resolveRelative("", path) == path && "the path must be normalized");
  auto [place, added] = files_.try_emplace(path);
  if (added)
    place->second = std::make_shared<const File>(File{std::move(path), std::move(bytes)});
  return added;
}

const File *FileTree::find(llvm::StringRef path) const {
  auto place = files_.find(std::string_view(path));
  return place == files_.end() ? nullptr : place->second.get();
}

std::optional<std::string> resolveRelative(llvm::StringRef fromFile, llvm::StringRef relative) {
  if (relative.starts_with("/"))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 16> parts;
  auto descend = [&](llvm::StringRef path) {
    while (!path.empty()) {
      auto [part, rest] = path.split('/');
      path = rest;
      if (part.empty() || part == ".")
        continue;
      if (part != "..") {
        parts.push_back(part);
        continue;
      }
      if (parts.empty())
        return false;
      parts.pop_back();
    }
    return true;
  };
  if (!descend(fromFile.contains('/') ? fromFile.rsplit('/').first : "") || !descend(relative))
    return std::nullopt;
  return llvm::join(parts, "/");
}

} // namespace agentc
