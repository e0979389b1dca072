// Any text is an ignore file and, after the first empty line, the paths to ask it about: each
// answer comes in bounded time, and what a pattern with a slash means inside a folder is not missed
// by leaving the folder out.
#include "Files/IgnoreRules.h"

#include <cstdint>
#include <cstdlib>

using namespace agentc;

static void ask(llvm::StringRef line, PathPattern::Dialect dialect, llvm::StringRef path,
                bool isFolder) {
  const PathPattern pattern(line, dialect);
  // Without braces a line is one pattern.
  const bool isTied = line.rtrim('/').contains('/') && !line.contains('{');
  llvm::SmallVector<llvm::StringRef, 16> parts;
  path.split(parts, '/', 64);
  if (pattern.matches(parts, isFolder) && isTied && parts.size() > 1 &&
      !pattern.reachesInto(llvm::ArrayRef(parts).drop_back()))
    std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
  auto [patterns, paths] =
      llvm::StringRef(reinterpret_cast<const char *>(bytes), size).split("\n\n");
  IgnoreRules rules({{"packages/core", "build/\n!build/keep\n"}});
  rules.add("", patterns);
  rules.add("src/", patterns);
  llvm::SmallVector<llvm::StringRef, 16> lines, names;
  patterns.split(lines, '\n', 32);
  paths.split(names, '\n', 32);
  for (llvm::StringRef name : names) {
    (void)rules.ignores(name, false);
    (void)rules.ignores(name, true);
    for (llvm::StringRef line : lines)
      for (PathPattern::Dialect dialect : {PathPattern::Dialect::Git, PathPattern::Dialect::Npm}) {
        ask(line.take_front(1024), dialect, name, false);
        ask(line.take_front(1024), dialect, name, true);
      }
  }
  return 0;
}
