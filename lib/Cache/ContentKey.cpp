#include "agentc/Cache/ContentKey.h"

#include "agentc/Support/Digest.h"
#include "agentc/Support/Parallel.h"

#include <array>
#include <vector>

namespace agentc {

void ContentKey::add(uint64_t number) {
  for (int i = 0; i < 8; ++i)
    parts_ += static_cast<char>(number >> (8 * i));
}

void ContentKey::add(llvm::StringRef part) {
  add(part.size());
  parts_ += part;
}

void ContentKey::add(const FileTree &files, size_t threads) {
  std::vector<const File *> list;
  for (const auto &[path, file] : files.files())
    list.push_back(file.get());
  std::vector<std::array<char, 32>> digests(list.size());
  forEachInParallel(list.size(), threads,
                    [&](size_t i) { digests[i] = sha256Bytes(list[i]->bytes); });
  add(list.size());
  size_t i = 0;
  for (const auto &[path, file] : files.files()) {
    add(path);
    parts_.append(digests[i].data(), digests[i].size());
    ++i;
  }
}

std::string ContentKey::hex() const { return sha256Hex(parts_); }

} // namespace agentc
