#include "../FolderKnowledge.h"
#include "Keys.h"
#include "RedisKnowledge.h"
#include "RedisNodes.h"
#include "RedisSchedules.h"
#include "RedisStore.h"

#include "agentc/Support/Digest.h"

namespace agentc::store {

/// Copies of packages that were not used for this long are removed at a start.
static constexpr std::chrono::hours unusedArchive{24 * 30};

/// The format of the state. Members, fields and kinds of events may be added without a new number,
/// because agentc ignores what it does not know. Changes that an older agentc must not see need a
/// new one.
static constexpr int64_t format = 1;

static constexpr redis::Script formatScript = {R"(
  redis.call('SET', KEYS[1], ARGV[1], 'NX')
  return redis.call('GET', KEYS[1])
)"};

/// The value of a line `name:value` of INFO; empty if there is none.
static llvm::StringRef infoOf(llvm::StringRef info, llvm::StringRef name) {
  while (!info.empty()) {
    const auto [line, rest] = info.split('\n');
    if (const auto [found, value] = line.split(':'); found == name)
      return value.trim();
    info = rest;
  }
  return "";
}

/// Checks that Redis does not lose data.
static llvm::Error checkServer(redis::Client &client) {
  llvm::Expected<std::vector<redis::Reply>> infos =
      client.askAll({{"INFO", "server"}, {"INFO", "persistence"}, {"INFO", "memory"}});
  if (!infos)
    return infos.takeError();
  const auto refused = [&](const llvm::Twine &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   client.address().text() + ": " + why);
  };
  const llvm::StringRef version = infoOf((*infos)[0].text, "redis_version");
  unsigned major = 0;
  if (version.split('.').first.getAsInteger(10, major) || major < 7)
    return refused("Redis 7 or newer is needed, or Valkey");
  if (infoOf((*infos)[1].text, "aof_enabled") != "1")
    return refused("it keeps no append-only file, so that runs would be lost by its next start; "
                   "`appendonly yes` in its configuration");
  if (infoOf((*infos)[2].text, "maxmemory") != "0" &&
      infoOf((*infos)[2].text, "maxmemory_policy") != "noeviction")
    return refused("it drops keys when its memory is full; `maxmemory-policy noeviction` in its "
                   "configuration");
  return llvm::Error::success();
}

/// Refuses a state of another format.
static llvm::Error checkFormat(redis::Client &client) {
  llvm::Expected<redis::Reply> reply =
      client.run(formatScript, {keys::version()}, {std::to_string(format)});
  if (!reply)
    return reply.takeError();
  llvm::Expected<int64_t> found = reply->toInteger();
  if (!found)
    return found.takeError();
  if (*found == format)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 client.address().text() + ": its state has the format " +
                                     std::to_string(*found) + ", of a " +
                                     (*found > format ? "newer" : "former") +
                                     " agentc; this one has the format " + std::to_string(format));
}

/// A warning if a crash of Redis' machine may undo acknowledged writes; empty if not, or if Redis
/// does not say.
static std::string durabilityWarning(redis::Client &client) {
  llvm::Expected<redis::Reply> reply = client.ask({"CONFIG", "GET", "appendfsync"});
  if (!reply) {
    llvm::consumeError(reply.takeError());
    return "";
  }
  if (reply->list.size() != 2 || reply->list[1].text == "always")
    return "";
  return client.address().text() +
         ": a crash of its machine may take back the last moment, what was "
         "approved in it too; `appendfsync always` keeps all";
}

llvm::Expected<SharedState> openRedis(const SharingOptions &options, llvm::StringRef path,
                                      std::unique_ptr<Store> folder) {
  llvm::Expected<redis::Address> address = redis::parseAddress(options.url);
  if (!address)
    return address.takeError();
  if (address->password.empty())
    address->password = options.password;
  llvm::Expected<std::unique_ptr<redis::Client>> opened = redis::Client::open(*address);
  if (!opened)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   address->text() + ": " + llvm::toString(opened.takeError()));
  std::shared_ptr<redis::Client> client = std::move(*opened);
  if (llvm::Error error = checkServer(*client))
    return error;
  if (llvm::Error error = checkFormat(*client))
    return error;
  llvm::Expected<PackageCache> archives = PackageCache::open((path + "/fetched").str());
  if (!archives)
    return archives.takeError();
  if (llvm::Error error =
          archives
              ->collect(std::chrono::duration_cast<std::chrono::seconds>(unusedArchive),
                        std::nullopt)
              .takeError())
    return error;
  llvm::Expected<std::unique_ptr<Knowledge>> copy = openKnowledgeCopy(path.str());
  if (!copy)
    return copy.takeError();
  auto owned = std::make_shared<Ownerships>();
  auto nodes = std::make_unique<RedisNodes>(client, owned, "node_" + randomHex(8), options.lease);
  if (llvm::Error error = nodes->join())
    return error;
  SharedState state;
  state.warning = durabilityWarning(*client);
  state.store = std::make_unique<RedisStore>(client, std::move(folder), std::move(*archives));
  state.journal = std::make_unique<RedisJournal>(client, std::move(owned));
  state.schedules = std::make_unique<RedisSchedules>(client);
  state.knowledge = std::make_unique<RedisKnowledge>(client, std::move(*copy));
  state.nodes = std::move(nodes);
  return state;
}

} // namespace agentc::store
