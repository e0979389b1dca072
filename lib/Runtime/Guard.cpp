#include "Guard.h"

#include "Walls.h"

#include <csignal>
#include <unistd.h>

namespace agentc {

std::vector<int> readGroups(llvm::StringRef text) {
  std::vector<int> groups;
  while (!text.empty()) {
    int group;
    if (text.consumeInteger(10, group) || group <= 1)
      _exit(1);
    groups.push_back(group);
    text = text.ltrim();
  }
  return groups;
}

void endWith(const std::vector<int> &groups) {
  for (int group : groups)
    kill(-group, SIGKILL);
  _exit(0);
}

void guardGroups(Channel channel, int broker) {
  closeDescriptorsBut(channel.descriptor());
  resetSignals();
  // The user whose processes it has to kill.
  dropUser(broker);
  shutFileSystem();
  std::vector<int> groups;
  while (std::optional<Frame> frame = channel.receive())
    groups = readGroups(frame->payload);
  endWith(groups);
}

} // namespace agentc
