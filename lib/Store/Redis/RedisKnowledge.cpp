#include "RedisKnowledge.h"

#include "llvm/ADT/StringSet.h"

#include <chrono>

namespace agentc::store {

/// The time after which a step of copying ends.
static constexpr std::chrono::milliseconds stepTime(2);
/// Most restarts of a copy in a row.
static constexpr unsigned mostBeginnings = 3;

namespace {

class RedisSearch : public Search {
public:
  RedisSearch(RedisDocuments &documents, KnowledgeCopy &copy, llvm::StringRef tenant,
              const Question &question)
      : documents_(documents), copy_(copy), tenant_(tenant), question_(question),
        counts_(std::exchange(question_.countsUses, false)) {}

  llvm::Expected<std::optional<std::vector<Found>>> step() override {
    if (!search_) {
      llvm::Expected<bool> isWhole = copy_.update(tenant_);
      if (!isWhole)
        return isWhole.takeError();
      if (!*isWhole)
        return std::nullopt;
      search_ = copy_.copy().search(tenant_, question_);
    }
    llvm::Expected<std::optional<std::vector<Found>>> found = search_->step();
    if (found && *found)
      if (llvm::Error error = documents_.readUses(tenant_, counts_, **found))
        return error;
    return found;
  }

private:
  RedisDocuments &documents_;
  KnowledgeCopy &copy_;
  const std::string tenant_;
  Question question_;
  const bool counts_;
  std::unique_ptr<Search> search_; ///< null until the copy is up to date
};

} // namespace

std::unique_ptr<Search> RedisKnowledge::search(llvm::StringRef tenant, const Question &question) {
  return std::make_unique<RedisSearch>(documents_, copy_, tenant, question);
}

llvm::Expected<bool> KnowledgeCopy::update(llvm::StringRef tenant) {
  Place &place = places_[tenant];
  const auto end = std::chrono::steady_clock::now() + stepTime;
  do {
    if (!place.pending.empty()) {
      if (llvm::Error error = copyOne(tenant, place))
        return error;
      continue;
    }
    llvm::Expected<bool> isWhole = follow(tenant, place);
    if (!isWhole || *isWhole)
      return isWhole;
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

llvm::Error KnowledgeCopy::begin(llvm::StringRef tenant, Place &place) {
  if (++place.beginnings > mostBeginnings) {
    place = Place();
    return redis::unexpectedReply("XRANGE");
  }
  // Changes that come between the two are copied twice.
  llvm::Expected<std::string> last = documents_.lastChange(tenant);
  if (!last)
    return last.takeError();
  llvm::Expected<std::vector<std::string>> ids = documents_.ids(tenant);
  if (!ids)
    return ids.takeError();
  llvm::Expected<std::vector<Document>> copied = copy_->list(tenant, "", UINT_MAX);
  if (!copied)
    return copied.takeError();
  llvm::StringSet<> known;
  for (const std::string &id : *ids)
    known.insert(id);
  for (const Document &document : *copied)
    if (!known.contains(document.id))
      if (llvm::Error error = copy_->remove(tenant, document.id).takeError())
        return error;
  place.change = std::move(*last);
  place.pending = std::move(*ids);
  return llvm::Error::success();
}

llvm::Error KnowledgeCopy::copyOne(llvm::StringRef tenant, Place &place) {
  const std::string id = place.pending.back();
  llvm::Expected<std::optional<RedisDocuments::Whole>> whole = documents_.read(tenant, id);
  if (!whole) {
    llvm::Error error = whole.takeError();
    // A document that cannot be read is skipped, so that the others can be found.
    if (!error.isA<redis::Unreachable>())
      place.pending.pop_back();
    return error;
  }
  place.pending.pop_back();
  if (*whole)
    return copy_->put(tenant, (*whole)->document, (*whole)->passages);
  return copy_->remove(tenant, id).takeError();
}

/// True if nothing has changed.
llvm::Expected<bool> KnowledgeCopy::follow(llvm::StringRef tenant, Place &place) {
  std::optional<std::vector<std::string>> changed;
  if (!place.change.empty()) {
    auto changes = documents_.changesAfter(tenant, place.change);
    if (!changes)
      return changes.takeError();
    changed = std::move(*changes);
  }
  if (!changed) {
    if (llvm::Error error = begin(tenant, place))
      return error;
    return false;
  }
  place.beginnings = 0;
  place.pending = std::move(*changed);
  return place.pending.empty();
}

} // namespace agentc::store
