#include "RedisNodes.h"

#include "Keys.h"

#include "llvm/ADT/StringExtras.h"

#include <ctime>

namespace agentc::store {

using redis::Reply;

Nodes::~Nodes() = default;

/// Takes a run whose entry has come to this node, unless it has gone on to another meanwhile: its
/// epoch, and how many nodes were lost with it. An entry is delivered again after a lease only.
static constexpr redis::Script ownScript = {R"(
  local node, entry, group = ARGV[1], ARGV[2], ARGV[3]
  local pending = redis.call('XPENDING', KEYS[2], group, entry, entry, 1)
  if not pending[1] or pending[1][2] ~= node then return false end
  if redis.call('HGET', KEYS[1], 'status') ~= '0' then
    redis.call('XACK', KEYS[2], group, entry)
    redis.call('XDEL', KEYS[2], entry)
    return false
  end
  if pending[1][4] > 1 and redis.call('HGET', KEYS[1], 'node') ~= node then
    redis.call('HINCRBY', KEYS[1], 'falls', 1)
  end
  redis.call('HSET', KEYS[1], 'node', node)
  return { redis.call('HINCRBY', KEYS[1], 'epoch', 1),
    tonumber(redis.call('HGET', KEYS[1], 'falls') or 0) }
)"};

/// Takes back that a node was lost with a run, since it was only slow.
static constexpr redis::Script aliveScript = {R"(
  if tonumber(redis.call('HGET', KEYS[1], 'falls') or 0) > 0 then
    redis.call('HINCRBY', KEYS[1], 'falls', -1)
  end
  return 1
)"};

/// Renews leases, and returns the indices of the entries that this node has
/// lost.
static constexpr redis::Script renewScript = {R"(
  local node, group, lost = ARGV[1], ARGV[2], {}
  for i = 3, #ARGV do
    local pending = redis.call('XPENDING', KEYS[1], group, ARGV[i], ARGV[i], 1)
    if pending[1] and pending[1][2] == node then
      redis.call('XCLAIM', KEYS[1], group, node, 0, ARGV[i], 'JUSTID')
    else
      lost[#lost + 1] = i - 3
    end
  end
  return lost
)"};

static constexpr redis::Script giveBackScript = {R"(
  local node, group, entry, run = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
  local pending = redis.call('XPENDING', KEYS[1], group, entry, entry, 1)
  if not pending[1] or pending[1][2] ~= node then return 0 end
  redis.call('HINCRBY', KEYS[2], 'epoch', 1)
  redis.call('HDEL', KEYS[2], 'node')
  redis.call('XACK', KEYS[1], group, entry)
  redis.call('XDEL', KEYS[1], entry)
  redis.call('XADD', KEYS[1], '*', 'run', run)
  return 1
)"};

/// Removes this node from the group if it has no entries, and others that have none and are gone.
static constexpr redis::Script leaveScript = {R"(
  for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[2])) do
    local fields = {}
    for i = 1, #consumer, 2 do fields[consumer[i]] = consumer[i + 1] end
    if fields.pending == 0 and (fields.name == ARGV[1] or fields.idle > 3600000) then
      redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[2], fields.name)
    end
  end
  redis.call('DEL', KEYS[2])
  return 1
)"};

/// Orders are dropped after an hour, or when a thousand newer ones have come.
static constexpr redis::Script orderScript = {R"(
  redis.call('XADD', KEYS[1], 'MAXLEN', '1000', '*', 'order', ARGV[1])
  redis.call('EXPIRE', KEYS[1], 3600)
  return 1
)"};

static constexpr redis::Script countRate = {R"(
  local count = redis.call('INCR', KEYS[1])
  if count == 1 then redis.call('EXPIRE', KEYS[1], 120) end
  return count
)"};

/// Most leases renewed by one script, during which Redis does nothing else.
static constexpr size_t renewedAtOnce = 256;

static llvm::Expected<uint64_t> countOf(llvm::Expected<Reply> reply) {
  if (!reply)
    return reply.takeError();
  llvm::Expected<int64_t> number = reply->toInteger();
  if (!number)
    return number.takeError();
  return static_cast<uint64_t>(*number);
}

llvm::Error RedisNodes::join() {
  llvm::Expected<Reply> made =
      client_->ask({"XGROUP", "CREATE", keys::queue(), keys::group, "0", "MKSTREAM"});
  if (made)
    return llvm::Error::success();
  return llvm::handleErrors(made.takeError(), [](std::unique_ptr<llvm::ErrorInfoBase> one) {
    return llvm::StringRef(one->message()).contains("BUSYGROUP") ? llvm::Error::success()
                                                                 : llvm::Error(std::move(one));
  });
}

