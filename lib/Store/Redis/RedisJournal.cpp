#include "RedisJournal.h"

#include "../Decisions.h"
#include "Keys.h"
#include "Replies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace agentc::store {

using redis::Command;
using redis::Reply;

static constexpr redis::Script beginScript = {R"(
  if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
  local id, created, sequence = ARGV[1], ARGV[5], ARGV[6]
  redis.call('HSET', KEYS[1], 'tenant', ARGV[2], 'agent', ARGV[3], 'conversation', ARGV[4],
    'status', '0', 'created', created, 'last', sequence, 'epoch', '0')
  redis.call('XADD', KEYS[2], sequence .. '-0', 'kind', ARGV[7], 'data', ARGV[8], 'time', ARGV[9])
  redis.call('ZADD', KEYS[3], created, id)
  redis.call('ZADD', KEYS[4], created, id)
  redis.call('ZADD', KEYS[5], created, id)
  redis.call('SADD', KEYS[6], id)
  redis.call('XADD', KEYS[7], '*', 'run', id)
  return 1
)"};

/// 0: the run is another node's; this one is alive, so the loss that was counted for it is taken
/// back. 2: it is this one's, but the event is not the next.
static constexpr redis::Script appendScript = {R"(
  local id, epoch, sequence, status = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
  local run = redis.call('HMGET', KEYS[1], 'epoch', 'last', 'status', 'falls')
  if run[1] ~= epoch then
    if (tonumber(run[4]) or 0) > 0 then redis.call('HINCRBY', KEYS[1], 'falls', -1) end
    return 0
  end
  if run[3] ~= '0' or tonumber(run[2]) + 1 ~= tonumber(sequence) then
    if run[2] ~= sequence or run[3] ~= status then return 2 end
    local known = redis.call('XRANGE', KEYS[2], sequence .. '-0', sequence .. '-0')
    if not known[1] then return 2 end
    local fields = known[1][2]
    return (fields[2] == ARGV[5] and fields[4] == ARGV[6] and fields[6] == ARGV[7]) and 1 or 2
  end
  redis.call('XADD', KEYS[2], sequence .. '-0', 'kind', ARGV[5], 'data', ARGV[6], 'time', ARGV[7])
  redis.call('HSET', KEYS[1], 'last', sequence)
  if string.match(ARGV[5], '%.answer$') or string.match(ARGV[5], '%.end$') then
    redis.call('HDEL', KEYS[1], 'falls')
  end
  for i = 12, #ARGV do
    local key = ARGV[10] .. ARGV[i]
    if ARGV[11] == '1' or redis.call('HEXISTS', key, id) == 0 then
      redis.call('HSET', key, id, ARGV[11])
    end
    local told = redis.call('HGET', KEYS[1], 'decisions') or ''
    redis.call('HSET', KEYS[1], 'decisions', told .. ' ' .. key)
  end
  if status ~= '0' then
    redis.call('HSET', KEYS[1], 'status', status)
    redis.call('ZREM', KEYS[3], id)
    redis.call('SREM', KEYS[4], id)
    redis.call('ZADD', KEYS[5], ARGV[7], id)
    redis.call('XACK', KEYS[6], ARGV[8], ARGV[9])
    redis.call('XDEL', KEYS[6], ARGV[9])
  end
  return 1
)"};

static constexpr redis::Script removeRun = {R"(
  local run = redis.call('HMGET', KEYS[1], 'tenant', 'status', 'decisions')
  if run[1] ~= ARGV[2] or run[2] == '0' then return 0 end
  for key in string.gmatch(run[3] or '', '%S+') do redis.call('HDEL', key, ARGV[1]) end
  redis.call('DEL', KEYS[1], KEYS[2])
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('ZREM', KEYS[4], ARGV[1])
  redis.call('ZREM', KEYS[5], ARGV[1])
  return 1
)"};

/// Answers how many runs have approved and denied, among the first this many.
static constexpr redis::Script countScript = {R"(
  local counts, most = {0, 0}, tonumber(ARGV[1])
  for i, denied in ipairs(redis.call('HVALS', KEYS[1])) do
    if i > most then break end
    local at = denied == '1' and 2 or 1
    counts[at] = counts[at] + 1
  end
  return {tostring(counts[1]), tostring(counts[2])}
)"};

static constexpr redis::Script sessionScript = {R"(
  redis.call('HSET', KEYS[1], 'tenant', ARGV[2], 'agent', ARGV[3], 'user', ARGV[4],
    'created', ARGV[5], 'context', ARGV[6])
  redis.call('SET', KEYS[2], ARGV[1])
  return 1
)"};

Command runCommand(llvm::StringRef id) {
  return {"HMGET", keys::run(id), "tenant", "agent", "conversation", "status", "created", "last"};
}

