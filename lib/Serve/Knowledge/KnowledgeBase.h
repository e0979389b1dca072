#ifndef AGENTC_LIB_SERVE_KNOWLEDGEBASE_H
#define AGENTC_LIB_SERVE_KNOWLEDGEBASE_H

#include "agentc/Models/Embedder.h"
#include "agentc/Store/Knowledge.h"

namespace agentc::serve {

class App;

/// Splits a text into passages of about `most` bytes, between paragraphs, sentences or words where
/// possible, and never within a character.
std::vector<std::string> cutText(llvm::StringRef text, size_t most = 1500);

/// The tenants' knowledge and memory, whose texts get embeddings if the operator has set a model
/// for them. If that fails, they are found by words alone, and the log says so.
class KnowledgeBase {
public:
  static llvm::Expected<std::unique_ptr<KnowledgeBase>>
  open(App &app, std::unique_ptr<store::Knowledge> store,
       const std::optional<models::ModelSettings> &settings);

  store::Knowledge &store() { return *store_; }
  /// Stores a document, then calls `then` with the number of its passages that have embeddings.
  void put(const std::string &tenant, store::Document document, std::vector<std::string> passages,
           std::function<void(llvm::Expected<size_t>)> then);
  /// Calls `then` with what was found.
  void search(const std::string &tenant, store::Question question,
              std::function<void(llvm::Expected<std::vector<store::Found>>)> then);

private:
  using OnFound = std::function<void(llvm::Expected<std::vector<store::Found>>)>;
  /// Continues a search step by step, so that the loop can do other work in between.
  void goOn(std::shared_ptr<store::Search> search, OnFound then);
  KnowledgeBase(App &app, std::unique_ptr<store::Knowledge> store)
      : app_(app), store_(std::move(store)) {}
  /// Calls `then` with the embeddings of the texts, or with none.
  void embed(std::vector<std::string> texts, std::function<void(models::Embedder::Vectors)> then);

  App &app_;
  std::unique_ptr<store::Knowledge> store_;
  std::unique_ptr<models::Embedder> embedder_; ///< null where no model makes embeddings
};

} // namespace agentc::serve

#endif
