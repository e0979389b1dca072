#ifndef AGENTC_LIB_RUNTIME_PLATFORM_H
#define AGENTC_LIB_RUNTIME_PLATFORM_H

#include "History.h"
#include "Knowledge.h"
#include "SavedFiles.h"

#include <functional>
#include <map>
#include <optional>

namespace agentc {

struct CallEvent;

/// The state that all calls of a broker share: the place where they save, their conversations,
/// the folders that were read for retrieval, and the receiver of events as they happen.
struct Platform {
  /// Keeps what calls save, and their conversations, in a folder. Without it nothing is kept, and
  /// conversations last as long as this object.
  llvm::Error keepIn(llvm::StringRef folder) {
    llvm::Expected<SavedFiles> opened = SavedFiles::open(folder);
    if (!opened)
      return opened.takeError();
    files = std::move(*opened);
    history = History(files.path() + "/history.sqlite");
    return llvm::Error::success();
  }
  /// Reads the folder once.
  llvm::Expected<Knowledge *> knowledgeOf(const std::string &folder);

  SavedFiles files;
  History history{""};
  std::function<void(llvm::StringRef id, const CallEvent &event)> onEvent;

private:
  std::map<std::string, Knowledge> folders_;
};

} // namespace agentc

#endif
