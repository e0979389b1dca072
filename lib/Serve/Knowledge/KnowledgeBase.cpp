#include "Knowledge/KnowledgeBase.h"

#include "App.h"

namespace agentc::serve {

/// Texts of one request to the embeddings API.
static constexpr size_t mostAtOnce = 256;

/// The end of the first passage of a text that needs several.
static size_t endOfPassage(llvm::StringRef text, size_t most) {
  const llvm::StringRef part = text.take_front(most);
  // A passage of less than half the size would say too little.
  for (const llvm::StringRef end : {"\n\n", "\n", ". ", " "})
    if (const size_t at = part.rfind(end); at != llvm::StringRef::npos && at >= most / 2)
      return at + end.size();
  size_t end = part.size();
  while (end > 1 && end < text.size() && (text[end] & 0xc0) == 0x80)
    --end;
  return end;
}

std::vector<std::string> cutText(llvm::StringRef text, size_t most) {
  std::vector<std::string> passages;
  for (text = text.trim(); !text.empty(); text = text.ltrim()) {
    const size_t end = text.size() <= most ? text.size() : endOfPassage(text, most);
    passages.push_back(text.take_front(end).rtrim().str());
    text = text.drop_front(end);
  }
  return passages;
}

llvm::Expected<std::unique_ptr<KnowledgeBase>>
KnowledgeBase::open(App &app, std::unique_ptr<store::Knowledge> store,
                    const std::optional<models::ModelSettings> &settings) {
  std::unique_ptr<KnowledgeBase> base(new KnowledgeBase(app, std::move(store)));
  if (!settings || !settings->embeddings)
    return base;
  llvm::Expected<std::unique_ptr<models::Embedder>> embedder =
      models::Embedder::create(app.loop(), *settings);
  if (!embedder)
    return embedder.takeError();
  base->embedder_ = std::move(*embedder);
  return base;
}

void KnowledgeBase::embed(std::vector<std::string> texts,
                          std::function<void(models::Embedder::Vectors)> then) {
  if (!embedder_ || texts.empty() || texts.size() > mostAtOnce)
    return then({});
  embedder_->ask(
      texts, [this, then = std::move(then)](llvm::Expected<models::Embedder::Vectors> vectors) {
        if (vectors)
          return then(std::move(*vectors));
        app_.log({{"level", "warning"}, {"message", llvm::toString(vectors.takeError())}});
        then({});
      });
}

void KnowledgeBase::put(const std::string &tenant, store::Document document,
                        std::vector<std::string> passages,
                        std::function<void(llvm::Expected<size_t>)> then) {
  std::vector<std::string> texts = passages;
  embed(std::move(texts),
        [this, tenant, document = std::move(document), passages = std::move(passages),
         then = std::move(then)](models::Embedder::Vectors vectors) {
          std::vector<store::Passage> all;
          for (size_t i = 0; i < passages.size(); ++i)
            all.push_back({passages[i], i < vectors.size() ? vectors[i] : std::vector<float>()});
          if (llvm::Error error = store_->put(tenant, document, all))
            return then(std::move(error));
          then(vectors.size());
        });
}

void KnowledgeBase::search(const std::string &tenant, store::Question question,
                           std::function<void(llvm::Expected<std::vector<store::Found>>)> then) {
  std::vector<std::string> texts;
  if (!question.text.empty())
    texts.push_back(question.text);
  embed(std::move(texts), [this, tenant, question = std::move(question),
                           then = std::move(then)](models::Embedder::Vectors vectors) mutable {
    if (!vectors.empty())
      question.vector = std::move(vectors.front());
    goOn(store_->search(tenant, question), then);
  });
}

void KnowledgeBase::goOn(std::shared_ptr<store::Search> search, OnFound then) {
  llvm::Expected<std::optional<std::vector<store::Found>>> found = search->step();
  if (!found)
    return then(found.takeError());
  if (*found)
    return then(std::move(**found));
  app_.loop().post([this, search = std::move(search), then = std::move(then)]() mutable {
    goOn(std::move(search), std::move(then));
  });
}

} // namespace agentc::serve
