#ifndef AGENTC_LIB_MCP_LINESPLITTER_H
#define AGENTC_LIB_MCP_LINESPLITTER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace agentc {

/// Bytes as they come to lines of bounded length.
class LineSplitter {
public:
  explicit LineSplitter(size_t most) : most_(most) {}

  /// Hands on each line that has ended, without its end; std::nullopt once for one that is too
  /// long, which is skipped.
  void take(llvm::StringRef bytes,
            llvm::function_ref<void(std::optional<llvm::StringRef>)> onLine) {
    while (!bytes.empty()) {
      const size_t end = bytes.find('\n');
      const llvm::StringRef part = bytes.take_front(end);
      if (!isSkipping_ && begun_.size() + part.size() > most_) {
        isSkipping_ = true;
        begun_ = std::string();
        onLine(std::nullopt);
      }
      if (!isSkipping_)
        begun_.append(part.data(), part.size());
      if (end == llvm::StringRef::npos)
        return;
      bytes = bytes.drop_front(end + 1);
      if (!isSkipping_)
        onLine(llvm::StringRef(begun_));
      isSkipping_ = false;
      begun_.clear();
    }
  }

private:
  size_t most_;
  std::string begun_;
  bool isSkipping_ = false;
};

} // namespace agentc

#endif
