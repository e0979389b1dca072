#ifndef AGENTC_LIB_STORE_KNOWLEDGESEARCH_H
#define AGENTC_LIB_STORE_KNOWLEDGESEARCH_H

#include "Tables.h"

#include "agentc/Store/Knowledge.h"

namespace agentc::store {

/// Reads a document from a row that begins with its id, collection, title, data, created and uses.
Document readDocument(const Database::Statement &row);

/// A search in `knowledge.db`: words first, which the index answers at once, then embeddings one by
/// one.
class KnowledgeSearch : public Search {
public:
  KnowledgeSearch(Database &database, llvm::StringRef tenant, const Question &question)
      : database_(database), tenant_(tenant), question_(question) {}

  llvm::Expected<std::optional<std::vector<Found>>> step() override;

private:
  /// A passage, with its similarity if embeddings were compared.
  struct Ranked {
    int64_t passage = 0, document = 0;
    double similarity = 0;
  };
  /// A document by its best passage.
  struct Fused {
    Ranked best;
    double score = 0;
  };

  llvm::Error begin();
  llvm::Error findWords();
  llvm::Error listPassages();
  llvm::Error compareSome();
  std::vector<Fused> fuse() const;
  llvm::Expected<std::vector<Found>> finish();
  llvm::Expected<std::optional<Found>> read(const Fused &fused);

  Database &database_;
  const std::string tenant_;
  const Question question_;
  bool hasBegun_ = false;
  std::vector<Ranked> words_, vectors_; ///< the best first; `vectors_` once all are compared
  std::vector<Ranked> toCompare_;       ///< the last one next
};

} // namespace agentc::store

#endif
