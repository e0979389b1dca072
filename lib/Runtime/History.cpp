#include "History.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>

namespace agentc {

/// A conversation is read into one message to the tool.
static constexpr size_t mostHistoryBytes = 4 << 20;

llvm::Error History::open() {
  if (database_.isOpen())
    return llvm::Error::success();
  llvm::Expected<Database> opened = Database::open(file_);
  if (!opened)
    return opened.takeError();
  database_ = std::move(*opened);
  return database_.run("CREATE TABLE IF NOT EXISTS messages (position INTEGER PRIMARY KEY, "
                       "conversation TEXT NOT NULL, at INTEGER NOT NULL, role TEXT NOT NULL, "
                       "content TEXT NOT NULL);"
                       "CREATE INDEX IF NOT EXISTS byConversation ON messages(conversation, "
                       "position)");
}

llvm::Expected<Json> History::get(llvm::StringRef conversation, uint64_t most, uint64_t seconds) {
  if (llvm::Error error = open())
    return error;
  Database::Statement select(database_, "SELECT role, content FROM messages WHERE conversation = ? "
                                        "AND at >= ? ORDER BY position DESC LIMIT ?");
  int64_t now = time(nullptr);
  select.bind(conversation)
      .bind(seconds && seconds < static_cast<uint64_t>(now) ? now - static_cast<int64_t>(seconds)
                                                            : int64_t(0))
      .bind(static_cast<int64_t>(most));
  Json messages = Json::array();
  size_t bytes = 0;
  while (select.step()) {
    std::string role = select.text(0), content = select.text(1);
    bytes += role.size() + content.size();
    if (bytes > mostHistoryBytes)
      break;
    messages.push_back({{"role", std::move(role)}, {"content", std::move(content)}});
  }
  if (llvm::Error error = select.finish())
    return error;
  std::reverse(messages.begin(), messages.end());
  return messages;
}

llvm::Error History::append(llvm::StringRef conversation, const Json &messages) {
  if (llvm::Error error = open())
    return error;
  return database_.change([&]() -> llvm::Error {
    Database::Statement insert(
        database_, "INSERT INTO messages (conversation, at, role, content) VALUES (?, ?, ?, ?)");
    for (const Json &message : messages) {
      insert.bind(conversation)
          .bind(static_cast<int64_t>(time(nullptr)))
          .bind(message["role"].get_ref<const std::string &>())
          .bind(message["content"].get_ref<const std::string &>());
      insert.step();
      if (llvm::Error error = insert.finish())
        return error;
    }
    return llvm::Error::success();
  });
}

} // namespace agentc
