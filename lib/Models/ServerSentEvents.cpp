#include "agentc/Models/ServerSentEvents.h"

namespace agentc::models {

bool ServerSentEvents::takeLine(llvm::StringRef line,
                                llvm::function_ref<bool(llvm::StringRef)> onData) {
  if (!std::exchange(isBegun_, true))
    line.consume_front("\xef\xbb\xbf");
  if (line.empty()) {
    if (!std::exchange(hasData_, false))
      return true;
    const std::string data = std::exchange(data_, "");
    return onData(data);
  }
  auto [name, value] = line.split(':');
  if (name != "data")
    return true;
  value.consume_front(" ");
  // Lines of one event are joined by line feeds.
  if (std::exchange(hasData_, true))
    data_ += '\n';
  data_ += value;
  return true;
}

bool ServerSentEvents::feed(llvm::StringRef bytes,
                            llvm::function_ref<bool(llvm::StringRef)> onData) {
  while (!bytes.empty()) {
    if (std::exchange(afterReturn_, false) && bytes.consume_front("\n"))
      continue;
    const size_t end = bytes.find_first_of("\r\n");
    if (line_.size() + data_.size() + std::min(end, bytes.size()) > mostBytes)
      return false;
    line_ += bytes.take_front(end);
    if (end == llvm::StringRef::npos)
      return true;
    afterReturn_ = bytes[end] == '\r';
    bytes = bytes.drop_front(end + 1);
    const std::string line = std::exchange(line_, "");
    if (!takeLine(line, onData))
      return false;
  }
  return true;
}

} // namespace agentc::models