llvm::Expected<std::vector<StreamEntry>> RedisNodes::reclaim(unsigned most) {
  llvm::Expected<Reply> reply =
      client_->ask({"XAUTOCLAIM", keys::queue(), keys::group, name_, std::to_string(lease_.count()),
                    cursor_, "COUNT", std::to_string(most)});
  if (!reply)
    return reply.takeError();
  if (reply->list.size() < 2 || !parseEntryId(reply->list[0].text))
    return redis::unexpectedReply("XAUTOCLAIM");
  cursor_ = reply->list[0].text;
  return readEntries(reply->list[1]);
}

llvm::Expected<std::vector<StreamEntry>> RedisNodes::fetch(unsigned most) {
  llvm::Expected<Reply> reply = client_->ask({"XREADGROUP", "GROUP", keys::group, name_, "COUNT",
                                              std::to_string(most), "STREAMS", keys::queue(), ">"});
  if (!reply)
    return reply.takeError();
  if (reply->isNil())
    return std::vector<StreamEntry>();
  if (reply->list.size() != 1 || reply->list[0].list.size() != 2)
    return redis::unexpectedReply("XREADGROUP");
  return readEntries(reply->list[0].list[1]);
}

llvm::Expected<std::optional<TakenRun>> RedisNodes::own(const StreamEntry &entry) {
  const std::string &id = entry.fields[1];
  llvm::Expected<Reply> reply =
      client_->run(ownScript, {keys::run(id), keys::queue()}, {name_, entry.id, keys::group});
  if (!reply)
    return reply.takeError();
  if (reply->isNil())
    return std::nullopt;
  if (reply->list.size() != 2)
    return redis::unexpectedReply("HINCRBY");
  llvm::Expected<int64_t> epoch = reply->list[0].toInteger(), falls = reply->list[1].toInteger();
  if (!epoch || !falls)
    return llvm::joinErrors(epoch.takeError(), falls.takeError());
  llvm::Expected<Reply> record = client_->ask(runCommand(id));
  if (!record)
    return record.takeError();
  llvm::Expected<std::optional<RunRecord>> run = readRun(id, *record);
  if (!run)
    return run.takeError();
  if (!*run)
    return std::nullopt;
  Ownership &owned = (*owned_)[id];
  const bool isKnown = owned.epoch != 0,
             isKept = isKnown && owned.epoch + 1 == static_cast<uint64_t>(*epoch);
  if (isKnown && !isKept)
    tellAlive(id);
  owned = {(*run)->tenant, entry.id, static_cast<uint64_t>(*epoch)};
  if (isKept)
    return std::nullopt;
  return TakenRun{std::move(**run), static_cast<unsigned>(*falls)};
}

void RedisNodes::tellAlive(llvm::StringRef run) {
  llvm::consumeError(client_->run(aliveScript, {keys::run(run)}, {}).takeError());
}

llvm::Expected<std::vector<TakenRun>> RedisNodes::take(unsigned most) {
  std::vector<TakenRun> taken;
  for (const auto step : {&RedisNodes::reclaim, &RedisNodes::fetch}) {
    if (taken.size() >= most)
      break;
    llvm::Expected<std::vector<StreamEntry>> entries =
        (this->*step)(most - static_cast<unsigned>(taken.size()));
    if (!entries)
      return entries.takeError();
    for (const StreamEntry &entry : *entries) {
      llvm::Expected<std::optional<TakenRun>> run = own(entry);
      // Those that were taken before are this node's, and the lease of this one ends by itself.
      if (!run && !taken.empty()) {
        llvm::consumeError(run.takeError());
        return taken;
      }
      if (!run)
        return run.takeError();
      if (*run)
        taken.push_back(std::move(**run));
    }
  }
  return taken;
}

