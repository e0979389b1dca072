#include "Replies.h"

#include "llvm/ADT/StringExtras.h"

namespace agentc::store {

using redis::Reply;

llvm::Expected<bool> isDone(llvm::Expected<Reply> reply) {
  if (!reply)
    return reply.takeError();
  llvm::Expected<int64_t> number = reply->toInteger();
  if (!number)
    return number.takeError();
  return *number == 1;
}

llvm::Expected<uint64_t> readCount(llvm::Expected<Reply> reply) {
  if (!reply)
    return reply.takeError();
  if (reply->isNil())
    return 0;
  llvm::Expected<int64_t> count = reply->toInteger();
  if (!count)
    return count.takeError();
  return static_cast<uint64_t>(std::max<int64_t>(*count, 0));
}

std::optional<uint64_t> parseEntryId(llvm::StringRef text) {
  const auto [first, second] = text.split('-');
  uint64_t number = 0, other = 0;
  if (!llvm::to_integer(first, number, 10) || !llvm::to_integer(second, other, 10))
    return std::nullopt;
  return number;
}

std::optional<StreamEntry> readEntry(const Reply &reply) {
  if (reply.kind != Reply::Kind::List || reply.list.size() != 2 ||
      reply.list[0].kind != Reply::Kind::Text || reply.list[1].kind != Reply::Kind::List)
    return std::nullopt;
  const std::optional<uint64_t> number = parseEntryId(reply.list[0].text);
  llvm::Expected<std::vector<std::string>> fields = reply.list[1].toTexts();
  if (!fields)
    llvm::consumeError(fields.takeError());
  else if (number && !fields->empty() && fields->size() % 2 == 0)
    return StreamEntry{reply.list[0].text, *number, std::move(*fields)};
  return std::nullopt;
}

std::vector<StreamEntry> readEntries(const Reply &list) {
  std::vector<StreamEntry> entries;
  for (const Reply &each : list.list)
    if (std::optional<StreamEntry> entry = readEntry(each))
      entries.push_back(std::move(*entry));
  return entries;
}

} // namespace agentc::store
