#include "RedisSearchCounts.h"

#include "../SearchCountTable.h"
#include "Keys.h"
#include "Replies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::store {

/// Fields are `searches`, `found`, `used` and `succeeded` with a collection after a space.
static constexpr redis::Script addSearch = {R"(
  for i = 2, #ARGV, 2 do
    redis.call('HINCRBY', KEYS[1], 'searches ' .. ARGV[i], 1)
    if ARGV[i + 1] == '1' then
      redis.call('HINCRBY', KEYS[1], 'found ' .. ARGV[i], 1)
      redis.call('HSET', KEYS[2], ARGV[i], '0')
      redis.call('EXPIRE', KEYS[2], ARGV[1])
    end
  end
  return 1
)"};

/// The state of a search: 0, 1 once a result was used, 2 once a use was a success.
static constexpr redis::Script useScript = {R"(
  local known = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or '-1')
  if known < 0 then return 0 end
  if known < 1 then redis.call('HINCRBY', KEYS[1], 'used ' .. ARGV[1], 1) end
  if known < 2 and ARGV[2] == '1' then
    redis.call('HINCRBY', KEYS[1], 'succeeded ' .. ARGV[1], 1)
    known = 2
  end
  redis.call('HSET', KEYS[2], ARGV[1], math.max(known, 1))
  return 1
)"};

llvm::Error RedisSearchCounts::add(llvm::StringRef tenant, llvm::StringRef id,
                                   llvm::ArrayRef<std::string> collections,
                                   llvm::ArrayRef<std::string> found) {
  std::vector<std::string> arguments = {std::to_string(std::chrono::seconds(searchLife).count())};
  for (const std::string &collection : collections) {
    arguments.push_back(collection);
    arguments.push_back(llvm::is_contained(found, collection) ? "1" : "0");
  }
  return client_->run(addSearch, {keys::searchCounts(tenant), keys::search(tenant, id)}, arguments)
      .takeError();
}

llvm::Expected<bool> RedisSearchCounts::use(llvm::StringRef tenant, llvm::StringRef id,
                                            llvm::StringRef collection, bool isSuccess) {
  return isDone(client_->run(useScript, {keys::searchCounts(tenant), keys::search(tenant, id)},
                             {collection.str(), isSuccess ? "1" : "0"}));
}

llvm::Expected<std::map<std::string, SearchCounts>>
RedisSearchCounts::list(llvm::StringRef tenant) {
  llvm::Expected<redis::Reply> reply = client_->ask({"HGETALL", keys::searchCounts(tenant)});
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::vector<std::string>> fields = reply->toTexts();
  if (!fields)
    return fields.takeError();
  static constexpr std::pair<llvm::StringLiteral, uint64_t SearchCounts::*> members[] = {
      {"searches", &SearchCounts::searches},
      {"found", &SearchCounts::found},
      {"used", &SearchCounts::used},
      {"succeeded", &SearchCounts::succeeded}};
  std::map<std::string, SearchCounts> counts;
  for (size_t i = 0; i + 1 < fields->size(); i += 2) {
    const auto [name, collection] = llvm::StringRef((*fields)[i]).split(' ');
    for (const auto &[member, place] : members)
      if (member == name &&
          !llvm::to_integer((*fields)[i + 1], counts[collection.str()].*place, 10))
        return redis::unexpectedReply("HGETALL");
  }
  return counts;
}

} // namespace agentc::store
