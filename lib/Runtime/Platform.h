#ifndef AGENTC_LIB_RUNTIME_PLATFORM_H
#define AGENTC_LIB_RUNTIME_PLATFORM_H

#include "History.h"
#include "Knowledge.h"
#include "SavedFiles.h"

#include "agentc/ToolProtocol/CallQuestion.h"

#include <functional>
#include <map>
#include <optional>

namespace agentc {

struct CallEvent;

/// The place where the calls of one tenant save, and their conversations.
struct Room {
  SavedFiles files; ///< open where something is kept
  History history{""};

  /// Without a folder nothing is kept, and conversations last as long as this object.
  static llvm::Expected<Room> open(llvm::StringRef folder);
};

/// The state that all calls of a broker share: the rooms of their tenants, the folders that were
/// read for retrieval, and the receiver of events as they happen.
struct Platform {
  /// Keeps what calls save, and their conversations, in a folder.
  llvm::Error keepIn(llvm::StringRef folder);
  /// The room of a tenant until the next is asked for: the folder itself for calls without one, a
  /// folder of its own in `tenants` otherwise.
  llvm::Expected<Room *> roomOf(llvm::StringRef tenant);
  /// Reads the folder once.
  llvm::Expected<Knowledge *> knowledgeOf(const std::string &folder);

  std::function<void(llvm::StringRef id, const CallEvent &event)> onEvent;
  std::function<void(llvm::StringRef id, const CallQuestion &question)> onQuestion;

private:
  /// Rooms of tenants that are open at once; each holds two descriptors or more.
  static constexpr size_t mostRooms = 64;

  Room own_;
  std::map<std::string, Room> rooms_; ///< by their folders
  std::map<std::string, Knowledge> folders_;
};

} // namespace agentc

#endif
