#include "RedisStore.h"

#include "Keys.h"
#include "RecordTexts.h"
#include "Replies.h"

#include "agentc/Support/Digest.h"

#include "llvm/ADT/StringExtras.h"

#include <ctime>

namespace agentc::store {

using redis::Reply;

// Each change and its line in the audit log are one script.
#define AGENTC_AUDIT                                                                               \
  "redis.call('XADD', KEYS[1], redis.call('INCR', KEYS[2]) .. '-0', 'entry', ARGV[1])\n"

static constexpr redis::Script addKeyScript = {AGENTC_AUDIT R"(
  redis.call('SET', KEYS[3], ARGV[2])
  redis.call('ZADD', KEYS[4], ARGV[3], ARGV[4])
  redis.call('HSET', KEYS[5], ARGV[5], ARGV[4])
  return 1
)"};
static constexpr redis::Script revokeKeyScript = {R"(
  if redis.call('HDEL', KEYS[4], ARGV[3]) == 0 then return 0 end
  redis.call('SET', KEYS[3], ARGV[2])
)" AGENTC_AUDIT "return 1"};

/// The archive was sent before, under a temporary name.
static constexpr redis::Script addPackageScript = {R"(
  if redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[3]) == 0 then
    redis.call('DEL', KEYS[7])
    return 0
  end
  redis.call('HSET', KEYS[4], ARGV[2], ARGV[4])
  if redis.call('EXISTS', KEYS[5]) == 1 then
    redis.call('DEL', KEYS[7])
  else
    redis.call('RENAME', KEYS[7], KEYS[5])
    redis.call('PERSIST', KEYS[5])
  end
  redis.call('SADD', KEYS[6], ARGV[5])
)" AGENTC_AUDIT "return 1"};
static constexpr redis::Script removePackageScript = {R"(
  if redis.call('HEXISTS', KEYS[3], ARGV[2]) == 1 then return 2 end
  if redis.call('HDEL', KEYS[4], ARGV[2]) == 0 then return 1 end
  redis.call('HDEL', KEYS[5], ARGV[2])
  redis.call('SREM', KEYS[7], ARGV[3])
  if redis.call('SCARD', KEYS[7]) == 0 then redis.call('DEL', KEYS[6]) end
)" AGENTC_AUDIT "return 0"};

static constexpr redis::Script deployScript = {R"(
  if redis.call('LLEN', KEYS[3]) + 1 ~= tonumber(ARGV[2]) then return 0 end
  if redis.call('HEXISTS', KEYS[5], ARGV[3]) == 0 then return 0 end
  redis.call('RPUSH', KEYS[3], ARGV[4])
  redis.call('SADD', KEYS[4], ARGV[5])
  redis.call('HSET', KEYS[6], ARGV[3], '1')
)" AGENTC_AUDIT "return 1"};

#undef AGENTC_AUDIT

/// Most bytes of an archive in one command, so that no command takes long.
static constexpr size_t partBytes = 1 << 20;
/// Most bytes of an archive, the limit of `agentc serve`.
static constexpr uint64_t mostArchiveBytes = uint64_t(4) << 30;
/// Seconds after which a sent archive expires if its package was not added.
static constexpr const char *sentSeconds = "3600";

/// The records of texts; those that are nil were removed meanwhile.
template <class Record>
static llvm::Expected<std::vector<Record>>
readAll(llvm::Expected<Reply> reply, llvm::Expected<Record> (*parse)(llvm::StringRef)) {
  if (!reply)
    return reply.takeError();
  std::vector<Record> found;
  for (const Reply &text : reply->list) {
    if (text.isNil())
      continue;
    llvm::Expected<Record> record = parse(text.text);
    if (!record)
      return record.takeError();
    found.push_back(std::move(*record));
  }
  return found;
}

/// The record of a text; std::nullopt if that is nil.
template <class Record>
static llvm::Expected<std::optional<Record>>
readOne(llvm::Expected<Reply> reply, llvm::Expected<Record> (*parse)(llvm::StringRef)) {
  if (!reply)
    return reply.takeError();
  if (reply->isNil())
    return std::nullopt;
  llvm::Expected<Record> record = parse(reply->text);
  if (!record)
    return record.takeError();
  return std::move(*record);
}

llvm::Expected<int64_t> RedisStore::change(const redis::Script &script, const Actor &actor,
                                           llvm::StringRef action, llvm::StringRef subject,
                                           llvm::StringRef detail, llvm::ArrayRef<std::string> keys,
                                           llvm::ArrayRef<std::string> arguments) {
  const AuditEntry entry = {0,           std::time(nullptr), actor.key, action.str(), subject.str(),
                            detail.str()};
  std::vector<std::string> names = {keys::audit(actor.tenant), keys::auditCount(actor.tenant)};
  names.insert(names.end(), keys.begin(), keys.end());
  std::vector<std::string> given = {printAudit(entry)};
  given.insert(given.end(), arguments.begin(), arguments.end());
  llvm::Expected<Reply> reply = client_->run(script, names, given);
  if (!reply)
    return reply.takeError();
  return reply->toInteger();
}

