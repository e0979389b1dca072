#include "Platform.h"

#include "agentc/ToolProtocol/ToolProcess.h"

namespace agentc {

llvm::Expected<Room> Room::open(llvm::StringRef folder) {
  llvm::Expected<SavedFiles> opened = SavedFiles::open(folder);
  if (!opened)
    return opened.takeError();
  Room room;
  room.history = History(opened->path() + "/history.sqlite");
  room.files = std::move(*opened);
  return room;
}

llvm::Error Platform::keepIn(llvm::StringRef folder) {
  llvm::Expected<Room> room = Room::open(folder);
  if (!room)
    return room.takeError();
  own_ = std::move(*room);
  return llvm::Error::success();
}

llvm::Expected<Room *> Platform::roomOf(llvm::StringRef tenant) {
  if (tenant.empty() || !own_.files.isOpen())
    return &own_;
  const std::string folder = own_.files.path() + "/" + folderOfTenant(tenant);
  if (auto found = rooms_.find(folder); found != rooms_.end())
    return &found->second;
  if (llvm::Expected<SavedFiles> above =
          SavedFiles::open(llvm::StringRef(folder).rsplit('/').first);
      !above)
    return above.takeError();
  llvm::Expected<Room> room = Room::open(folder);
  if (!room)
    return room.takeError();
  if (rooms_.size() >= mostRooms)
    rooms_.clear();
  return &rooms_.emplace(folder, std::move(*room)).first->second;
}

llvm::Expected<Knowledge *> Platform::knowledgeOf(const std::string &folder) {
  auto found = folders_.find(folder);
  if (found == folders_.end()) {
    llvm::Expected<Knowledge> knowledge = Knowledge::read(folder);
    if (!knowledge)
      return knowledge.takeError();
    found = folders_.emplace(folder, std::move(*knowledge)).first;
  }
  return &found->second;
}

} // namespace agentc
