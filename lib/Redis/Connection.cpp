// The one source that knows hiredis.

#include "agentc/Redis/Connection.h"

#include "llvm/ADT/StringExtras.h"

#include <hiredis/hiredis.h>

#include <sys/socket.h>

namespace agentc::redis {

char Unreachable::ID;

/// Deepest nesting of lists in an answer.
static constexpr unsigned mostDepth = 6;

llvm::Error unexpectedReply(llvm::StringRef command) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "Redis answers `" + command + "` by what it should not");
}

llvm::Expected<int64_t> Reply::toInteger() const {
  int64_t number = integer;
  if (kind == Kind::Integer || (kind == Kind::Text && llvm::to_integer(text, number, 10)))
    return number;
  return unexpectedReply("a number");
}

llvm::Expected<std::vector<std::string>> Reply::toTexts() const {
  std::vector<std::string> texts;
  if (kind != Kind::List)
    return unexpectedReply("a list");
  for (const Reply &each : list) {
    if (each.kind != Kind::Text && !each.isNil())
      return unexpectedReply("a list of texts");
    texts.push_back(each.text);
  }
  return texts;
}

static timeval timeOf(std::chrono::milliseconds time) {
  return {static_cast<time_t>(time.count() / 1000),
          static_cast<suseconds_t>(time.count() % 1000 * 1000)};
}

struct Connection::Context {
  redisContext *raw = nullptr;
  bool isAstray = false; ///< answers no longer match the commands
  ~Context() {
    if (raw)
      redisFree(raw);
  }
  llvm::Error failed() const {
    return llvm::make_error<Unreachable>(raw && raw->err ? raw->errstr : "there is no connection");
  }
  /// Fails if the server has closed the connection, or has said what nobody asked for.
  llvm::Error checkIdle() {
    char byte = 0;
    const ssize_t count = recv(raw->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count == 0)
      return llvm::make_error<Unreachable>("it has closed the connection");
    isAstray |= count > 0 || raw->reader->pos != raw->reader->len;
    if (isAstray)
      return llvm::make_error<Unreachable>("it has said what it was not asked for");
    return llvm::Error::success();
  }
};

Connection::Connection(std::unique_ptr<Context> context) : context_(std::move(context)) {}
Connection::~Connection() = default;

/// Copies an answer; `refused` gets the server's words if it is an error.
static llvm::Expected<Reply> readReply(const redisReply &raw, std::string &refused,
                                       unsigned depth) {
  Reply reply;
  switch (raw.type) {
  case REDIS_REPLY_NIL:
    return reply;
  case REDIS_REPLY_INTEGER:
    reply.kind = Reply::Kind::Integer;
    reply.integer = raw.integer;
    return reply;
  case REDIS_REPLY_STATUS:
  case REDIS_REPLY_STRING:
    reply.kind = Reply::Kind::Text;
    reply.text.assign(raw.str, raw.len);
    return reply;
  case REDIS_REPLY_ERROR:
    if (refused.empty())
      refused.assign(raw.str, raw.len);
    return reply;
  case REDIS_REPLY_ARRAY:
    break;
  default:
    return unexpectedReply("a command");
  }
  if (depth == mostDepth)
    return unexpectedReply("a command");
  reply.kind = Reply::Kind::List;
  reply.list.reserve(raw.elements);
  for (size_t i = 0; i < raw.elements; ++i) {
    llvm::Expected<Reply> each = readReply(*raw.element[i], refused, depth + 1);
    if (!each)
      return each.takeError();
    reply.list.push_back(std::move(*each));
  }
  return reply;
}

llvm::Expected<std::vector<Reply>> Connection::askAll(llvm::ArrayRef<Command> commands) {
  redisContext *raw = context_->raw;
  if (raw->err)
    return context_->failed();
  if (llvm::Error error = context_->checkIdle())
    return error;
  for (const Command &command : commands) {
    std::vector<const char *> words;
    std::vector<size_t> sizes;
    for (const std::string &word : command) {
      words.push_back(word.data());
      sizes.push_back(word.size());
    }
    if (redisAppendCommandArgv(raw, static_cast<int>(words.size()), words.data(), sizes.data()) !=
        REDIS_OK)
      return context_->failed();
  }
  std::vector<Reply> replies;
  std::string refused;
  for (size_t i = 0; i < commands.size(); ++i) {
    void *answer = nullptr;
    if (redisGetReply(raw, &answer) != REDIS_OK || !answer)
      return context_->failed();
    std::unique_ptr<void, void (*)(void *)> owned(answer, freeReplyObject);
    llvm::Expected<Reply> reply =
        readReply(*static_cast<const redisReply *>(answer), refused, /*depth=*/0);
    if (!reply) {
      context_->isAstray = true;
      return reply.takeError();
    }
    replies.push_back(std::move(*reply));
  }
  if (refused.empty())
    return replies;
  // It is loading its data, or follows another server, so it counts as unreachable.
  if (llvm::StringRef(refused).starts_with("LOADING") ||
      llvm::StringRef(refused).starts_with("READONLY"))
    return llvm::make_error<Unreachable>(refused);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "Redis refuses: " + refused);
}

llvm::Expected<Reply> Connection::ask(const Command &command) {
  llvm::Expected<std::vector<Reply>> replies = askAll(command);
  if (!replies)
    return replies.takeError();
  return std::move(replies->front());
}

llvm::Error Connection::setLimit(std::chrono::milliseconds limit) {
  return redisSetTimeout(context_->raw, timeOf(limit)) == REDIS_OK ? llvm::Error::success()
                                                                   : context_->failed();
}

llvm::Expected<std::unique_ptr<Connection>> Connection::open(const Address &address,
                                                             std::chrono::milliseconds limit) {
  auto context = std::make_unique<Context>();
  context->raw = address.socket.empty()
                     ? redisConnectWithTimeout(address.host.c_str(), address.port, timeOf(limit))
                     : redisConnectUnixWithTimeout(address.socket.c_str(), timeOf(limit));
  if (!context->raw || context->raw->err)
    return context->failed();
  std::unique_ptr<Connection> made(new Connection(std::move(context)));
  if (llvm::Error error = made->setLimit(limit))
    return error;
  std::vector<Command> commands;
  if (!address.password.empty() && address.user.empty())
    commands.push_back({"AUTH", address.password});
  else if (!address.password.empty())
    commands.push_back({"AUTH", address.user, address.password});
  if (address.database)
    commands.push_back({"SELECT", std::to_string(address.database)});
  commands.push_back({"PING"});
  llvm::Expected<std::vector<Reply>> greeted = made->askAll(commands);
  if (!greeted)
    return greeted.takeError();
  return made;
}

} // namespace agentc::redis
