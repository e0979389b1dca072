#include "RedisDocuments.h"

#include "Keys.h"
#include "Replies.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace agentc::store {

using redis::Reply;

/// The scores of documents in sorted sets give the order in which they were added.
static constexpr redis::Script putScript = {R"(
  local doc, ids, id, collection = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
  local known = redis.call('HMGET', doc, 'collection', 'passages')
  local place = redis.call('ZSCORE', ids, id) or redis.call('HINCRBY', KEYS[3], 'added', 1)
  if known[1] then
    redis.call('DEL', doc)
    redis.call('ZREM', KEYS[5] .. known[1], id)
    redis.call('HINCRBY', KEYS[3], 'passages', -(tonumber(known[2]) or 0))
  end
  redis.call('HSET', doc, 'collection', collection, 'title', ARGV[3], 'data', ARGV[4],
    'created', ARGV[5], 'uses', ARGV[6], 'passages', (#ARGV - 6) / 2)
  for i = 7, #ARGV, 2 do
    local number = (i - 7) / 2
    redis.call('HSET', doc, 'text:' .. number, ARGV[i], 'vector:' .. number, ARGV[i + 1])
  end
  redis.call('ZADD', ids, place, id)
  redis.call('ZADD', KEYS[5] .. collection, place, id)
  redis.call('HINCRBY', KEYS[3], 'passages', (#ARGV - 6) / 2)
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '10000', '*', 'id', id)
  return 1
)"};

static constexpr redis::Script removeDocument = {R"(
  local known = redis.call('HMGET', KEYS[1], 'collection', 'passages')
  if not known[1] then return 0 end
  redis.call('DEL', KEYS[1])
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('HINCRBY', KEYS[3], 'passages', -(tonumber(known[2]) or 0))
  redis.call('ZREM', KEYS[5] .. known[1], ARGV[1])
  redis.call('XADD', KEYS[4], 'MAXLEN', '~', '10000', '*', 'id', ARGV[1])
  return 1
)"};

/// How often each document was found; -1 if it does not exist.
static constexpr redis::Script usesScript = {R"(
  local uses = {}
  for i, doc in ipairs(KEYS) do
    uses[i] = redis.call('EXISTS', doc) == 1 and redis.call('HINCRBY', doc, 'uses', ARGV[1]) or -1
  end
  return uses
)"};

/// Most changes read at once.
static constexpr const char *documentBatch = "256";
/// Most passages of one document, far above the limit of a request.
static constexpr unsigned mostPassages = 100000;

/// The keys of the scripts that change documents.
static std::vector<std::string> keysOf(llvm::StringRef tenant, llvm::StringRef id) {
  return {keys::knowledge(tenant, id), keys::knowledgeIds(tenant), keys::knowledgeCounts(tenant),
          keys::knowledgeChanges(tenant), keys::collection(tenant, "")};
}

// The floats of an embedding in this machine's form, which is the same on all that agentc supports.

static std::string bytesOf(llvm::ArrayRef<float> vector) {
  return {reinterpret_cast<const char *>(vector.data()), vector.size() * sizeof(float)};
}

static std::vector<float> vectorOf(llvm::StringRef bytes) {
  std::vector<float> vector(bytes.size() / sizeof(float));
  if (!vector.empty())
    std::memcpy(vector.data(), bytes.data(), vector.size() * sizeof(float));
  return vector;
}

static redis::Command documentCommand(llvm::StringRef tenant, llvm::StringRef id) {
  return {"HMGET",   keys::knowledge(tenant, id), "collection", "title", "data", "created", "uses",
          "passages"};
}

/// The document in that command's answer, with the right number of empty passages; std::nullopt if
/// there is none.
static llvm::Expected<std::optional<RedisDocuments::Whole>> readDocument(llvm::StringRef id,
                                                                         const Reply &reply) {
  llvm::Expected<std::vector<std::string>> fields = reply.toTexts();
  if (!fields)
    return fields.takeError();
  RedisDocuments::Whole whole;
  unsigned passages = 0;
  if (fields->size() != 6)
    return redis::unexpectedReply("HMGET");
  if (reply.list.front().isNil())
    return std::nullopt;
  Document &document = whole.document;
  if (!llvm::to_integer((*fields)[3], document.created, 10) ||
      !llvm::to_integer((*fields)[4], document.uses, 10) ||
      !llvm::to_integer((*fields)[5], passages, 10) || passages > mostPassages)
    return redis::unexpectedReply("HMGET");
  document.id = id.str();
  document.collection = std::move((*fields)[0]);
  document.title = std::move((*fields)[1]);
  document.data = std::move((*fields)[2]);
  whole.passages.resize(passages);
  return whole;
}

llvm::Error RedisDocuments::put(llvm::StringRef tenant, const Document &document,
                                llvm::ArrayRef<Passage> passages) {
  std::vector<std::string> arguments = {document.id,
                                        document.collection,
                                        document.title,
                                        document.data,
                                        std::to_string(document.created),
                                        std::to_string(document.uses)};
  for (const Passage &passage : passages) {
    arguments.push_back(passage.text);
    arguments.push_back(bytesOf(passage.vector));
  }
  return client_->run(putScript, keysOf(tenant, document.id), arguments).takeError();
}

llvm::Expected<std::optional<Document>> RedisDocuments::find(llvm::StringRef tenant,
                                                             llvm::StringRef id) {
  llvm::Expected<Reply> reply = client_->ask(documentCommand(tenant, id));
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::optional<Whole>> whole = readDocument(id, *reply);
  if (!whole)
    return whole.takeError();
  if (!*whole)
    return std::nullopt;
  return std::move((*whole)->document);
}

llvm::Expected<bool> RedisDocuments::remove(llvm::StringRef tenant, llvm::StringRef id) {
  return isDone(client_->run(removeDocument, keysOf(tenant, id), {id.str()}));
}

llvm::Expected<std::vector<Document>>
RedisDocuments::list(llvm::StringRef tenant, llvm::StringRef collection, unsigned most) {
  std::vector<Document> found;
  if (most == 0)
    return found;
  llvm::Expected<Reply> reply = client_->ask(
      {"ZREVRANGE",
       collection.empty() ? keys::knowledgeIds(tenant) : keys::collection(tenant, collection), "0",
       std::to_string(most - 1)});
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::vector<std::string>> names = reply->toTexts();
  if (!names)
    return names.takeError();
  std::vector<redis::Command> commands;
  for (const std::string &id : *names)
    commands.push_back(documentCommand(tenant, id));
  llvm::Expected<std::vector<Reply>> replies = client_->askAll(commands);
  if (!replies)
    return replies.takeError();
  for (size_t i = 0; i < replies->size(); ++i) {
    llvm::Expected<std::optional<Whole>> whole = readDocument((*names)[i], (*replies)[i]);
    if (!whole)
      return whole.takeError();
    if (*whole)
      found.push_back(std::move((*whole)->document));
  }
  return found;
}

llvm::Expected<uint64_t> RedisDocuments::countPassages(llvm::StringRef tenant) {
  return readCount(client_->ask({"HGET", keys::knowledgeCounts(tenant), "passages"}));
}

llvm::Error RedisDocuments::readUses(llvm::StringRef tenant, bool counts,
                                     std::vector<Found> &found) {
  if (found.empty())
    return llvm::Error::success();
  std::vector<std::string> names;
  for (const Found &each : found)
    names.push_back(keys::knowledge(tenant, each.document.id));
  llvm::Expected<Reply> reply = client_->run(usesScript, names, {counts ? "1" : "0"});
  if (!reply)
    return reply.takeError();
  if (reply->list.size() != found.size())
    return redis::unexpectedReply("HINCRBY");
  std::vector<Found> there;
  for (size_t i = 0; i < found.size(); ++i) {
    if (reply->list[i].integer < 0)
      continue;
    there.push_back(std::move(found[i]));
    there.back().document.uses = static_cast<uint64_t>(reply->list[i].integer);
  }
  found = std::move(there);
  return llvm::Error::success();
}

llvm::Expected<std::optional<RedisDocuments::Whole>> RedisDocuments::read(llvm::StringRef tenant,
                                                                          llvm::StringRef id) {
  llvm::Expected<Reply> reply = client_->ask(documentCommand(tenant, id));
  if (!reply)
    return reply.takeError();
  llvm::Expected<std::optional<Whole>> whole = readDocument(id, *reply);
  if (!whole || !*whole || (*whole)->passages.empty())
    return whole;
  redis::Command command = {"HMGET", keys::knowledge(tenant, id)};
  for (size_t i = 0; i < (*whole)->passages.size(); ++i) {
    command.push_back("text:" + std::to_string(i));
    command.push_back("vector:" + std::to_string(i));
  }
  llvm::Expected<Reply> answer = client_->ask(command);
  if (!answer)
    return answer.takeError();
  llvm::Expected<std::vector<std::string>> texts = answer->toTexts();
  if (!texts)
    return texts.takeError();
  if (texts->size() != 2 * (*whole)->passages.size())
    return redis::unexpectedReply("HMGET");
  // Put or removed between the two commands, it stands among the changes that are read next.
  for (size_t i = 0; i < (*whole)->passages.size(); ++i)
    (*whole)->passages[i] = {std::move((*texts)[2 * i]), vectorOf((*texts)[2 * i + 1])};
  return whole;
}

llvm::Expected<std::vector<std::string>> RedisDocuments::ids(llvm::StringRef tenant) {
  llvm::Expected<Reply> reply = client_->ask({"ZRANGE", keys::knowledgeIds(tenant), "0", "-1"});
  if (!reply)
    return reply.takeError();
  return reply->toTexts();
}

llvm::Expected<std::string> RedisDocuments::lastChange(llvm::StringRef tenant) {
  llvm::Expected<Reply> last =
      client_->ask({"XREVRANGE", keys::knowledgeChanges(tenant), "+", "-", "COUNT", "1"});
  if (!last)
    return last.takeError();
  const std::vector<StreamEntry> entries = readEntries(*last);
  return entries.empty() ? firstChange.str() : entries.front().id;
}

llvm::Expected<std::optional<std::vector<std::string>>>
RedisDocuments::changesAfter(llvm::StringRef tenant, std::string &place) {
  llvm::Expected<Reply> reply =
      client_->ask({"XRANGE", keys::knowledgeChanges(tenant), place, "+", "COUNT", documentBatch});
  if (!reply)
    return reply.takeError();
  const std::vector<StreamEntry> entries = readEntries(*reply);
  std::vector<std::string> changed;
  if (entries.empty() && place == firstChange)
    return changed;
  if (entries.empty() || entries.front().id != place)
    return std::nullopt;
  for (const StreamEntry &entry : llvm::drop_begin(entries))
    changed.push_back(entry.fields[1]);
  place = entries.back().id;
  return changed;
}

} // namespace agentc::store