llvm::Expected<std::optional<Key>> RedisStore::findKey(llvm::StringRef hash) {
  llvm::Expected<std::optional<Key>> key =
      readOne(client_->ask({"GET", keys::key(hash)}), parseKey);
  if (key && *key && (*key)->isRevoked)
    return std::nullopt;
  return key;
}

llvm::Error RedisStore::addKey(const Key &key, llvm::StringRef hash, const Actor &actor) {
  return change(addKeyScript, actor, "key.add", key.id, key.name,
                {keys::key(hash), keys::keysOf(key.tenant), keys::keyIds(key.tenant)},
                {printKey(key), std::to_string(key.created), hash.str(), key.id})
      .takeError();
}

llvm::Expected<std::vector<Key>> RedisStore::keys(llvm::StringRef tenant) {
  llvm::Expected<Reply> hashes = client_->ask({"ZRANGE", keys::keysOf(tenant), "0", "-1"});
  if (!hashes)
    return hashes.takeError();
  redis::Command command = {"MGET"};
  for (const Reply &hash : hashes->list)
    command.push_back(keys::key(hash.text));
  if (command.size() == 1)
    return std::vector<Key>();
  return readAll(client_->ask(command), parseKey);
}

llvm::Expected<bool> RedisStore::revokeKey(llvm::StringRef id, const Actor &actor) {
  llvm::Expected<Reply> hash = client_->ask({"HGET", keys::keyIds(actor.tenant), id.str()});
  if (!hash)
    return hash.takeError();
  if (hash->isNil())
    return false;
  llvm::Expected<Reply> known = client_->ask({"GET", keys::key(hash->text)});
  if (!known)
    return known.takeError();
  llvm::Expected<Key> key = parseKey(known->text);
  if (!key)
    return key.takeError();
  key->isRevoked = true;
  llvm::Expected<int64_t> done = change(revokeKeyScript, actor, "key.revoke", id, "",
                                        {keys::key(hash->text), keys::keyIds(actor.tenant)},
                                        {printKey(*key, known->text), id.str()});
  if (!done)
    return done.takeError();
  return *done == 1;
}

llvm::Error RedisStore::sendArchive(const std::string &key, llvm::StringRef bytes) {
  do {
    const redis::Command part = {"RPUSH", key, bytes.take_front(partBytes).str()};
    if (llvm::Error error = client_->askAll({part, {"EXPIRE", key, sentSeconds}}).takeError())
      return error;
    bytes = bytes.drop_front(std::min(partBytes, bytes.size()));
  } while (!bytes.empty());
  return llvm::Error::success();
}

llvm::Expected<bool> RedisStore::addPackage(const PackageRecord &package, llvm::StringRef document,
                                            llvm::StringRef bytes, const Actor &actor) {
  const std::string sent = keys::named("sent:" + randomHex(16));
  if (llvm::Error error = sendArchive(sent, bytes))
    return error;
  llvm::Expected<int64_t> done = change(
      addPackageScript, actor, "package.add", package.digest, package.name,
      {keys::packages(actor.tenant), keys::documents(actor.tenant), keys::archive(package.file),
       keys::archiveUsers(package.file), sent},
      {package.digest, printPackage(package), document.str(), actor.tenant + ":" + package.digest});
  if (!done)
    return done.takeError();
  return *done == 1;
}

llvm::Expected<std::optional<PackageRecord>> RedisStore::findPackage(llvm::StringRef tenant,
                                                                     llvm::StringRef digest) {
  return readOne(client_->ask({"HGET", keys::packages(tenant), digest.str()}), parsePackage);
}

llvm::Expected<std::string> RedisStore::documentOf(llvm::StringRef tenant,
                                                   const PackageRecord &package) {
  llvm::Expected<Reply> document = client_->ask({"HGET", keys::documents(tenant), package.digest});
  if (!document)
    return document.takeError();
  return document->text;
}

llvm::Expected<std::vector<PackageRecord>> RedisStore::packages(llvm::StringRef tenant) {
  llvm::Expected<std::vector<PackageRecord>> found =
      readAll(client_->ask({"HVALS", keys::packages(tenant)}), parsePackage);
  if (found)
    llvm::sort(*found, [](const PackageRecord &a, const PackageRecord &b) {
      return std::tie(a.name, a.digest) < std::tie(b.name, b.digest);
    });
  return found;
}

llvm::Expected<std::string> RedisStore::fetchArchive(const PackageRecord &package) {
  std::string bytes;
  // The answer may be of any size, and the record may hold anything.
  for (size_t part = 0; bytes.size() < std::min(package.size, mostArchiveBytes); ++part) {
    llvm::Expected<Reply> reply =
        client_->ask({"LINDEX", keys::archive(package.file), std::to_string(part)});
    if (!reply)
      return reply.takeError();
    if (reply->text.empty() || reply->text.size() > partBytes)
      break;
    bytes += reply->text;
  }
  return bytes;
}

