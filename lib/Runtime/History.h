#ifndef AGENTC_LIB_RUNTIME_HISTORY_H
#define AGENTC_LIB_RUNTIME_HISTORY_H

#include "agentc/Database/Database.h"

#include "agentc/Support/Json.h"

namespace agentc {

/// The messages of conversations, kept in a file or, without one, as long as this object lives.
class History {
public:
  /// Takes the path of the file, which is opened when it is first needed; empty: none.
  explicit History(std::string file) : file_(std::move(file)) {}

  /// The last messages of a conversation, oldest first, as a list of objects with `role` and
  /// `content`: at most `most` of them and those of the last `seconds` (0: all).
  llvm::Expected<Json> get(llvm::StringRef conversation, uint64_t most, uint64_t seconds);
  /// Adds messages, a list of such objects.
  llvm::Error append(llvm::StringRef conversation, const Json &messages);

private:
  llvm::Error open();

  std::string file_;
  Database database_;
};

} // namespace agentc

#endif
