#include "agentc/Support/PosixPath.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::posix {

std::string normalizePath(llvm::StringRef path) {
  if (path.empty())
    return ".";
  bool isAbsolute = path.starts_with("/"), hasTail = path.ends_with("/");
  llvm::SmallVector<llvm::StringRef, 16> parts, kept;
  path.split(parts, '/', -1, false);
  for (llvm::StringRef part : parts) {
    if (part == ".")
      continue;
    if (part == ".." && !kept.empty() && kept.back() != "..")
      kept.pop_back();
    else if (part != ".." || !isAbsolute)
      kept.push_back(part);
  }
  std::string text = llvm::join(kept, "/");
  if (text.empty() && !isAbsolute)
    text += '.';
  if (hasTail && !text.empty())
    text += '/';
  return (isAbsolute ? "/" : "") + text;
}

llvm::StringRef baseName(llvm::StringRef path) {
  path = path.rtrim('/');
  return path.substr(path.rfind('/') + 1);
}

llvm::StringRef folderName(llvm::StringRef path) {
  if (path.empty())
    return ".";
  bool isAbsolute = path.starts_with("/");
  llvm::StringRef trimmed = path.rtrim('/');
  size_t slash = trimmed.rfind('/');
  if (slash == llvm::StringRef::npos)
    return isAbsolute ? "/" : ".";
  llvm::StringRef folder = trimmed.take_front(slash);
  return folder.empty() ? "/" : folder;
}

llvm::StringRef extension(llvm::StringRef path) {
  llvm::StringRef name = baseName(path);
  size_t dot = name.rfind('.');
  bool isHidden = dot == 0 || dot == llvm::StringRef::npos || name == "..";
  return isHidden ? "" : name.drop_front(dot);
}

bool isWithin(llvm::StringRef path, llvm::StringRef folder) {
  return path.consume_front(folder) && (path.empty() || path.starts_with("/"));
}

} // namespace agentc::posix