llvm::Expected<std::optional<RunRecord>> readRun(llvm::StringRef id, const Reply &reply) {
  if (reply.kind == Reply::Kind::List && !reply.list.empty() && reply.list.front().isNil())
    return std::nullopt;
  llvm::Expected<std::vector<std::string>> fields = reply.toTexts();
  if (!fields)
    return fields.takeError();
  RunRecord run;
  unsigned status = 0;
  if (fields->size() != 6 || !llvm::to_integer((*fields)[3], status, 10) ||
      status > static_cast<unsigned>(RunStatus::Cancelled) ||
      !llvm::to_integer((*fields)[4], run.created, 10) ||
      !llvm::to_integer((*fields)[5], run.last, 10))
    return redis::unexpectedReply("HMGET");
  run.id = id.str();
  run.tenant = (*fields)[0];
  run.agent = (*fields)[1];
  run.conversation = (*fields)[2];
  run.status = static_cast<RunStatus>(status);
  return run;
}

llvm::Expected<RunEvent> readEvent(const StreamEntry &entry) {
  RunEvent event;
  if (entry.fields.size() < 6 || !llvm::to_integer(entry.fields[5], event.time, 10))
    return redis::unexpectedReply("XRANGE");
  event.sequence = entry.number;
  event.kind = entry.fields[1];
  event.data = entry.fields[3];
  return event;
}

llvm::Error RedisJournal::begin(const RunRecord &run, const RunEvent &first) {
  return client_
      ->run(beginScript,
            {keys::run(run.id), keys::events(run.id), keys::runsOf(run.tenant),
             keys::conversation(run.tenant, run.conversation), keys::unfinished(),
             keys::unfinishedOf(run.tenant), keys::queue()},
            {run.id, run.tenant, run.agent, run.conversation, std::to_string(run.created),
             std::to_string(first.sequence), first.kind, first.data, std::to_string(first.time)})
      .takeError();
}

llvm::Expected<bool> RedisJournal::append(llvm::StringRef run, const RunEvent &event, Durability,
                                          RunStatus status) {
  const auto owned = owned_->find(run);
  if (owned == owned_->end())
    return false;
  const Ownership &own = owned->second;
  const Decision decision = decisionOf(event);
  std::vector<std::string> arguments = {run.str(),
                                        std::to_string(own.epoch),
                                        std::to_string(event.sequence),
                                        std::to_string(static_cast<int>(status)),
                                        event.kind,
                                        event.data,
                                        std::to_string(event.time),
                                        keys::group,
                                        own.entry,
                                        keys::decisions(own.tenant, ""),
                                        decision.isDenied ? "1" : "0"};
  llvm::append_range(arguments, decision.alike);
  llvm::Expected<Reply> reply =
      client_->run(appendScript,
                   {keys::run(run), keys::events(run), keys::unfinished(),
                    keys::unfinishedOf(own.tenant), keys::ended(), keys::queue()},
                   arguments);
  if (!reply)
    return reply.takeError();
  llvm::Expected<int64_t> answer = reply->toInteger();
  if (!answer)
    return answer.takeError();
  if (*answer == 0 || status != RunStatus::Running)
    owned_->erase(owned);
  return *answer == 1;
}

llvm::Expected<std::optional<RunRecord>> RedisJournal::find(llvm::StringRef tenant,
                                                            llvm::StringRef run) {
  llvm::Expected<Reply> reply = client_->ask(runCommand(run));
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::optional<RunRecord>> found = readRun(run, *reply);
  if (found && *found && (*found)->tenant != tenant)
    return std::nullopt;
  return found;
}

llvm::Expected<std::vector<RunRecord>> RedisJournal::readRuns(llvm::Expected<Reply> ids) {
  if (!ids)
    return ids.takeError();
  llvm::Expected<std::vector<std::string>> names = ids->toTexts();
  if (!names)
    return names.takeError();
  std::vector<Command> commands;
  for (const std::string &id : *names)
    commands.push_back(runCommand(id));
  std::vector<RunRecord> found;
  if (commands.empty())
    return found;
  llvm::Expected<std::vector<Reply>> replies = client_->askAll(commands);
  if (!replies)
    return replies.takeError();
  for (size_t i = 0; i < names->size(); ++i) {
    llvm::Expected<std::optional<RunRecord>> run = readRun((*names)[i], (*replies)[i]);
    if (!run)
      return run.takeError();
    if (*run)
      found.push_back(std::move(**run));
  }
  return found;
}

llvm::Expected<std::vector<RunRecord>>
RedisJournal::runs(llvm::StringRef tenant, std::optional<llvm::StringRef> conversation,
                   unsigned most) {
  if (most == 0)
    return std::vector<RunRecord>();
  return readRuns(client_->ask(
      {"ZREVRANGE", conversation ? keys::conversation(tenant, *conversation) : keys::runsOf(tenant),
       "0", std::to_string(most - 1)}));
}

