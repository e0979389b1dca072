#include "RedisSchedules.h"

#include "Keys.h"
#include "RecordTexts.h"
#include "Replies.h"

namespace agentc::store {

using redis::Reply;

/// Without a time, it is not due any more.
static constexpr redis::Script putSchedule = {R"(
  local id, json, next, isNew = ARGV[1], ARGV[2], ARGV[3], ARGV[4] == '1'
  if not isNew then
    if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
    local known = redis.call('ZSCORE', KEYS[2], id)
    if not known or (next ~= '' and tonumber(known) > tonumber(next)) then return 0 end
  end
  redis.call('SET', KEYS[1], json)
  if isNew then redis.call('ZADD', KEYS[3], ARGV[5], id) end
  if next == '' then redis.call('ZREM', KEYS[2], id) else redis.call('ZADD', KEYS[2], next, id) end
  return 1
)"};

static constexpr redis::Script removeSchedule = {R"(
  if redis.call('ZREM', KEYS[3], ARGV[1]) == 0 then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
  return 1
)"};

llvm::Error RedisSchedules::put(const Schedule &schedule, llvm::StringRef known) {
  const bool isNew = known.empty(), isDue = schedule.next != INT64_MAX;
  return client_
      ->run(putSchedule,
            {keys::schedule(schedule.id), keys::due(), keys::schedulesOf(schedule.tenant)},
            {schedule.id, printSchedule(schedule, known),
             isDue ? std::to_string(schedule.next) : "", isNew ? "1" : "0",
             std::to_string(schedule.created)})
      .takeError();
}

llvm::Error RedisSchedules::add(const Schedule &schedule) { return put(schedule, ""); }

llvm::Error RedisSchedules::update(const Schedule &schedule) {
  llvm::Expected<Reply> known = client_->ask({"GET", keys::schedule(schedule.id)});
  if (!known)
    return known.takeError();
  return known->text.empty() ? llvm::Error::success() : put(schedule, known->text);
}

llvm::Expected<std::vector<Schedule>> RedisSchedules::list(llvm::StringRef tenant) {
  llvm::Expected<Reply> ids = client_->ask({"ZRANGE", keys::schedulesOf(tenant), "0", "-1"});
  if (!ids)
    return ids.takeError();
  llvm::Expected<std::vector<std::string>> names = ids->toTexts();
  if (!names)
    return names.takeError();
  std::vector<Schedule> found;
  redis::Command command = {"MGET"};
  for (const std::string &id : *names)
    command.push_back(keys::schedule(id));
  if (names->empty())
    return found;
  llvm::Expected<Reply> texts = client_->ask(command);
  if (!texts)
    return texts.takeError();
  for (const Reply &text : texts->list) {
    if (text.isNil())
      continue;
    llvm::Expected<Schedule> schedule = parseSchedule(text.text);
    if (!schedule)
      return schedule.takeError();
    found.push_back(std::move(*schedule));
  }
  return found;
}

llvm::Expected<bool> RedisSchedules::remove(llvm::StringRef tenant, llvm::StringRef id) {
  return isDone(client_->run(
      removeSchedule, {keys::schedule(id), keys::due(), keys::schedulesOf(tenant)}, {id.str()}));
}

llvm::Expected<std::optional<Schedule>> RedisSchedules::first() {
  llvm::Expected<Reply> id = client_->ask({"ZRANGE", keys::due(), "0", "0"});
  if (!id)
    return id.takeError();
  if (id->list.empty())
    return std::nullopt;
  llvm::Expected<Reply> text = client_->ask({"GET", keys::schedule(id->list[0].text)});
  if (!text)
    return text.takeError();
  if (text->isNil()) // removed meanwhile
    return std::nullopt;
  llvm::Expected<Schedule> schedule = parseSchedule(text->text);
  if (!schedule)
    return schedule.takeError();
  return std::move(*schedule);
}

} // namespace agentc::store
