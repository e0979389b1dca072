#ifndef AGENTC_LIB_RUNTIME_SAVEDFILES_H
#define AGENTC_LIB_RUNTIME_SAVEDFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace agentc {

/// The folder that keeps what calls save. Nothing in it has a name from the guest, and no link in
/// it is followed. Owns its descriptor.
class SavedFiles {
public:
  SavedFiles() = default;
  SavedFiles(SavedFiles &&other) { *this = std::move(other); }
  SavedFiles &operator=(SavedFiles &&other);
  ~SavedFiles();

  /// Opens a folder, which is made if it is not there (not those above it).
  static llvm::Expected<SavedFiles> open(llvm::StringRef folder);

  bool isOpen() const { return folder_ >= 0; }
  const std::string &path() const { return path_; }
  /// Writes `bytes` as `folder/name`, whole or not at all; both names are the caller's own.
  llvm::Error keep(llvm::StringRef folder, llvm::StringRef name, llvm::StringRef bytes) const;
  /// Adds a line to `saved.jsonl`.
  llvm::Error note(llvm::StringRef line) const;

private:
  int folder_ = -1;
  std::string path_;
};

} // namespace agentc

#endif