llvm::Expected<std::vector<RunRecord>> RedisJournal::unfinished() {
  return readRuns(client_->ask({"ZRANGE", keys::unfinished(), "0", "-1"}));
}

llvm::Expected<bool> RedisJournal::remove(llvm::StringRef tenant, llvm::StringRef run) {
  llvm::Expected<std::optional<RunRecord>> found = find(tenant, run);
  if (!found)
    return found.takeError();
  if (!*found)
    return false;
  return isDone(client_->run(removeRun,
                             {keys::run(run), keys::events(run), keys::runsOf(tenant),
                              keys::conversation(tenant, (*found)->conversation), keys::ended()},
                             {run.str(), tenant.str()}));
}

llvm::Expected<unsigned> RedisJournal::removeEnded(int64_t before, unsigned most) {
  llvm::Expected<std::vector<RunRecord>> old =
      readRuns(client_->ask({"ZRANGEBYSCORE", keys::ended(), "-inf", "(" + std::to_string(before),
                             "LIMIT", "0", std::to_string(most)}));
  if (!old)
    return old.takeError();
  unsigned removed = 0;
  for (const RunRecord &run : *old) {
    llvm::Expected<bool> isRemoved = remove(run.tenant, run.id);
    if (!isRemoved)
      return isRemoved.takeError();
    removed += *isRemoved;
  }
  return removed;
}

llvm::Expected<DecisionCounts> RedisJournal::decisions(llvm::StringRef tenant,
                                                       llvm::StringRef alike) {
  llvm::Expected<Reply> reply = client_->run(countScript, {keys::decisions(tenant, alike)},
                                             {std::to_string(mostCountedRuns)});
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::vector<std::string>> counts = reply->toTexts();
  if (!counts)
    return counts.takeError();
  DecisionCounts found;
  if (counts->size() != 2 || !llvm::to_integer((*counts)[0], found.approved, 10) ||
      !llvm::to_integer((*counts)[1], found.denied, 10))
    return redis::unexpectedReply("HVALS");
  return found;
}

llvm::Error RedisJournal::addSession(const SessionRecord &session, llvm::StringRef token) {
  return client_
      ->run(sessionScript, {keys::session(session.id), keys::token(token)},
            {session.id, session.tenant, session.agent, session.user,
             std::to_string(session.created), session.context})
      .takeError();
}

llvm::Expected<std::optional<SessionRecord>> RedisJournal::readSession(llvm::StringRef id) {
  llvm::Expected<Reply> reply =
      client_->ask({"HMGET", keys::session(id), "tenant", "agent", "user", "created", "context"});
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::vector<std::string>> fields = reply->toTexts();
  if (!fields)
    return fields.takeError();
  SessionRecord session;
  if (fields->size() != 5)
    return redis::unexpectedReply("HMGET");
  if (reply->list.front().isNil())
    return std::nullopt;
  if (!llvm::to_integer((*fields)[3], session.created, 10))
    return redis::unexpectedReply("HMGET");
  session.id = id.str();
  session.tenant = (*fields)[0];
  session.agent = (*fields)[1];
  session.user = (*fields)[2];
  session.context = (*fields)[4];
  return session;
}

llvm::Expected<std::optional<SessionRecord>> RedisJournal::findSession(llvm::StringRef tenant,
                                                                       llvm::StringRef id) {
  llvm::Expected<std::optional<SessionRecord>> found = readSession(id);
  if (found && *found && (*found)->tenant != tenant)
    return std::nullopt;
  return found;
}

llvm::Expected<std::optional<SessionRecord>> RedisJournal::sessionOf(llvm::StringRef token) {
  llvm::Expected<Reply> id = client_->ask({"GET", keys::token(token)});
  if (!id)
    return id.takeError();
  if (id->isNil())
    return std::nullopt;
  return readSession(id->text);
}

llvm::Expected<std::vector<RunEvent>> RedisJournal::read(llvm::StringRef run, uint64_t after,
                                                         unsigned most) {
  llvm::Expected<Reply> reply =
      client_->ask({"XRANGE", keys::events(run), std::to_string(after + 1) + "-0", "+", "COUNT",
                    std::to_string(most)});
  if (!reply)
    return reply.takeError();
  if (reply->kind != Reply::Kind::List)
    return redis::unexpectedReply("XRANGE");
  std::vector<RunEvent> found;
  for (const Reply &each : reply->list) {
    const std::optional<StreamEntry> entry = readEntry(each);
    llvm::Expected<RunEvent> event = entry ? readEvent(*entry) : redis::unexpectedReply("XRANGE");
    if (!event)
      return event.takeError();
    found.push_back(std::move(*event));
  }
  return found;
}

} // namespace agentc::store