llvm::Expected<std::string> RedisStore::archiveOf(const PackageRecord &package) {
  llvm::Expected<std::optional<std::string>> known = archives_.find(package.file);
  if (!known)
    return known.takeError();
  if (*known)
    return **known;
  llvm::Expected<std::string> bytes = fetchArchive(package);
  if (!bytes)
    return bytes.takeError();
  if (sha256Hex(*bytes) != package.file)
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the archive of " + package.digest +
                                       " is missing in Redis, or damaged");
  return archives_.add(package.file, *bytes);
}

llvm::Expected<Store::Removal> RedisStore::removePackage(llvm::StringRef digest,
                                                         const Actor &actor) {
  llvm::Expected<std::optional<PackageRecord>> package = findPackage(actor.tenant, digest);
  if (!package)
    return package.takeError();
  if (!*package)
    return Removal::Missing;
  const std::string &file = (*package)->file;
  llvm::Expected<int64_t> done =
      change(removePackageScript, actor, "package.remove", digest, "",
             {keys::uses(actor.tenant), keys::packages(actor.tenant), keys::documents(actor.tenant),
              keys::archive(file), keys::archiveUsers(file)},
             {digest.str(), actor.tenant + ":" + digest.str()});
  if (!done)
    return done.takeError();
  return *done == 0 ? Removal::Removed : *done == 2 ? Removal::Used : Removal::Missing;
}

llvm::Expected<std::optional<Agent>> RedisStore::findAgent(llvm::StringRef tenant,
                                                           llvm::StringRef slug) {
  llvm::Expected<std::optional<AgentVersion>> current =
      readOne(client_->ask({"LINDEX", keys::versions(tenant, slug), "-1"}), parseVersion);
  if (!current)
    return current.takeError();
  if (!*current)
    return std::nullopt;
  return Agent{slug.str(), std::move(**current)};
}

llvm::Expected<std::vector<Agent>> RedisStore::agents(llvm::StringRef tenant) {
  llvm::Expected<Reply> reply = client_->ask({"SMEMBERS", keys::agents(tenant)});
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::vector<std::string>> slugs = reply->toTexts();
  if (!slugs)
    return slugs.takeError();
  llvm::sort(*slugs);
  std::vector<Agent> found;
  for (const std::string &slug : *slugs) {
    llvm::Expected<std::optional<Agent>> agent = findAgent(tenant, slug);
    if (!agent)
      return agent.takeError();
    if (*agent)
      found.push_back(std::move(**agent));
  }
  return found;
}

llvm::Expected<std::vector<AgentVersion>> RedisStore::versions(llvm::StringRef tenant,
                                                               llvm::StringRef slug) {
  llvm::Expected<std::vector<AgentVersion>> found =
      readAll(client_->ask({"LRANGE", keys::versions(tenant, slug), "0", "-1"}), parseVersion);
  if (found)
    std::reverse(found->begin(), found->end());
  return found;
}

llvm::Expected<bool> RedisStore::deploy(llvm::StringRef slug, const AgentVersion &version,
                                        llvm::StringRef action, const Actor &actor) {
  const std::string detail = std::to_string(version.number) + " " + version.package +
                             (version.approval.empty() ? "" : " " + version.approval);
  llvm::Expected<int64_t> done =
      change(deployScript, actor, action, slug, detail,
             {keys::versions(actor.tenant, slug), keys::agents(actor.tenant),
              keys::packages(actor.tenant), keys::uses(actor.tenant)},
             {std::to_string(version.number), version.package, printVersion(version), slug.str()});
  if (!done)
    return done.takeError();
  return *done == 1;
}

llvm::Error RedisStore::addSaved(llvm::StringRef tenant, llvm::ArrayRef<SavedFile> files) {
  for (const SavedFile &file : files)
    if (llvm::Error error = saved_.add(tenant, file))
      return error;
  return llvm::Error::success();
}

llvm::Expected<std::optional<SavedFile>> RedisStore::findSaved(llvm::StringRef tenant,
                                                               llvm::StringRef id) {
  llvm::Expected<std::optional<SavedFile>> found = saved_.find(tenant, id);
  return found && !*found ? folder_->findSaved(tenant, id) : std::move(found);
}

llvm::Expected<uint64_t> RedisStore::savedBytes(llvm::StringRef tenant) {
  llvm::Expected<uint64_t> shared = saved_.bytes(tenant), before = folder_->savedBytes(tenant);
  if (!shared || !before)
    return llvm::joinErrors(shared.takeError(), before.takeError());
  return *shared + *before;
}

llvm::Expected<std::vector<AuditEntry>> RedisStore::audit(llvm::StringRef tenant, int64_t after,
                                                          unsigned most) {
  llvm::Expected<Reply> reply =
      client_->ask({"XRANGE", keys::audit(tenant), std::to_string(std::max<int64_t>(after, 0) + 1),
                    "+", "COUNT", std::to_string(most)});
  if (!reply)
    return reply.takeError();
  std::vector<AuditEntry> found;
  for (const StreamEntry &each : readEntries(*reply)) {
    llvm::Expected<AuditEntry> entry = parseAudit(each.fields[1]);
    if (!entry)
      return entry.takeError();
    entry->id = static_cast<int64_t>(each.number);
    found.push_back(std::move(*entry));
  }
  return found;
}

} // namespace agentc::store
