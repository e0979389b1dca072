#include "RedisSaved.h"

#include "Keys.h"
#include "RecordTexts.h"
#include "Replies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace agentc::store {

using redis::Reply;

static constexpr redis::Script addSaved = {R"(
  local known = redis.call('HGET', KEYS[2], ARGV[1]) or 0
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
  redis.call('INCRBY', KEYS[3], ARGV[3] - known)
  return 1
)"};

llvm::Error RedisSaved::add(llvm::StringRef tenant, const SavedFile &file) {
  return client_
      ->run(addSaved, {keys::saved(tenant), keys::savedSizes(tenant), keys::savedBytes(tenant)},
            {file.id, printSaved(file), std::to_string(file.size)})
      .takeError();
}

llvm::Expected<std::optional<SavedFile>> RedisSaved::find(llvm::StringRef tenant,
                                                          llvm::StringRef id) {
  llvm::Expected<Reply> text = client_->ask({"HGET", keys::saved(tenant), id.str()});
  if (!text)
    return text.takeError();
  if (text->isNil())
    return std::nullopt;
  llvm::Expected<SavedFile> file = parseSaved(text->text);
  if (!file)
    return file.takeError();
  // agentc never writes a path that leads out of the tenant's folder.
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(file->file).split(parts, '/');
  if (llvm::any_of(parts, [](llvm::StringRef part) { return part.empty() || part == ".."; }))
    return redis::unexpectedReply("HGET");
  return std::move(*file);
}

llvm::Expected<uint64_t> RedisSaved::bytes(llvm::StringRef tenant) {
  return readCount(client_->ask({"GET", keys::savedBytes(tenant)}));
}

} // namespace agentc::store
