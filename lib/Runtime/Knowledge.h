#ifndef AGENTC_LIB_RUNTIME_KNOWLEDGE_H
#define AGENTC_LIB_RUNTIME_KNOWLEDGE_H

#include "agentc/Database/Database.h"

#include "agentc/Support/Json.h"

#include <vector>

namespace agentc {

/// The texts of a folder, to be searched by words. A folder inside it is a category.
class Knowledge {
public:
  struct Question {
    std::string text;
    std::vector<std::string> categories; ///< none: all
    uint64_t limit = 5;
    double threshold = 0;
  };

  /// Reads a folder's text files: bounded, links not followed.
  static llvm::Expected<Knowledge> read(const std::string &folder);

  /// Passages as a list of objects with `id`, `content`, `source`, `score` (from 0 to 1: the share
  /// of the question's words that the passage has, rare ones weighing more) and `metadata`; best
  /// first.
  llvm::Expected<Json> search(const Question &question);

private:
  llvm::Error add(llvm::StringRef source, llvm::StringRef text);

  Database database_;
  int64_t passages_ = 0;
};

} // namespace agentc

#endif
