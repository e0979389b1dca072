#include "agentc/Net/ServerSentEvents.h"

namespace agentc {

bool ServerSentEvents::takeLine(llvm::StringRef line,
                                llvm::function_ref<bool(const ServerSentEvent &)> onEvent) {
  if (!std::exchange(isBegun_, true))
    line.consume_front("\xef\xbb\xbf");
  if (line.empty()) {
    const ServerSentEvent told = event_;
    event_ = {"", told.id, ""};
    return !std::exchange(hasData_, false) || onEvent(told);
  }
  auto [name, value] = line.split(':');
  value.consume_front(" ");
  if (name == "event")
    event_.name = value.str();
  else if (name == "id" && !value.contains('\0'))
    event_.id = value.str();
  if (name != "data")
    return true;
  // Lines of one event are joined by line feeds.
  if (std::exchange(hasData_, true))
    event_.data += '\n';
  event_.data += value;
  return true;
}

bool ServerSentEvents::feed(llvm::StringRef bytes,
                            llvm::function_ref<bool(const ServerSentEvent &)> onEvent) {
  while (!bytes.empty()) {
    if (std::exchange(afterReturn_, false) && bytes.consume_front("\n"))
      continue;
    const size_t end = bytes.find_first_of("\r\n");
    if (line_.size() + event_.data.size() + std::min(end, bytes.size()) > mostBytes)
      return false;
    line_ += bytes.take_front(end);
    if (end == llvm::StringRef::npos)
      return true;
    afterReturn_ = bytes[end] == '\r';
    bytes = bytes.drop_front(end + 1);
    const std::string line = std::exchange(line_, "");
    if (!takeLine(line, onEvent))
      return false;
  }
  return true;
}

} // namespace agentc
