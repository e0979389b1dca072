#ifndef AGENTC_LIB_STORE_REDIS_REDISDOCUMENTS_H
#define AGENTC_LIB_STORE_REDIS_REDISDOCUMENTS_H

#include "agentc/Redis/Client.h"
#include "agentc/Store/Knowledge.h"

namespace agentc::store {

/// Tenants' documents with their passages, as Redis has them: a hash for each, sorted sets to list
/// them by, and a stream that names each that was put or removed. Each change is one script.
class RedisDocuments {
public:
  explicit RedisDocuments(std::shared_ptr<redis::Client> client) : client_(std::move(client)) {}

  llvm::Error put(llvm::StringRef tenant, const Document &document,
                  llvm::ArrayRef<Passage> passages);
  llvm::Expected<std::optional<Document>> find(llvm::StringRef tenant, llvm::StringRef id);
  llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id);
  /// Newest first; without a name, those of all collections.
  llvm::Expected<std::vector<Document>> list(llvm::StringRef tenant, llvm::StringRef collection,
                                             unsigned most);
  llvm::Expected<uint64_t> countPassages(llvm::StringRef tenant);
  /// Sets how often each document was found, including this time if it `counts`, and leaves out
  /// removed documents.
  llvm::Error readUses(llvm::StringRef tenant, bool counts, std::vector<Found> &found);

  struct Whole {
    Document document;
    std::vector<Passage> passages;
  };
  llvm::Expected<std::optional<Whole>> read(llvm::StringRef tenant, llvm::StringRef id);
  llvm::Expected<std::vector<std::string>> ids(llvm::StringRef tenant);
  /// The place of the last change in the stream; `firstChange` before any.
  llvm::Expected<std::string> lastChange(llvm::StringRef tenant);
  static constexpr llvm::StringLiteral firstChange = "0-0";
  /// Moves a place on to the last change, or a few hundred on; the ids that changed. std::nullopt
  /// if the stream does not know the place any more: it was cut, or Redis has lost its end.
  llvm::Expected<std::optional<std::vector<std::string>>> changesAfter(llvm::StringRef tenant,
                                                                       std::string &place);

private:
  std::shared_ptr<redis::Client> client_;
};

} // namespace agentc::store

#endif
