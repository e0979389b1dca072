#include "Renames.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <vector>

namespace agentc {

namespace {

/// Pairs of files that are compared line by line; git bounds these alike.
constexpr size_t maxPairs = 40'000;
constexpr size_t maxBytes = 1 << 20;

using Lines = llvm::StringMap<size_t>;

std::vector<const File *> onlyIn(const FileTree &tree, const FileTree &other) {
  std::vector<const File *> files;
  for (const auto &[path, file] : tree.files())
    if (!other.find(path) && !file->bytes.empty())
      files.push_back(file.get());
  return files;
}

Lines linesOf(const File &file) {
  Lines lines;
  llvm::SmallVector<llvm::StringRef, 0> all;
  llvm::StringRef(file.bytes).split(all, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : all)
    if (llvm::StringRef text = line.trim(); !text.empty())
      lines[text] += text.size();
  return lines;
}

size_t bytesIn(const Lines &lines) {
  size_t bytes = 0;
  for (const auto &line : lines)
    bytes += line.second;
  return bytes;
}

/// The part of the larger one's text that both have, in hundredths.
size_t similarity(const Lines &a, const Lines &b) {
  size_t common = 0;
  for (const auto &line : a)
    common += std::min(line.second, b.lookup(line.first()));
  const size_t larger = std::max(bytesIn(a), bytesIn(b));
  return larger ? common * 100 / larger : 0;
}

struct Pair {
  size_t similarity;
  const File *now, *before;
};

} // namespace

std::map<std::string, std::string> renamedFiles(const FileTree &now, const FileTree &before) {
  const std::vector<const File *> added = onlyIn(now, before), gone = onlyIn(before, now);
  const bool isBounded = added.size() * gone.size() <= maxPairs;
  std::vector<Pair> pairs;
  std::map<const File *, Lines> lines;
  for (const auto *list : {&added, &gone})
    for (const File *file : *list)
      if (isBounded && file->bytes.size() <= maxBytes && !added.empty() && !gone.empty())
        lines[file] = linesOf(*file);
  for (const File *file : added)
    for (const File *old : gone)
      if (file->bytes == old->bytes)
        pairs.push_back({100, file, old});
      else if (lines.count(file) && lines.count(old))
        if (size_t percent = similarity(lines[file], lines[old]); percent >= 50)
          pairs.push_back({percent, file, old});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair &a, const Pair &b) { return a.similarity > b.similarity; });
  std::map<std::string, std::string> renamed, taken;
  for (const Pair &pair : pairs)
    if (!renamed.count(pair.now->path) && taken.try_emplace(pair.before->path).second)
      renamed[pair.now->path] = pair.before->path;
  return renamed;
}

} // namespace agentc
