#ifndef AGENTC_STORE_KNOWLEDGE_H
#define AGENTC_STORE_KNOWLEDGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace agentc::store {

/// A document that can be found by its passages.
struct Document {
  std::string id; ///< unique among the tenant's
  std::string collection;
  std::string title;
  std::string data;    ///< JSON text, which is not searched
  int64_t created = 0; ///< milliseconds since 1970
  uint64_t uses = 0;   ///< how often a search that counts has found it
};

struct Passage {
  std::string text;
  std::vector<float> vector; ///< an embedding of the text; empty: it is found by words alone
};

/// A search by words, by an embedding, or by both, whose ranks are then fused.
struct Question {
  std::string text;          ///< words, of which a passage has at least one; empty: not by words
  std::vector<float> vector; ///< passages with embeddings of as many dimensions are compared
  std::string prefix;        ///< of the names of collections
  std::vector<std::string> collections; ///< empty: all with that prefix
  unsigned most = 5;
  bool countsUses = false;
};

struct Found {
  Document document;
  std::string text;      ///< of its best passage
  double score = 0;      ///< reciprocal rank fusion's sum; higher is better
  double similarity = 0; ///< the cosine, where embeddings were compared
};

/// Searches of a collection that were counted, since the tenant began.
struct SearchCounts {
  uint64_t searches = 0;
  uint64_t found = 0;     ///< those that have found something
  uint64_t used = 0;      ///< those with a result that was used
  uint64_t succeeded = 0; ///< those with a result that was used with success
};

/// A search under way, which the knowledge must outlive. Documents that are put or removed
/// meanwhile may or may not be found.
class Search {
public:
  virtual ~Search();
  /// Compares passages for a few milliseconds. Once none is left, returns the documents, best
  /// first, each once.
  virtual llvm::Expected<std::optional<std::vector<Found>>> step() = 0;
};

/// Texts of tenants that are found by their words (SQLite's FTS5, by BM25) and by embeddings (exact
/// cosine). Errors are those of the environment.
class Knowledge {
public:
  virtual ~Knowledge();

  /// Adds a document, or replaces the one with its id.
  virtual llvm::Error put(llvm::StringRef tenant, const Document &document,
                          llvm::ArrayRef<Passage> passages) = 0;
  virtual llvm::Expected<std::optional<Document>> find(llvm::StringRef tenant,
                                                       llvm::StringRef id) = 0;
  /// False if there is no such document.
  virtual llvm::Expected<bool> remove(llvm::StringRef tenant, llvm::StringRef id) = 0;
  /// Newest first; without a name, those of all collections.
  virtual llvm::Expected<std::vector<Document>> list(llvm::StringRef tenant,
                                                     llvm::StringRef collection, unsigned most) = 0;
  virtual std::unique_ptr<Search> search(llvm::StringRef tenant, const Question &question) = 0;
  /// Counts a search of collections by its own id, and those in which it has found something.
  virtual llvm::Error countSearch(llvm::StringRef tenant, llvm::StringRef id,
                                  llvm::ArrayRef<std::string> collections,
                                  llvm::ArrayRef<std::string> found) = 0;
  /// Counts, once for each search, that a result of it in a collection was used, and once that the
  /// use was a success. False if it found nothing there, or is older than 30 days.
  virtual llvm::Expected<bool> countUse(llvm::StringRef tenant, llvm::StringRef id,
                                        llvm::StringRef collection, bool isSuccess) = 0;
  /// The counts of a tenant's collections, by their names.
  virtual llvm::Expected<std::map<std::string, SearchCounts>>
  searchCounts(llvm::StringRef tenant) = 0;
  /// How many passages a tenant has.
  virtual llvm::Expected<uint64_t> passages(llvm::StringRef tenant) = 0;
};

/// The knowledge in a folder that `openFolder` has opened, in a database of its own
/// (`knowledge.db`).
llvm::Expected<std::unique_ptr<Knowledge>> openKnowledge(llvm::StringRef folder);

} // namespace agentc::store

#endif