llvm::Expected<std::vector<std::string>> RedisNodes::renew() {
  std::vector<std::string> lost, runs, arguments;
  const auto flush = [&]() -> llvm::Error {
    if (runs.empty())
      return llvm::Error::success();
    llvm::Expected<Reply> reply = client_->run(renewScript, {keys::queue()}, arguments);
    if (!reply)
      return reply.takeError();
    for (const Reply &place : reply->list) {
      if (place.integer < 0 || place.integer >= static_cast<int64_t>(runs.size()))
        return redis::unexpectedReply("XPENDING");
      lost.push_back(runs[static_cast<size_t>(place.integer)]);
    }
    runs.clear();
    return llvm::Error::success();
  };
  for (const auto &[run, own] : *owned_) {
    if (runs.empty())
      arguments = {name_, keys::group};
    runs.push_back(run.str());
    arguments.push_back(own.entry);
    if (runs.size() == renewedAtOnce)
      if (llvm::Error error = flush())
        return error;
  }
  if (llvm::Error error = flush())
    return error;
  for (const std::string &run : lost) {
    owned_->erase(run);
    tellAlive(run);
  }
  return lost;
}

llvm::Error RedisNodes::giveBack(llvm::StringRef run) {
  const auto found = owned_->find(run);
  if (found == owned_->end())
    return llvm::Error::success();
  const std::string entry = found->second.entry;
  owned_->erase(found);
  return client_
      ->run(giveBackScript, {keys::queue(), keys::run(run)}, {name_, keys::group, entry, run.str()})
      .takeError();
}

void RedisNodes::leave() {
  // A node that has vanished is removed by the next one that leaves.
  llvm::consumeError(
      client_->run(leaveScript, {keys::queue(), keys::orders(name_)}, {name_, keys::group})
          .takeError());
}

llvm::Expected<uint64_t> RedisNodes::underWay(llvm::StringRef tenant) {
  return countOf(client_->ask({"SCARD", keys::unfinishedOf(tenant)}));
}

llvm::Expected<uint64_t> RedisNodes::countRequest(llvm::StringRef key) {
  const std::string minute = std::to_string(std::time(nullptr) / 60);
  return countOf(client_->run(countRate, {keys::named("rate:" + key + ":" + minute)}, {}));
}

llvm::Expected<bool> RedisNodes::claim(llvm::StringRef name) {
  llvm::Expected<Reply> reply =
      client_->ask({"SET", keys::named("claim:" + name), name_, "NX", "EX", "60"});
  if (!reply)
    return reply.takeError();
  return !reply->isNil();
}

llvm::Expected<QueueState> RedisNodes::queue() {
  llvm::Expected<std::vector<Reply>> replies =
      client_->askAll({{"XLEN", keys::queue()},
                       {"XPENDING", keys::queue(), keys::group},
                       {"XINFO", "GROUPS", keys::queue()}});
  if (!replies)
    return replies.takeError();
  QueueState state;
  llvm::Expected<int64_t> all = (*replies)[0].toInteger();
  if (!all)
    return all.takeError();
  if ((*replies)[1].list.empty())
    return redis::unexpectedReply("XPENDING");
  state.underWay = static_cast<uint64_t>((*replies)[1].list[0].integer);
  state.waiting = static_cast<uint64_t>(*all) - std::min<uint64_t>(state.underWay, *all);
  if (state.waiting == 0 || (*replies)[2].list.empty())
    return state;
  const std::vector<Reply> &fields = (*replies)[2].list[0].list;
  for (size_t i = 0; i + 1 < fields.size(); i += 2) {
    if (fields[i].text != "last-delivered-id")
      continue;
    llvm::Expected<Reply> first =
        client_->ask({"XRANGE", keys::queue(), "(" + fields[i + 1].text, "+", "COUNT", "1"});
    if (!first)
      return first.takeError();
    // The id of an entry is the time at which it came, in milliseconds.
    if (const std::vector<StreamEntry> entries = readEntries(*first); !entries.empty())
      state.oldestWait =
          std::max<int64_t>(eventTime() - static_cast<int64_t>(entries.front().number), 0);
  }
  return state;
}

llvm::Expected<std::string> RedisNodes::order(llvm::StringRef run, llvm::StringRef text,
                                              llvm::StringRef unless) {
  llvm::Expected<Reply> node = client_->ask({"HGET", keys::run(run), "node"});
  if (!node)
    return node.takeError();
  if (node->isNil() || node->text == unless)
    return std::move(node->text);
  if (llvm::Error error =
          client_->run(orderScript, {keys::orders(node->text)}, {text.str()}).takeError())
    return error;
  return std::move(node->text);
}

void RedisNodes::follow(llvm::StringRef run, uint64_t after) {
  listener_.follow(run, after);
  // The thread still waits for the earlier streams, among them this node's orders: an order wakes
  // it, or it would learn of the run late.
  llvm::consumeError(client_->run(orderScript, {keys::orders(name_)}, {""}).takeError());
}

} // namespace agentc::store
