#include "Listener.h"

#include "Keys.h"
#include "RedisJournal.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace agentc::store {

using redis::Command;
using redis::Reply;

/// The longest single wait; after it, streams that were added meanwhile are waited for, too.
static constexpr std::chrono::milliseconds longestWait{500};
static constexpr std::chrono::milliseconds pause{100};
/// Most entries of one stream read at once.
static constexpr const char *batch = "256";

Listener::Listener(const redis::Address &address, llvm::StringRef node)
    : address_(address), orders_(keys::orders(node)),
      descriptor_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  positions_[orders_] = "0-0";
  thread_ = std::thread([this] { work(); });
}

Listener::~Listener() {
  isOver_ = true;
  thread_.join();
  close(descriptor_);
}

void Listener::follow(llvm::StringRef run, uint64_t after) {
  std::lock_guard lock(mutex_);
  const std::string stream = keys::events(run);
  followed_[stream] = run.str();
  positions_.try_emplace(stream, std::to_string(after) + "-0");
}

void Listener::unfollow(llvm::StringRef run) {
  std::lock_guard lock(mutex_);
  followed_.erase(keys::events(run));
  positions_.erase(keys::events(run));
}

News Listener::take() {
  uint64_t count = 0;
  while (read(descriptor_, &count, sizeof count) < 0 && errno == EINTR)
    ;
  std::lock_guard lock(mutex_);
  return std::exchange(news_, News());
}

void Listener::tell() {
  const uint64_t one = 1;
  // It fails only if the pipe is full, in which case the loop will read anyway.
  [[maybe_unused]] const ssize_t written = write(descriptor_, &one, sizeof one);
}

void Listener::hearEntry(const std::string &stream, const StreamEntry &entry) {
  const auto position = positions_.find(stream);
  if (position == positions_.end())
    return;
  position->second = entry.id;
  if (stream == keys::queue()) {
    news_.hasWork = true;
  } else if (stream == orders_) {
    // An entry without a text only ended the wait.
    if (!entry.fields[1].empty())
      news_.orders.push_back(entry.fields[1]);
  } else if (llvm::Expected<RunEvent> event = readEvent(entry)) {
    news_.events.emplace_back(followed_[stream], std::move(*event));
  } else {
    llvm::consumeError(event.takeError());
  }
}

void Listener::hear(const Reply &stream) {
  if (stream.kind != Reply::Kind::List || stream.list.size() != 2)
    return;
  std::lock_guard lock(mutex_);
  for (const StreamEntry &entry : readEntries(stream.list[1]))
    hearEntry(stream.list[0].text, entry);
}

bool Listener::wait(redis::Connection &connection) {
  Command command = {"XREAD",  "COUNT", batch, "BLOCK", std::to_string(longestWait.count()),
                     "STREAMS"};
  {
    std::lock_guard lock(mutex_);
    for (const auto &[stream, position] : positions_)
      command.push_back(stream);
    for (const auto &[stream, position] : positions_)
      command.push_back(position);
  }
  llvm::Expected<Reply> reply = connection.ask(command);
  if (!reply) {
    llvm::consumeError(reply.takeError());
    return false;
  }
  for (const Reply &stream : reply->list)
    hear(stream);
  if (!reply->list.empty())
    tell();
  return true;
}

llvm::Error Listener::begin(redis::Connection &connection) {
  llvm::Expected<Reply> last = connection.ask({"XREVRANGE", keys::queue(), "+", "-", "COUNT", "1"});
  if (!last)
    return last.takeError();
  std::lock_guard lock(mutex_);
  std::string position = "0-0";
  if (const std::vector<StreamEntry> entries = readEntries(*last); !entries.empty())
    position = entries.front().id;
  positions_[keys::queue()] = position;
  // Catches up with what came while nobody listened.
  news_.hasWork = true;
  return llvm::Error::success();
}

void Listener::work() {
  while (!isOver_) {
    // A server that accepts the connection but does not answer is left as well.
    llvm::Expected<std::unique_ptr<redis::Connection>> connection =
        redis::Connection::open(address_, 4 * longestWait);
    llvm::Error error = connection ? begin(**connection) : connection.takeError();
    if (error) {
      llvm::consumeError(std::move(error));
      std::this_thread::sleep_for(pause);
      continue;
    }
    tell();
    while (!isOver_ && wait(**connection))
      ;
  }
}

} // namespace agentc::store
