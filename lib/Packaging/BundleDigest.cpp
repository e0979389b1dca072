#include "PackageRecord.h"

#include "agentc/Support/Digest.h"

#include <algorithm>

namespace agentc {

std::string bundleDigest(const FileTree &files) {
  std::vector<std::string> lines;
  for (const auto &[path, file] : files.files())
    if (!llvm::StringRef(path).starts_with(sealFolder))
      lines.push_back(sha256Hex(file->bytes) + "  " + path + "\n");
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string &line : lines)
    text += line;
  return "sha256:" + sha256Hex(text);
}

FileTree withoutSeal(const FileTree &files) {
  FileTree result;
  for (const auto &[path, file] : files.files())
    if (!llvm::StringRef(path).starts_with(sealFolder))
      result.add(path, file->bytes);
  return result;
}

} // namespace agentc
